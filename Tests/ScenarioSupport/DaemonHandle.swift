public import ControlClient
public import ControlProtocol
public import VirtualMachine

/// The daemon that runs on a bench, with the requests of scenarios.
public final class DaemonHandle {
  /// The bench of the daemon.
  public let bench: any Bench
  /// A connection to it.
  public let client: ControlClient

  init(bench: any Bench, client: ControlClient) {
    self.bench = bench
    self.client = client
  }

  /// Subscribes to the daemon's events on a separate connection.
  public func events() throws -> EventLog { try EventLog(bench.connect()) }

  /// Subscribes to the daemon's events without reading them. The subscription ends when the result is released.
  public func startReadingNothing() throws -> AnyObject {
    let connection = try RawConnection(bench)
    connection.call("{\"method\":\"org.marquee.Display.Events\",\"more\":true}")
    return connection
  }

  /// Waits for a condition on a display.
  @discardableResult
  public func wait(_ display: Int, _ condition: WaitCondition, within seconds: Double = 10) throws -> WaitReply {
    let seconds = bench.patience(seconds)
    do throws(ClientError) {
      return try client.call(
        WaitCall(screen: bench.connector(display), condition: condition, timeoutSeconds: seconds),
        timeoutSeconds: seconds + 10)
    } catch {
      throw ScenarioFailure("\(error)\nThe daemon's log:\n\(try bench.log())")
    }
  }

  /// The screen on the connector of a display; nil without a screen.
  public func screen(_ display: Int) throws -> ScreenInfo? {
    try client.call(ScreensCall()).screens.first { $0.name == bench.connector(display) }
  }

  /// Stops or starts the clock of the simulated displays. If the bench has a stopped clock, this call does nothing.
  public func setClock(runs: Bool) throws {
    guard bench.time == nil else { return }
    var call = SimulateCall(.clock)
    call.on = runs
    _ = try client.call(call)
  }

  /// The decision about the mode and picture of a display.
  public func explain(_ display: Int) throws -> DecisionRecord {
    try client.call(ExplainCall(screen: bench.connector(display), content: true)).record
  }

  /// The daemon's status.
  public func status() throws -> StatusReply { try client.call(StatusCall()) }

  /// Shows content and waits for the flip.
  @discardableResult
  public func show(_ display: Int, _ content: ContentInfo) throws -> PictureReply {
    try client.call(ShowCall(screen: bench.connector(display), content: content))
  }

  /// Photographs a display until a condition holds, and returns that picture.
  @discardableResult
  public func photograph(
    _ display: Int, _ what: String, within seconds: Double = 5, file: String = #fileID, line: Int = #line,
    until fits: (Photograph) -> Bool
  ) throws -> Photograph {
    var last: Photograph?
    var refusal: ClientError?
    let found = try bench.poll(within: seconds) { () throws -> Photograph? in
      do {
        let picture = try bench.photograph(display)
        last = picture
        return fits(picture) ? picture : nil
      } catch let error as ClientError {
        // A screen that is not lit yet refuses a screenshot.
        refusal = error
        return nil
      }
    }
    if let found { return found }
    if last == nil, let refusal { throw refusal }
    let colors = last?.histogram.sorted { $0.value > $1.value }.prefix(5).map { "\($0.key) on \($0.value)" } ?? []
    throw ScenarioFailure(
      """
      Display \(display) does not show \(what). It shows \(last?.width ?? 0)x\(last?.height ?? 0), \
      \(colors.joined(separator: ", ")).
      """, file: file, line: line)
  }
}
