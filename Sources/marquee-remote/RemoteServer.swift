internal import ControlClient
internal import ControlProtocol
internal import Glibc

/// The pages for phones and consoles: HTTP server, pairing, and the way to the daemon.
public final class RemoteServer: Sendable {
  /// Where it listens, with the ports that it has got.
  public let addresses: [ListenAddress]
  private let site: SiteIdentity
  private let access: RemoteAccess
  private let talkFeed: TalkFeed
  private let talkFollower: DaemonFollower
  private let screenFeed: ScreenFeed
  private let eventFollower: DaemonFollower
  private let setupFollower: DaemonFollower?
  private let monitor: AnswerMonitor
  /// The machine's unique identifier (machine-id(5)); empty if there is none.
  private static let machineID = String(
    decoding: SmallFile.read("/etc/machine-id", most: 100) ?? [], as: UTF8.self)
  /// Wakes the thread of the set-up cards.
  private let waker: Waker
  private let server: HTTPServer
  private let reminders: Task<Void, Never>

  /// Starts a server.
  ///
  /// It listens when this returns.
  ///
  /// Throws `HTTPServerError` and `RemoteError`. `log` gets a line for each notable event.
  public convenience init(_ options: RemoteOptions, log: @escaping @Sendable (String) -> Void) async throws {
    try await self.init(options, clock: RemoteAccess.Clock(), log: log)
  }

  /// Starts a server with the caller's clocks.
  init(
    _ options: RemoteOptions, clock: RemoteAccess.Clock, network: SiteIdentity.Network = SiteIdentity.Network(),
    timeouts: CallTimeouts = CallTimeouts(), log: @escaping @Sendable (String) -> Void
  ) async throws {
    let pages: PageFiles
    if let folder = options.pages {
      guard let read = PageFiles(folder: folder) else { throw RemoteError.pages(folder: folder) }
      pages = read
    } else {
      pages = PageFiles()
    }
    let waker = Waker()
    self.waker = waker
    let access = RemoteAccess(directory: options.stateDirectory, clock: clock, onClaim: waker.wake, log: log)
    let talkFeed = TalkFeed()
    let screenFeed = ScreenFeed()
    let monitor = AnswerMonitor(socket: options.socket) { trouble in
      if let trouble { log(trouble) }
      talkFeed.setAnswerTrouble(trouble)
      screenFeed.setAnswerTrouble(trouble)
    }
    self.monitor = monitor
    let actions = CallQueue(
      "marquee-actions", socket: options.socket, timeouts: timeouts.actions, now: clock.monotonic, monitor: monitor)
    let slides = CallQueue(
      "marquee-slides", socket: options.socket, timeouts: timeouts.slides, now: clock.monotonic, monitor: monitor)
    let slidePictures = SlidePictureCache(calls: slides)
    let screenCalls = CallQueue(
      "marquee-screens", socket: options.socket, timeouts: timeouts.screens, now: clock.monotonic, monitor: monitor)
    let previews = CallQueue(
      "marquee-previews", socket: options.socket, timeouts: timeouts.previews, now: clock.monotonic, monitor: monitor)
    let files = CallQueue(
      "marquee-files", socket: options.socket, timeouts: timeouts.slides, now: clock.monotonic, monitor: monitor)
    let media = MediaFolder(path: options.media)
    media.removeParts()
    let site = SiteIdentity(
      isSecure: options.certificate != nil, stateDirectory: options.stateDirectory, machine: Self.machineID,
      network: network)
    let cards = SetupCardOffer(access: access, site: site, waker: waker, clock: clock)
    let pairing = PairingRequests(access: access, site: site, talk: talkFeed, screens: screenFeed)
    let handler = RemoteHandler(
      access: access, site: site, pages: pages, pairing: pairing,
      talk: TalkRequests(
        access: access, feed: talkFeed, actions: actions, slideCalls: slides, pictures: slidePictures,
        pointer: PointerRelay { call in _ = try? await actions.call(call) }),
      screens: ScreenRequests(
        access: access, feed: screenFeed, calls: screenCalls, previews: ScreenPictureCache(calls: previews)),
      media: MediaRequests(access: access, folder: media, calls: screenCalls, thumbnails: files))
    server = try await RemoteServer.open(options, site: site, handler: handler, log: log)
    addresses = server.addresses
    self.site = site
    self.access = access
    self.talkFeed = talkFeed
    self.screenFeed = screenFeed
    talkFollower = DaemonFollower(
      socket: options.socket,
      talkDidChange: { talk in
        let isBack = talkFeed.trouble != nil
        if isBack { for queue in [actions, slides, screenCalls, previews, files] { queue.reset() } }
        talkFeed.update(talk)
        slidePictures.keep(only: talkFeed.pictures)
        pairing.closeStreams(of: access.talkDidChange(talk?.identifier))
        if isBack { log("connected to marqueed") }
      },
      didDisconnect: { reason in
        if talkFeed.trouble != reason { log(reason) }
        talkFeed.connectionDidEnd(reason)
      })
    talkFollower.start()
    let events = EventFollower(screenFeed)
    eventFollower = DaemonFollower(
      "marquee-events", socket: options.socket,
      follow: { (connect, shouldContinue) throws(ClientError) in
        try events.follow(try connect(), shouldContinue: shouldContinue)
      },
      didDisconnect: { screenFeed.connectionDidEnd($0) })
    eventFollower.start()
    setupFollower =
      options.offersSetup
      ? DaemonFollower(
        "marquee-setup", socket: options.socket,
        follow: { (connect, shouldContinue) throws(ClientError) in
          try cards.follow(connect, shouldContinue: shouldContinue)
        }, didDisconnect: { _ in })
      : nil
    setupFollower?.start()
    reminders = Task {
      while !Task.isCancelled {
        try? await Task.sleep(nanoseconds: 15_000_000_000)
        pairing.closeStreams(of: access.ended(among: talkFeed.sessions.union(screenFeed.sessions)))
        access.retry()
        talkFeed.resend()
        screenFeed.ping()
      }
    }
  }

