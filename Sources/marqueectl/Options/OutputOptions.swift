import ArgumentParser
import ControlProtocol

/// What every command takes.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON.")
  var json = false

  /// Prints a value as JSON, or as `text` has it; nothing for an empty text.
  func print<Value: Encodable>(_ value: Value, text: (Value) -> String) throws {
    let line: String
    if json {
      do throws(ControlError) {
        line = String(decoding: try ControlJSON.encode(value, pretty: true), as: UTF8.self)
      } catch {
        throw ToolFailure(message: error.description, status: .failed)
      }
    } else {
      line = text(value)
    }
    if !line.isEmpty { Console.print(line) }
  }
}
