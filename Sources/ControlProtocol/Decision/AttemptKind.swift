/// How a mode was tried on the device.
public enum AttemptKind: String, Codable, Hashable, Sendable {
  /// An atomic test that changes nothing (`DRM_MODE_ATOMIC_TEST_ONLY`).
  case test
  /// A real commit.
  case commit
}
