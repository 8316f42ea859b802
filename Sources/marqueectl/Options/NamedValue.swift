import ArgumentParser
import ControlProtocol

/// A value of user information as people write it: `page=7`, `title=Welcome`, `tags=["a","b"]`.
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

  /// The values by their names, each of which stands once.
  static func object(_ values: [NamedValue]) throws -> [String: JSONValue] {
    var object: [String: JSONValue] = [:]
    for value in values {
      guard object.updateValue(value.value, forKey: value.name) == nil else {
        throw ValidationError("\(value.name) stands twice.")
      }
    }
    return object
  }
}
