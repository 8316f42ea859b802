import Scenes

/// What was found where the state is kept.
enum KeptState: Equatable {
  /// Nothing: the first start.
  case none
  case state(PersistentState)
  /// Something that this version cannot read, and why.
  case unreadable(reason: String)
}
