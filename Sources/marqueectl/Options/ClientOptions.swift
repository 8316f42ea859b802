import ArgumentParser
import ControlClient
import ControlProtocol

/// The options of every command that calls the daemon.
struct ClientOptions: ParsableArguments {
  @OptionGroup var output: OutputOptions

  @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
  var socket: String?

  /// Connects to the daemon.
  func connect() throws -> ControlClient { try Self.connect(to: socket) }

  /// Connects to the daemon at a socket; nil for the usual paths.
  static func connect(to socket: String?) throws -> ControlClient {
    do throws(ClientError) {
      return if let socket { try ControlClient(path: socket) } else { try ControlClient() }
    } catch {
      throw ToolFailure(error)
    }
  }

  /// Calls a method.
  ///
  /// Nil seconds wait without a limit.
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

  /// Calls a method and prints its reply as JSON, or as `text` formats it.
  func run<Parameters: ControlParameters>(
    _ parameters: Parameters, timeoutSeconds: Double? = 30, text: (Parameters.Reply) -> String
  ) throws {
    let reply = try call(parameters, timeoutSeconds: timeoutSeconds)
    try output.print(reply, text: text)
  }
}

/// The options of every command.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON.")
  var json = false

  /// Prints a value as JSON, or as `text` formats it; an empty text prints nothing.
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

/// The options of every command that changes a picture.
struct PictureOptions: ParsableArguments {
  @OptionGroup var daemon: ClientOptions

  @Flag(name: .customLong("no-wait"), help: "Return at once, not after the flip that shows the change.")
  var noWait = false

  /// The parameter of the call.
  var noWaitParameter: Bool? { noWait ? true : nil }

  /// Changes the picture of one screen and prints the time of the flip.
  func run<Call: PictureCall>(_ call: Call) throws where Call.Reply == PictureReply {
    try daemon.run(call) { PresentedText.lines($0.presented.map { [$0] } ?? [], note: $0.note, hint: $0.hint) }
  }

  /// Changes the picture of several screens and prints the time of the flip on each.
  func run<Call: PictureCall>(_ call: Call) throws where Call.Reply == PicturesReply {
    try daemon.run(call) { PresentedText.lines($0.presented, note: $0.note) }
  }
}

/// The results of frames, a line each.
enum PresentedText {
  static func lines(_ frames: [PresentedFrame], note: String?, hint: String? = nil) -> String {
    (frames.map(line) + (note.map { [$0.followed(by: hint)] } ?? [])).joined(separator: "\n")
  }

  static func line(_ frame: PresentedFrame) -> String {
    switch frame.ending {
    case .presented:
      // A picture with a code in it has no hash, from which the code could be guessed.
      "\(frame.screen): frame \(frame.sequence)\(frame.frame.isEmpty ? "" : " (\(frame.frame))") on screen at "
        + seconds(frame.timestampNanoseconds)
    case .superseded: "\(frame.screen): not shown, because another change replaced it before the next refresh"
    case .discarded:
      """
      \(frame.screen): not shown, since the screen went dark, was unplugged or got another mode first; \
      "marqueectl explain \(frame.screen)" says what it shows now
      """
    }
  }

  /// Seconds with microseconds, as in the kernel's log.
  static func seconds(_ nanoseconds: UInt64) -> String {
    let micro = String(nanoseconds / 1000 % 1_000_000)
    return "\(nanoseconds / 1_000_000_000).\(String(repeating: "0", count: max(0, 6 - micro.count)))\(micro) s"
  }
}
