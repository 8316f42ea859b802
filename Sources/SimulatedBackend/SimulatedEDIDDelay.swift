/// How a display's EDID comes late, as that of a TV which is still waking up.
public struct SimulatedEDIDDelay: Hashable, Sendable {
  /// What the kernel lists until the EDID can be read.
  public enum Interim: String, Hashable, Sendable, CaseIterable {
    /// No modes at all.
    case noModes = "no-modes"
    /// The kernel's guess, up to 1024x768.
    case guessedModes = "guessed-modes"
  }

  /// Nanoseconds from plug or change to the readable EDID.
  public var nanoseconds: UInt64
  /// What is listed meanwhile.
  public var interim: Interim
  /// Whether an event tells of the EDID's arrival; without one only looking again finds it.
  public var isAnnounced: Bool

  /// Makes a delay.
  public init(nanoseconds: UInt64, interim: Interim, isAnnounced: Bool = true) {
    self.nanoseconds = nanoseconds
    self.interim = interim
    self.isAnnounced = isAnnounced
  }
}
