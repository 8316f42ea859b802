/// The release of the daemon and the command line.
public enum Release {
  /// The version in the form of semantic versioning.
  public static let version = "0.1.0"
}
