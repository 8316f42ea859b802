internal import Glibc
public import HTTPServer

/// How a server is started.
///
/// Its paths are from the root, whatever they were given as: the daemon, which is told of files, is in another directory.
public struct RemoteOptions: Sendable {
  /// Where it listens.
  public var addresses: [ListenAddress]
  /// From where clients are let in.
  public var reach: Reach
  /// A certificate and its key, paths of PEM files; nil for no TLS.
  public var certificate: CertificateFiles?
  /// Names by which it is called besides its addresses.
  public var names: [String]
  /// The daemon's socket; nil for where the environment says that it is.
  public var socket: String?
  /// Where sessions are kept; nil for nowhere.
  public var stateDirectory: String?
  /// The folder of contents, where pages put files.
  public var media: String
  /// Whether set-up cards show the address, and a code until the first browser has paired.
  public var offersSetup: Bool
  /// A folder with other pages than those in the program, for who works on them.
  public var pages: String?

  /// The folder of contents where none is named: `$MARQUEE_MEDIA`, as for `marqueectl present`, else the service's.
  public static func mediaFolder(_ environment: [String: String]) -> String {
    guard let named = environment["MARQUEE_MEDIA"], !named.isEmpty else { return "/var/lib/marquee/media" }
    return named
  }

  /// Makes some from their values.
  public init(
    addresses: [ListenAddress], reach: Reach = .anywhere, certificate: CertificateFiles? = nil,
    names: [String] = [],
    socket: String? = nil, stateDirectory: String? = nil, media: String = RemoteOptions.mediaFolder([:]),
    offersSetup: Bool = false, pages: String? = nil
  ) {
    self.addresses = addresses
    self.reach = reach
    self.certificate = certificate.map {
      CertificateFiles(certificate: Self.fullPath($0.certificate), key: Self.fullPath($0.key))
    }
    self.names = names
    self.socket = socket
    self.stateDirectory = stateDirectory.map(Self.fullPath)
    self.media = Self.fullPath(media)
    self.offersSetup = offersSetup
    self.pages = pages.map(Self.fullPath)
  }

  /// The path from the root, without `.` and `..`; symbolic links are left as they are.
  private static func fullPath(_ path: String) -> String {
    let here = path.hasPrefix("/") ? "" : SystemFiles.workingDirectory
    var parts: [Substring] = []
    for part in "\(here)/\(path)".split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
