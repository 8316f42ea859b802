/// The user's choice of what external displays are for.
public nonisolated enum Support: String, Hashable, Sendable, CaseIterable {
  case external
  case mirror
  case off
}
