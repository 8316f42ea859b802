import ArgumentParser
import ControlClient
import ControlProtocol
import DisplayTypes

extension Marqueectl {
  static let eventCommands: [any ParsableCommand.Type] = [Events.self, WaitCommand.self]
}

/// The command `marqueectl events`.
struct Events: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print events until interrupted.",
    discussion: "The first event is the full state. With --json, each event is an object on its own line.")

  @OptionGroup var options: ClientOptions
  @Option(help: ArgumentHelp("End after this number of events.", valueName: "number")) var count: Int?

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count needs a number of at least 1.") }
  }

  func run() throws {
    let client = try options.connect()
    do throws(ClientError) {
      let reader = try client.events()
      var left = count ?? .max
      while left > 0, let event = try next(from: reader) {
        Console.print(try line(event))
        left -= 1
      }
    } catch {
      throw ToolFailure(error)
    }
  }

  /// The next event; nil at the end of the stream, or if standard output is closed, as behind `head`.
  private func next(from reader: EventReader) throws(ClientError) -> EventInfo? {
    while !Console.hasNoReader {
      do throws(ClientError) {
        return try reader.next(timeoutSeconds: 1)
      } catch .timedOut {
        continue
      }
    }
    return nil
  }

  private func line(_ event: EventInfo) throws(ClientError) -> String {
    guard options.output.json else { return EventText.line(event) }
    do throws(ControlError) {
      return String(decoding: try ControlJSON.encode(event), as: UTF8.self)
    } catch {
      throw .failed(error)
    }
  }
}

/// An event in a line.
enum EventText {
  static func line(_ event: EventInfo) -> String {
    var parts = [PresentedText.seconds(event.monotonicNanoseconds), "#\(event.sequence)", event.event.rawValue]
    if let screen = event.screen { parts.append(screen) }
    if let app = event.app { parts.append("app \(app)") }
    if let scene = event.scene { parts.append("scene \(scene)") }
    if let mode = event.mode { parts.append(mode.name) }
    if let modes = event.modes { parts.append("\(modes.count) modes") }
    if let presented = event.presented { parts.append("frame \(presented.sequence)") }
    if let reason = event.reason { parts.append("(\(reason))") }
    if let snapshot = event.snapshot {
      parts.append(snapshot.screens.isEmpty ? "no screens" : snapshot.screens.map(\.name).joined(separator: " "))
    }
    return parts.joined(separator: "  ")
  }
}

/// The command `marqueectl wait SCREEN CONDITION`.
struct WaitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait", abstract: "Wait until a condition holds on a screen.",
    discussion: """
      connected, disconnected   a display is there, or is not
      presented                 a frame of a scene is on the screen
      mode=1920x1080@60         this mode is applied
      scene=NAME                the scene of this identifier, configuration or app is on the screen
      sequence=NUMBER           this frame or a later one was presented
      frame=HASH                the frame of this hash is on the screen
      Ends with status 5 where the time is over.
      """)

  @OptionGroup var options: ClientOptions
  @Argument(help: "The screen, as HDMI-A-1; it need not be connected.") var screen: String
  @Argument(help: "The condition.") var condition: String
  @Option(parsing: .unconditional, help: "The longest wait, as 10s; without a limit if not given.") var timeout:
    DurationArgument?

  func validate() throws {
    try timeout?.check("--timeout", within: WaitCall.times)
    guard let known = WaitCondition(condition) else {
      throw ValidationError("\"\(condition)\" is no condition: expected \(WaitCondition.expected).")
    }
    guard case .mode(let text) = known else { return }
    do throws(ModeWishError) {
      _ = try ModeWish(text)
    } catch {
      throw ValidationError("\(error).")
    }
  }

  func run() throws {
    guard let condition = WaitCondition(condition) else { return }
    let call = WaitCall(screen: screen, condition: condition, timeoutSeconds: timeout?.seconds)
    // The daemon keeps the time; the client's own is for a daemon that hangs.
    try options.run(call, timeoutSeconds: timeout.map { $0.seconds + 10 }) { reply in
      guard let frame = reply.presented else { return "\(reply.screen): \(reply.condition.text)" }
      return "\(reply.screen): \(reply.condition.text)\n\(PresentedText.line(frame))"
    }
  }
}
