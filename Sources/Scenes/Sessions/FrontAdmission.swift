/// Whether a display that was never seen before may show the app in front: a talk.
public nonisolated enum FrontAdmission: String, Hashable, Sendable {
  /// It shows nothing until somebody says so.
  case waiting
  /// Somebody has.
  case admitted
}
