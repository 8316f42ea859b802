public import RemoteGate

/// How a server is started.
public struct RemoteOptions: Sendable {
  /// Where it listens.
  public var addresses: [ListenAddress]
  /// From where clients are let in.
  public var reach: Reach
  /// A certificate and its key, paths of PEM files; nil for no TLS.
  public var certificate: (certificate: String, key: String)?
  /// Names by which it is called besides its addresses.
  public var names: [String]
  /// The daemon's socket; nil for where the environment says that it is.
  public var socket: String?
  /// Where sessions are kept; nil for nowhere.
  public var stateDirectory: String?
  /// The folder of contents, where pages put files.
  public var media: String
  /// A folder with other pages than those in the program, for who works on them.
  public var pages: String?

  /// Makes some from their values.
  public init(
    addresses: [ListenAddress], reach: Reach = .anywhere, certificate: (certificate: String, key: String)? = nil,
    names: [String] = [],
    socket: String? = nil, stateDirectory: String? = nil, media: String = "/var/lib/marquee/media", pages: String? = nil
  ) {
    self.addresses = addresses
    self.reach = reach
    self.certificate = certificate
    self.names = names
    self.socket = socket
    self.stateDirectory = stateDirectory
    self.media = media
    self.pages = pages
  }
}
