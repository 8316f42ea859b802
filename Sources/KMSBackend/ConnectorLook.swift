internal import DisplayTypes
internal import KernelModeSetting

/// A look at some connectors, or at all: one connector at a time, so that what is urgent need not wait for the whole.
///
/// Each is probed once.
struct ConnectorLook: Sendable {
  /// Which; nil for all.
  let connectors: [ConnectorID]?
  private var found: [ConnectorSnapshot] = []
  private var remaining: [ConnectorID]?

  init(_ connectors: [ConnectorID]?) {
    self.connectors = connectors
    remaining = connectors
  }

  /// Probes the next connector; gives the answer when it was the last.
  mutating func proceed(on card: CardDescriptor) -> ProbeAnswer? {
    do throws(DisplayError) {
      if remaining == nil { remaining = try card.resources().connectors }
      var waiting = remaining ?? []
      if let next = waiting.first {
        waiting.removeFirst()
        do throws(DisplayError) {
          found.append(try card.connector(next, probing: true))
        } catch {
          // A dock was pulled between the list and the look.
          if error.code != .gone { throw error }
        }
      }
      remaining = waiting
      return waiting.isEmpty ? .looked(connectors, .success(found)) : nil
    } catch {
      return .looked(connectors, .failure(error))
    }
  }
}
