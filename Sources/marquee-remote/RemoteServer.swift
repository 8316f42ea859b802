internal import ControlClient
internal import ControlProtocol
internal import Glibc

/// The pages for phones and consoles: HTTP server, pairing, and the way to the daemon.
public final class RemoteServer: Sendable {
  /// Where it listens, with the ports that it has got.
  public let addresses: [ListenAddress]
  private let entrance: SiteIdentity
  private let access: RemoteAccess
  private let hub: TalkFeed
  private let watch: DaemonFollower
  private let screenHub: ScreenFeed
  private let screenWatch: DaemonFollower
  private let setupWatch: DaemonFollower?
  private let silence: AnswerMonitor
  /// This box's number among all (machine-id(5)); empty where it has none.
  private static let machineID = String(
    decoding: SmallFile.read("/etc/machine-id", most: 100) ?? [], as: UTF8.self)
  /// Has set-up cards looked at anew.
  private let waker: Waker
  private let server: HTTPServer
  private let reminding: Task<Void, Never>

  /// Starts one; it listens when this returns.
  ///
  /// Throws `HTTPServerError` and `RemoteError`. `log` gets a line for what somebody who runs it wants to know.
  public convenience init(_ options: RemoteOptions, log: @escaping @Sendable (String) -> Void) async throws {
    try await self.init(options, clock: RemoteAccess.Clock(), log: log)
  }

  /// Starts one by clocks of the caller's.
  init(
    _ options: RemoteOptions, clock: RemoteAccess.Clock, network: SiteIdentity.Network = SiteIdentity.Network(),
    patience: CallTimeouts = CallTimeouts(), log: @escaping @Sendable (String) -> Void
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
    let hub = TalkFeed()
    let screenHub = ScreenFeed()
    let silence = AnswerMonitor(socket: options.socket) { trouble in
      if let trouble { log(trouble) }
      hub.setSilence(trouble)
      screenHub.setSilence(trouble)
    }
    self.silence = silence
    let actions = CallQueue(
      "marquee-actions", socket: options.socket, patience: patience.actions, now: clock.monotonic, silence: silence)
    let slides = CallQueue(
      "marquee-slides", socket: options.socket, patience: patience.slides, now: clock.monotonic, silence: silence)
    let shelf = SlidePictureCache(lane: slides)
    let screenCalls = CallQueue(
      "marquee-screens", socket: options.socket, patience: patience.screens, now: clock.monotonic, silence: silence)
    let looks = CallQueue(
      "marquee-looks", socket: options.socket, patience: patience.looks, now: clock.monotonic, silence: silence)
    let files = CallQueue(
      "marquee-files", socket: options.socket, patience: patience.slides, now: clock.monotonic, silence: silence)
    let media = MediaFolder(path: options.media)
    media.removeParts()
    let entrance = SiteIdentity(
      isSecure: options.certificate != nil, stateDirectory: options.stateDirectory, machine: Self.machineID,
      network: network)
    let cards = SetupCardOffer(access: access, entrance: entrance, waker: waker, clock: clock)
    let handler = RemoteHandler(
      access: access, hub: hub, actions: actions, shelf: shelf, slides: slides,
      pointer: PointerRelay { call in _ = try? await actions.call(call) },
      screens: ScreenPageServices(
        hub: screenHub, calls: screenCalls, looks: ScreenPictureCache(lane: looks), files: files, media: media),
      pages: pages, entrance: entrance)
    server = try await RemoteServer.open(options, entrance: entrance, handler: handler, log: log)
    addresses = server.addresses
    self.entrance = entrance
    self.access = access
    self.hub = hub
    self.screenHub = screenHub
    let dismiss = { @Sendable (sessions: [String]) in
      hub.dismiss(sessions: sessions)
      screenHub.dismiss(sessions: sessions)
    }
    watch = DaemonFollower(
      socket: options.socket,
      told: { talk in
        let isBack = hub.trouble != nil
        if isBack { for lane in [actions, slides, screenCalls, looks, files] { lane.reset() } }
        hub.tell(talk)
        shelf.keep(only: hub.pictures)
        dismiss(access.follow(talk?.identifier))
        if isBack { log("marqueed is there") }
      },
      lost: { reason in
        if hub.trouble != reason { log(reason) }
        hub.lose(reason)
      })
    watch.start()
    let events = EventFollower(screenHub)
    screenWatch = DaemonFollower(
      "marquee-events", socket: options.socket,
      follow: { (connect, goesOn) throws(ClientError) in try events.follow(try connect(), goesOn: goesOn) },
      lost: { screenHub.lose($0) })
    screenWatch.start()
    setupWatch =
      options.offersSetup
      ? DaemonFollower(
        "marquee-setup", socket: options.socket,
        follow: { (connect, goesOn) throws(ClientError) in try cards.follow(connect, goesOn: goesOn) }, lost: { _ in })
      : nil
    setupWatch?.start()
    reminding = Task {
      while !Task.isCancelled {
        try? await Task.sleep(nanoseconds: 15_000_000_000)
        dismiss(access.over(hub.sessions.union(screenHub.sessions)))
        access.retry()
        hub.remind()
        screenHub.remind()
      }
    }
  }

  /// A new one-time code, as it is written for people.
  public func makeCode(observer: Bool = false) -> String {
    PairingCode.written(access.makeCode(observer ? .observe : .control))
  }

  /// The address for browsers at present: the machine may get another one.
  public var url: String { entrance.url }

  /// As if the machine had got another address.
  func addressesDidChange() { waker.wake() }

  /// Where pictures are at present.
  var pictures: String? { hub.pictures }

  /// Ends all connections, and sessions that are kept nowhere with it.
  public func stop() async {
    watch.stop()
    screenWatch.stop()
    setupWatch?.stop()
    silence.stop()
    waker.wake()
    reminding.cancel()
    hub.dismiss()
    screenHub.dismiss()
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
    _ options: RemoteOptions, entrance: SiteIdentity, handler: RemoteHandler, log: @escaping @Sendable (String) -> Void
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
              entrance.open(at: server.addresses, names: options.names)
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

/// How a server is started.
///
/// Its paths are from the root, whatever they were given as: the daemon, which is told of files, is in another directory.
public struct RemoteOptions: Sendable {
  /// Where it listens.
  public var addresses: [ListenAddress]
  /// From where clients are let in.
  public var reach: ClientReach
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

  /// The path from the root, without `.` and `..`; symbolic links are left as they are.
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

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .pages(let folder):
      "\(folder) has not all the files of the pages; compare it with Sources/marquee-remote/Pages."
    }
  }
}
