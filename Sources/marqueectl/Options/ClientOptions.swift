import ArgumentParser
import ControlClient
import ControlProtocol

/// The options of every command that calls the daemon.
struct ClientOptions: ParsableArguments {
  @OptionGroup var output: OutputOptions

  @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
  var socket: String?

  func connect() throws(ClientError) -> ControlClient { try Self.connect(to: socket) }

  /// Connects to the daemon at a socket; nil for the usual paths.
  static func connect(to socket: String?) throws(ClientError) -> ControlClient {
    if let socket { try ControlClient(path: socket) } else { try ControlClient() }
  }

  /// Calls a method. With nil seconds it waits without a limit.
  func call<Parameters: ControlParameters>(
    _ parameters: Parameters, timeoutSeconds: Double? = 30
  ) throws(ClientError) -> Parameters.Reply {
    try connect().call(parameters, timeoutSeconds: timeoutSeconds)
  }

  /// Calls a method and prints its reply as JSON, or as `text` formats it.
  func run<Parameters: ControlParameters>(
    _ parameters: Parameters, timeoutSeconds: Double? = 30, text: (Parameters.Reply) throws -> String
  ) throws {
    try output.print(try call(parameters, timeoutSeconds: timeoutSeconds), text: text)
  }

  /// Writes the picture of a reply to a file, and prints the reply, unless the file is standard output.
  func save(_ reply: some ControlReply, picture png: String, to file: String, text: String) throws {
    guard let bytes = Base64.decode(png), !bytes.isEmpty else {
      throw ToolFailure(message: "The picture from marqueed is not valid base64.")
    }
    try OutputFile.write(bytes, to: file)
    if file != "-" { try output.print(try SavedReply(reply, without: "png", file: file)) { _ in text } }
  }
}

/// A reply whose largest field was written to a file. The field `file` with the path takes its place.
struct SavedReply: Encodable {
  private var fields: [String: JSONValue]

  init(_ reply: some ControlReply, without field: String, file: String) throws {
    fields = try ControlJSON.decode([String: JSONValue].self, from: ControlJSON.encode(reply))
    fields[field] = nil
    fields["file"] = .string(file)
  }

  func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}

struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the daemon's reply as JSON, and an error too.")
  var json = false

  /// Whether the words of a command line have --json. Wrong usage has no parsed options.
  static func isWanted(in words: [String]) -> Bool { words.prefix { $0 != "--" }.contains("--json") }

  /// Prints a value as JSON, or as `text` formats it. An empty text prints nothing.
  func print<Value: Encodable>(_ value: Value, text: (Value) throws -> String) throws {
    let line = json ? try JSONText.of(value, pretty: true) : try text(value)
    if !line.isEmpty { Console.print(line) }
  }
}

struct PictureOptions: ParsableArguments {
  @OptionGroup var daemon: ClientOptions

  @Flag(name: .customLong("no-wait"), help: "Return at once. Do not wait for the flip that shows the change.")
  var returnsAtOnce = false

  var noWait: Bool? { returnsAtOnce ? true : nil }

  /// Changes the pictures of screens and prints the time of the flip on each.
  func run<Call: PictureCall>(_ call: Call) throws where Call.Reply == PictureReply {
    try daemon.run(call) { PresentedText.lines($0.presented, note: $0.note, hint: $0.hint) }
  }
}

/// The results of frames, one line for each.
enum PresentedText {
  static func lines(_ frames: [PresentedFrame], note: String?, hint: String? = nil) -> String {
    (frames.map(line) + (note.map { [$0.followed(by: hint)] } ?? [])).joined(separator: "\n")
  }

  static func line(_ frame: PresentedFrame) -> String {
    switch frame.ending {
    case .presented:
      // A picture with a code has no hash, because the code could be guessed from it.
      "\(frame.screen): frame \(frame.sequence)\(frame.frame.isEmpty ? "" : " (\(frame.frame))") on screen at "
        + seconds(frame.monotonicNanoseconds)
    case .superseded: "\(frame.screen): not shown, because another change replaced it before the next refresh"
    case .discarded:
      """
      \(frame.screen): not shown, because the screen went dark, was unplugged or got another mode first; \
      "marqueectl explain \(frame.screen)" reports its picture
      """
    }
  }

  /// Seconds with microseconds, as in the kernel's log.
  static func seconds(_ nanoseconds: UInt64) -> String {
    let micro = String(nanoseconds / 1000 % 1_000_000)
    return "\(nanoseconds / 1_000_000_000).\(String(repeating: "0", count: max(0, 6 - micro.count)))\(micro) s"
  }
}
