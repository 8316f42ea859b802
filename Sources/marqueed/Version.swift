/// The daemon's version.
nonisolated enum Version {
  static let text = "0.1.0"
}
