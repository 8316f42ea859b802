/// Answers `Reload`.
public struct ReloadReply: ControlReply, Hashable {
  /// The configuration file; nil where the daemon has none.
  public var file: String?
  /// What changed, each as a sentence; empty where the file says the same as before.
  public var changes: [String]

  /// Makes one from its fields.
  public init(file: String? = nil, changes: [String]) {
    self.file = file
    self.changes = changes
  }
}
