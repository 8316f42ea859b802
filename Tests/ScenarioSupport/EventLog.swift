public import ControlClient
public import ControlProtocol

/// The daemon's events from the subscription on. It reads them when a scenario waits for them.
public final class EventLog {
  private let reader: EventReader
  private let time: SimulatedBenchTime?
  /// All events so far, the snapshot first.
  public private(set) var events: [EventInfo] = []

  /// Subscribes, and returns after the snapshot was read.
  public init(_ client: ControlClient, _ call: EventsCall = EventsCall()) throws {
    time = client.time as? SimulatedBenchTime
    reader = try client.events(call)
    guard let snapshot = try reader.next(timeoutSeconds: 30) else {
      throw ScenarioFailure("The stream of events ends before its first.")
    }
    events.append(snapshot)
  }

  /// Reads on until an event fits. It searches the events from index `start` first.
  @discardableResult
  public func wait(
    _ what: String, from start: Int = 0, within seconds: Double = 60, file: String = #fileID, line: Int = #line,
    until fits: (EventInfo) -> Bool
  ) throws -> EventInfo {
    if let event = events.dropFirst(start).first(where: fits) { return event }
    let deadline = Deadline(after: seconds, on: time)
    while true {
      do throws(ClientError) {
        guard let event = try reader.next(timeoutSeconds: deadline.secondsLeft) else { break }
        events.append(event)
        if fits(event) { return event }
      } catch .timedOut {
        break
      } catch {
        throw ScenarioFailure("While waiting for \(what): \(error)", file: file, line: line)
      }
    }
    let last = events.dropFirst(start).map { "\($0.event) \($0.screen ?? "") \($0.mode?.name ?? "")" }
    throw ScenarioFailure(
      "There is no \(what) within \(seconds) seconds, only: \(last.suffix(30).joined(separator: ", "))", file: file,
      line: line)
  }

  /// Reads the events that are there, and waits at most `seconds` for each.
  public func drain(_ seconds: Double = 0.001) throws {
    do throws(ClientError) {
      while let event = try reader.next(timeoutSeconds: seconds) { events.append(event) }
    } catch .timedOut {
      return
    }
  }

  /// The events of a kind on a screen from index `start` on.
  public func all(_ name: EventName, on screen: String? = nil, from start: Int = 0) -> [EventInfo] {
    events.dropFirst(start).filter { $0.event == name && (screen == nil || $0.screen == screen) }
  }
}
