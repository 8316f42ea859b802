/// Which modes a simulated connector has while its EDID cannot be read.
public enum SimulatedModes: String, Codable, Hashable, Sendable, CaseIterable {
  /// The EDID can be read: its own modes.
  case edid
  /// No EDID, and the kernel's guess of modes up to 1024x768.
  case guessed
  /// No EDID and no modes.
  case none
}
