/// Why an app is asked again which configuration one of its sessions gets.
public nonisolated enum AskReason: String, Hashable, Sendable, CaseIterable {
  /// The configuration that the session had is in the manifest no more.
  case configurationLeft
  /// The manifest has a higher version than the one that the session was configured by.
  case manifestIsNewer

  /// Why, for people.
  public var words: String {
    switch self {
    case .configurationLeft: "its configuration is not in the manifest any more"
    case .manifestIsNewer: "the manifest is newer"
    }
  }
}
