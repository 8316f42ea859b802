/// A file or a folder that a content names, and what it must be.
public struct MediaReference: Hashable, Sendable {
  /// What a content expects at a path.
  public enum Kind: Hashable, Sendable {
    /// A file of one picture.
    case picture
    /// A file of pages.
    case pages
    /// A folder with picture files.
    case folder
  }

  /// The absolute path.
  public var path: String
  /// What must be there.
  public var kind: Kind

  /// Makes a reference.
  public init(_ path: String, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }
}
