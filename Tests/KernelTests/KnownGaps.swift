import ScenarioSupport

/// Scenarios that do not hold on a kernel's drivers yet, or not every time.
///
/// They are played, and what they find is reported as a known issue. An entry goes when its cause has been mended.
enum KnownGaps {
  /// Why a scenario may fail on a bench; nil where it must hold.
  static func reason(_ scenario: Scenario, on kind: BenchKind) -> String? {
    switch kind {
    case .simulated, .bochs: return nil
    case .virtio, .legacy, .vkms: return reasons.first { scenario.description.hasPrefix($0.key) }?.value
    }
  }

  private static let reasons = [
    "a moving picture is not held up":
      "seen to hold on a quiet host; a busy one takes refreshes from the guest",
    "malformed, oversized, half-sent": "seen to fail once through the forwarded port",
    "an EDID that comes without an event": "mended, and not yet seen to hold often enough",
    "a flood of requests": "depends on how busy the host is",
  ]
}
