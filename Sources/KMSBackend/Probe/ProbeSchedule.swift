internal import DisplayTypes
internal import KernelModeSetting

/// The times and connectors of the probes of a card. The first event after a quiet time starts a probe at once. Events during a probe, or
/// within 50 ms of its start, share one probe after it. After a failed probe the next waits longer each time.
struct ProbeSchedule: Sendable {
  enum Action: Hashable, Sendable {
    /// Probe these connectors; nil for all.
    case probe([ConnectorID]?)
    /// Call `next` again at this time.
    case wait(MonotonicTime)
    case nothing
  }

  private enum Pending {
    case nothing
    case some([ConnectorID])
    case all
  }

  static let interval: UInt64 = 50_000_000

  private(set) var isProbing = false
  private var pending = Pending.nothing
  private var earliest = MonotonicTime.zero
  private var backoff = Backoff(first: 2 * ProbeSchedule.interval, longest: 30_000_000_000)

  /// Records an event about these connectors, or about all if nil.
  mutating func request(_ connectors: [ConnectorID]?) {
    switch (pending, connectors) {
    case (.all, _): break
    case (_, nil): pending = .all
    case (.nothing, .some(let new)): pending = .some(new)
    case (.some(let old), .some(let new)): pending = .some(old + new.filter { !old.contains($0) })
    }
  }

  /// Records the end of the probe. After a failure all connectors are probed again.
  mutating func ended(failed: Bool = false) {
    isProbing = false
    guard failed else { return backoff.reset() }
    earliest = earliest.advanced(by: backoff.next())
    pending = .all
  }

  mutating func next(at now: MonotonicTime) -> Action {
    guard !isProbing else { return .nothing }
    let connectors: [ConnectorID]?
    switch pending {
    case .nothing: return .nothing
    case .some(let some): connectors = some
    case .all: connectors = nil
    }
    guard now >= earliest else { return .wait(earliest) }
    isProbing = true
    pending = .nothing
    earliest = now.advanced(by: ProbeSchedule.interval)
    return .probe(connectors)
  }
}

/// A probe of some connectors, or of all. It probes one at a time, so that an urgent job does not wait for all.
struct ConnectorProbe: Sendable {
  /// The connectors; nil for all.
  let connectors: [ConnectorID]?
  private var found: [ConnectorSnapshot] = []
  private var remaining: [ConnectorID]?

  init(_ connectors: [ConnectorID]?) {
    self.connectors = connectors
    remaining = connectors
  }

  /// Probes the next connector. Returns the answer after the last one.
  mutating func proceed(on card: CardDescriptor) -> ProbeAnswer? {
    do throws(DisplayError) {
      var waiting = if let remaining { remaining } else { try card.resources().connectors }
      if !waiting.isEmpty {
        let next = waiting.removeFirst()
        do throws(DisplayError) {
          found.append(try card.connector(next, probing: true))
        } catch {
          // A dock was unplugged between the list and the probe.
          if error.code != .gone { throw error }
        }
      }
      remaining = waiting
      return waiting.isEmpty ? .probed(connectors, .success(found)) : nil
    } catch {
      return .probed(connectors, .failure(error))
    }
  }
}
