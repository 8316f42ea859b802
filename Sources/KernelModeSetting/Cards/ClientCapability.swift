/// What an open file may ask the kernel to show it (`DRM_CLIENT_CAP_*` in drm.h).
public enum ClientCapability: UInt64, Hashable, Sendable {
  /// List primary and cursor planes too.
  case universalPlanes = 2
  /// Atomic commits and their properties; implies `universalPlanes` and `aspectRatio`.
  case atomic = 3
  /// The picture aspect in modes.
  case aspectRatio = 4
  /// List writeback connectors; needs `atomic`.
  case writebackConnectors = 5
}
