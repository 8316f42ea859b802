internal import ControlClient
internal import ControlProtocol

/// An app that a scenario registers. It reads its messages when the scenario waits for them.
///
/// Its controller dies when this value is released.
final class AppPlayer {
  let connection: AppConnection
  private let time: SimulatedBenchTime?
  /// All messages so far.
  private(set) var messages: [AppMessage] = []

  init(_ bench: any Bench, _ call: RegisterAppCall) throws {
    time = bench.time
    connection = try AppConnection(call, stream: bench.connect(), calls: bench.connect())
  }

  /// Registers an app with one configuration that shows a colour; without a colour the configuration has no content.
  convenience init(
    _ bench: any Bench, _ name: String, _ color: String?, loss: ControllerLossInfo? = nil, token: String? = nil
  ) throws {
    let configuration = SceneConfigurationInfo(name: "main", content: color.map { .color($0) })
    try self.init(
      bench,
      RegisterAppCall(
        name: name, scenes: ["externalDisplayNonInteractive": [configuration]], controllerLoss: loss, token: token))
  }

  /// Reads on until a message fits. It searches the messages from index `start` first.
  @discardableResult
  func wait(
    _ what: String, from start: Int = 0, within seconds: Double = 10, file: String = #fileID, line: Int = #line,
    until fits: (AppMessage) -> Bool
  ) throws -> AppMessage {
    if let message = messages.dropFirst(start).first(where: fits) { return message }
    let deadline = Deadline(after: seconds, on: time)
    do throws(ClientError) {
      while let message = try connection.next(timeoutSeconds: deadline.secondsLeft) {
        messages.append(message)
        if fits(message) { return message }
      }
    } catch .timedOut {
    } catch {
      throw ScenarioFailure("While waiting for \(what): \(error)", file: file, line: line)
    }
    let last = messages.dropFirst(start).map { "\($0.kind) \($0.event ?? "")" }
    throw ScenarioFailure(
      "The app is not told of \(what), only: \(last.joined(separator: ", "))", file: file, line: line)
  }

  /// Waits for the next question, and answers it.
  @discardableResult
  func answer(
    from start: Int = 0, _ configuration: SceneConfigurationInfo? = nil, window: Bool? = nil
  ) throws -> AppMessage {
    let message = try wait("a question", from: start) { $0.kind == .question }
    try connection.answer(unwrap(message.question, "no number"), configuration: configuration, window: window)
    return message
  }

  /// Waits until this event of one of its scenes arrives.
  func wait(for event: EventName, from start: Int = 0) throws {
    try wait(event.rawValue, from: start) { $0.event == event.rawValue }
  }
}
