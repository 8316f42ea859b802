import ArgumentParser
internal import ContentModel
import ControlProtocol

/// A value of user information on the command line: `page=7`, `title=Welcome`, `tags=["a","b"]`.
struct NamedValue: ExpressibleByArgument {
  var name: String
  var value: JSONValue

  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex else { return nil }
    name = String(argument[..<sign])
    let text = String(argument[argument.index(after: sign)...])
    do throws(ControlError) {
      value = try ControlJSON.decode(JSONValue.self, from: Array(text.utf8))
    } catch {
      value = .string(text)
    }
  }

  /// The values by name. Refuses a name that is given twice.
  static func object(_ values: [NamedValue]) throws -> [String: JSONValue] {
    var object: [String: JSONValue] = [:]
    for value in values {
      guard object.updateValue(value.value, forKey: value.name) == nil else {
        throw ValidationError("\(value.name) is given twice.")
      }
    }
    return object
  }
}

/// A case of an enumeration of another target, by its name.
struct EnumArgument<Value: RawRepresentable<String> & CaseIterable & Sendable>: ExpressibleByArgument, Sendable {
  var value: Value

  init?(argument: String) {
    guard let value = Value(rawValue: argument) else { return nil }
    self.value = value
  }

  static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }
}

/// A share of the display on the command line: `50%` or `0.5`. A text that is none is reported with the expected values.
struct ShareArgument: ExpressibleByArgument {
  let text: String
  let fraction: Double?

  init?(argument: String) {
    text = argument
    fraction = ShareText.fraction(argument)
  }
}

enum OnOffArgument: String, ExpressibleByArgument, CaseIterable {
  case on, off

  var isOn: Bool { self == .on }
}

/// Arguments for `.allUnrecognized`, with which a negative number is no unknown option.
struct UnparsedArguments {
  /// The values, without the `--` that ends the options.
  let values: [String]
  private let unknownOption: String?

  init(_ words: [String]) {
    let first = words.prefix { $0 != "--" }
    values = Array(first) + words.dropFirst(first.count + 1)
    unknownOption = first.first { word in
      word.hasPrefix("-") && word.dropFirst().first.map { $0 == "-" || $0.isLetter } ?? false
    }
  }

  func check() throws {
    if let unknownOption { throw ValidationError("Unknown option \"\(unknownOption)\".") }
  }
}
