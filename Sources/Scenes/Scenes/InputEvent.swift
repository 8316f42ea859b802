public import DisplayTypes

/// Something that a controller's user has done: handed on to an application scene, and not understood here.
public nonisolated struct InputEvent: Hashable, Sendable {
  /// What it is, in the controller's and the app's words, as `key` or `touch`.
  public var kind: String
  /// What goes with it.
  public var values: UserInfo

  /// Makes an event.
  public init(kind: String, values: UserInfo = .empty) {
    self.kind = kind
    self.values = values
  }
}
