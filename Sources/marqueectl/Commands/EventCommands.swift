import ArgumentParser
import ControlClient
import ControlProtocol
import DisplayTypes

struct Events: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print events until interrupted.",
    discussion: "The first event has the full state. With --json, each event is an object on its own line.")

  @OptionGroup var options: ClientOptions
  @Option(help: ArgumentHelp("End after this number of events.", valueName: "number")) var count: Int?

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count needs a number of at least 1.") }
  }

  func run() throws {
    let client = try options.connect()
    let reader = try client.events()
    var left = count ?? .max
    while left > 0, let event = try next(from: reader) {
      Console.print(options.output.json ? try JSONText.of(event) : EventText.line(event))
      left -= 1
    }
  }

  /// Returns the next event, or nil at the end of the stream or after the reader of standard output has left.
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
}

enum EventText {
  static func line(_ event: EventInfo) -> String {
    let screens = event.snapshot?.screens.map(\.name)
    let parts = [
      PresentedText.seconds(event.monotonicNanoseconds), "#\(event.sequence)", event.event.rawValue, event.screen,
      event.label.map { "\"\($0)\"" },
      event.app.map { "app \($0)" }, event.scene.map { "scene \($0)" }, event.mode?.name,
      event.modes.map { "\($0.count) modes" }, event.presented?.first.map { "frame \($0.sequence)" },
      event.reason.map { "(\($0))" }, screens.map { $0.isEmpty ? "no screens" : $0.joined(separator: " ") },
    ]
    return parts.compactMap(\.self).joined(separator: "  ")
  }
}

struct WaitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait", abstract: "Wait until a condition holds on a screen.",
    discussion: """
      The conditions are:

      - connected: a display is connected
      - disconnected: no display is connected
      - presented: a frame of a scene is on the screen
      - mode=1920x1080@60: this mode is applied
      - scene=NAME: the scene with this identifier, configuration or app is on the screen
      - sequence=NUMBER: this frame or a later frame was presented
      - frame=HASH: the frame with this hash is on the screen
      - stable: no new frame has come for half a second, or for the time of --for
      - pixel=X,Y,#RRGGBB: the pixel in this column and row has this colour

      The exit status is 5 if the timeout ends first.
      """)

  @OptionGroup var options: ClientOptions
  @Argument(
    help: "The screen: its connector, as HDMI-A-1, or its name. It may be disconnected.",
    completion: Completions.screens) var screen: String
  @Argument(help: "The condition.", completion: Completions.conditions) var condition: String
  @Option(parsing: .unconditional, help: "The timeout, as 10s (default: no limit).")
  var timeout: DurationArgument?
  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: "With stable: the time without a new frame, as 2s (default: 500ms).")
  var time: DurationArgument?
  @Option(
    help: ArgumentHelp("With pixel: the greatest allowed difference of a channel, 0 to 255.", valueName: "difference"))
  var tolerance: Int?

  func validate() throws {
    try timeout?.check("--timeout", within: WaitCall.times)
    try time?.check("--for", within: WaitCall.stableTimes)
    if let tolerance, !WaitCall.tolerances.contains(tolerance) {
      throw ValidationError("--tolerance needs a number from 0 to 255.")
    }
    guard let known = WaitCondition(condition) else {
      throw ValidationError("\"\(condition)\" is not a condition: expected \(WaitCondition.expected).")
    }
    if case .mode(let text) = known { try Mode.check(text) }
    if time != nil, known != .stable { throw ValidationError("--for needs the condition stable.") }
    if tolerance != nil {
      guard case .pixel = known else { throw ValidationError("--tolerance needs the condition pixel.") }
    }
  }

  func run() throws {
    guard let condition = WaitCondition(condition) else { return }
    let call = WaitCall(
      screen: screen, condition: condition, timeoutSeconds: timeout?.seconds, forSeconds: time?.seconds,
      tolerance: tolerance)
    // The daemon measures the timeout. This program waits ten seconds longer, in case the daemon hangs.
    try options.run(call, timeoutSeconds: timeout.map { $0.seconds + 10 }) { reply in
      guard let frame = reply.presented.first else { return "\(reply.screen): \(reply.condition.text)" }
      return "\(reply.screen): \(reply.condition.text)\n\(PresentedText.line(frame))"
    }
  }
}