  /// A new one-time code in the form for people.
  public func makeCode(observer: Bool = false) -> String {
    PairingCode.formatted(access.makeCode(observer ? .observe : .control))
  }

  /// The address for browsers at present: the machine may get another one.
  public var url: String { site.url }

  /// Simulates a change of the machine's addresses.
  func addressesDidChange() { waker.wake() }

  /// The current path component of slide pictures.
  var pictures: String? { talkFeed.pictures }

  /// Ends all connections, and all sessions that are not stored.
  public func stop() async {
    talkFollower.stop()
    eventFollower.stop()
    setupFollower?.stop()
    monitor.stop()
    waker.wake()
    reminders.cancel()
    talkFeed.close()
    screenFeed.close()
    server.close()
    access.finish()
  }

  /// How many files this process may have open (getrlimit).
  private static var openFiles: Int {
    var limit = rlimit()
    // RLIMIT_NOFILE is of another type with each C library.
    guard unsafe getrlimit(__rlimit_resource_t(7), &limit) == 0 else { return 1024 }
    return Int(clamping: limit.rlim_cur)
  }

  /// Starts the server on a thread of its own.
  private static func open(
    _ options: RemoteOptions, site: SiteIdentity, handler: RemoteHandler, log: @escaping @Sendable (String) -> Void
  ) async throws -> HTTPServer {
    let serving = HTTPServer.Options(
      addresses: options.addresses, certificate: options.certificate, reach: options.reach,
      limits: HTTPLimits(openFiles: openFiles), log: log)
    return try await withCheckedThrowingContinuation { continuation in
      BlockingThread.start("marquee-http") {
        do throws(HTTPServerError) {
          try HTTPServer.run(
            serving,
            opened: { server in
              site.open(at: server.addresses, names: options.names)
              continuation.resume(returning: server)
            },
            handler: { request, responder in
              Task { responder.answer(await handler.answer(request)) }
            })
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }
}

/// The options of a server.
///
/// Paths are made absolute, because the daemon gets some of them and has another working directory.
public struct RemoteOptions: Sendable {
  /// Where it listens.
  public var addresses: [ListenAddress]
  /// The clients that may connect.
  public var reach: ClientReach
  /// A certificate and its key, paths of PEM files; nil for no TLS.
  public var certificate: CertificateFiles?
  /// Host names besides its addresses.
  public var names: [String]
  /// The daemon's socket; nil for the path of the environment.
  public var socket: String?
  /// Where sessions are kept; nil for nowhere.
  public var stateDirectory: String?
  /// The folder for uploads.
  public var media: String
  /// Whether set-up cards show the address, and a code until the first browser has paired.
  public var offersSetup: Bool
  /// A folder with other pages than those in the program, for work on the pages.
  public var pages: String?

  /// The default folder for uploads: `$MARQUEE_MEDIA`, as for `marqueectl present`, otherwise the service's.
  public static func mediaFolder(_ environment: [String: String]) -> String {
    guard let named = environment["MARQUEE_MEDIA"], !named.isEmpty else { return "/var/lib/marquee/media" }
    return named
  }

  /// Makes options from their values.
  public init(
    addresses: [ListenAddress], reach: ClientReach = .anywhere, certificate: CertificateFiles? = nil,
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

  /// The absolute path, without `.` and `..`.
  ///
  /// Symbolic links are kept.
  private static func fullPath(_ path: String) -> String {
    let here = path.hasPrefix("/") ? "" : LocalFolders.workingDirectory
    var parts: [Substring] = []
    for part in "\(here)/\(path)".split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}

/// Why the server could not be started.
public enum RemoteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder has not all pages.
  case pages(folder: String)

  /// The error and the remedy for people.
  public var description: String {
    switch self {
    case .pages(let folder):
      "\(folder) lacks files of the pages. Compare it with Sources/marquee-remote/Pages."
    }
  }
}
