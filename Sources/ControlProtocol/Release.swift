/// The release that daemon and command line belong to.
public enum Release {
  /// The version, after semantic versioning.
  public static let version = "0.1.0"
}
