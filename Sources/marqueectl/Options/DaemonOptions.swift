import ArgumentParser
import ControlClient
import ControlProtocol

/// What every command that asks the daemon takes.
struct DaemonOptions: ParsableArguments {
  @OptionGroup var output: OutputOptions

  @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
  var socket: String?

  /// Connects to the daemon.
  func connect() throws -> ControlClient { try Self.connect(to: socket) }

  /// Connects to the daemon at a socket; nil: where it is looked for.
  static func connect(to socket: String?) throws -> ControlClient {
    do throws(ClientError) {
      return if let socket { try ControlClient(path: socket) } else { try ControlClient() }
    } catch {
      throw ToolFailure(error)
    }
  }

  /// Calls a method; nil seconds wait for ever.
  func call<Parameters: ControlParameters>(
    _ parameters: Parameters, timeoutSeconds: Double? = 30
  ) throws -> Parameters.Reply {
    let client = try connect()
    do throws(ClientError) {
      return try client.call(parameters, timeoutSeconds: timeoutSeconds)
    } catch {
      throw ToolFailure(error)
    }
  }

  /// Calls a method and prints its reply, as JSON or as `text` has it.
  func run<Parameters: ControlParameters>(
    _ parameters: Parameters, timeoutSeconds: Double? = 30, text: (Parameters.Reply) -> String
  ) throws {
    let reply = try call(parameters, timeoutSeconds: timeoutSeconds)
    try output.print(reply, text: text)
  }
}
