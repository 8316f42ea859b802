import ArgumentParser
import ControlProtocol
import ModeSelection

/// The command `marqueectl wait SCREEN CONDITION`.
struct Wait: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Wait until a condition holds on a screen.",
    discussion: """
      connected, disconnected   a display is there, or is not
      presented                 a frame of a scene is on the screen
      mode=1920x1080@60         this mode is applied
      scene=NAME                the scene of this identifier, configuration or app is on the screen
      sequence=NUMBER           this frame or a later one was presented
      frame=HASH                the frame of this hash is on the screen
      Ends with status 5 where the time is over.
      """)

  @OptionGroup var options: DaemonOptions
  @Argument(help: "The screen, as HDMI-A-1; it need not be connected.") var screen: String
  @Argument(help: "The condition.") var condition: String
  @Option(parsing: .unconditional, help: "How long at most, as 10s; for ever if not given.") var timeout: Duration?

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
