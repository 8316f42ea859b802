internal import ControlClient
internal import ControlProtocol
internal import EventLoop
internal import Glibc
internal import KeptFiles

/// The pages for phones and consoles: HTTP server, pairing, and the connections to the daemon.
final class RemoteServer: Sendable {
  /// The listen addresses, with the ports that the system has chosen.
  let addresses: [ListenAddress]
  private let site: SiteIdentity
  private let access: RemoteAccess
  private let talkFeed = TalkFeed()
  private let screenFeed = ScreenFeed()
  private let followers: [DaemonFollower]
  private let monitor: AnswerMonitor
  /// Wakes the thread of the set-up cards; nil if no descriptor is left.
  private let wakeEvent = try? WakeEvent()
  private let server: HTTPServer
  private let reminders: Task<Void, Never>

  /// Starts a server. It listens when this returns. Throws `HTTPServerError` and `RemoteFailure`. `log` gets a line for each notable event.
  init(
    _ options: RemoteOptions, clock: RemoteAccess.AccessClock = RemoteAccess.AccessClock(),
    network: SiteIdentity.Network = SiteIdentity.Network(), timeouts: CallTimeouts = CallTimeouts(),
    log: @escaping @Sendable (String) -> Void
  ) async throws {
    let (options, talkFeed, screenFeed, wakeEvent) = (options.absolute, talkFeed, screenFeed, wakeEvent)
    let pages = try options.pages.map { folder in
      guard let pages = PageFiles(folder: folder) else {
        throw RemoteFailure(
          "\(folder) lacks files of the pages. Compare it with Sources/marquee-remote/Pages.")
      }
      return pages
    }
    let access = RemoteAccess(
      directory: options.stateDirectory, clock: clock, onClaim: { wakeEvent?.signal() }, log: log)
    let monitor = AnswerMonitor(socket: options.socket) { trouble in
      if let trouble { log(trouble) }
      talkFeed.setTrouble(\.answer, trouble)
      screenFeed.setTrouble(\.answer, trouble)
    }
    func queue(_ name: String, _ timeouts: CallQueue.Timeouts) -> CallQueue {
      CallQueue(name, socket: options.socket, timeouts: timeouts, now: clock.monotonic, monitor: monitor)
    }
    let actions = queue("marquee-actions", timeouts.actions)
    let slides = queue("marquee-slides", timeouts.slides)
    let screenCalls = queue("marquee-screens", timeouts.screens)
    let previews = queue("marquee-previews", timeouts.previews)
    let files = queue("marquee-files", timeouts.slides)
    let slidePictures = WebPictureCache(slides: slides)
    let media = MediaFolder(path: options.media)
    media.removeParts()
    let site = SiteIdentity(
      isSecure: options.certificate != nil, stateDirectory: options.stateDirectory,
      machine: String(decoding: (try? KeptFile.read("/etc/machine-id")) ?? [], as: UTF8.self), network: network)
    let cards = SetupCardOffer(access: access, site: site, wakeEvent: wakeEvent, clock: clock)
    let pairing = PairingRequests(access: access, site: site, talk: talkFeed, screens: screenFeed)
    let handler = RemoteHandler(
      access: access, site: site, pages: pages ?? PageFiles(), pairing: pairing,
      talk: TalkRequests(
        access: access, feed: talkFeed, actions: actions, slideCalls: slides, pictures: slidePictures,
        pointer: PointerRelay { call in _ = try? await actions.call(call) }),
      screens: ScreenRequests(
        access: access, feed: screenFeed, calls: screenCalls, previews: WebPictureCache(screens: previews)),
      media: MediaRequests(access: access, folder: media, calls: screenCalls, thumbnails: files),
      playlist: PlaylistRequests(access: access, folder: media, calls: screenCalls, pictures: files),
      present: PresentRequests(access: access, folder: media, feed: talkFeed, calls: screenCalls, slides: slides))
    server = try await RemoteServer.open(options, site: site, handler: handler, log: log)
    addresses = server.addresses
    self.monitor = monitor
    self.site = site
    self.access = access
    let talkFollower = DaemonFollower(
      "marquee-talk", socket: options.socket,
      follow: { (connect, shouldContinue) throws(ClientError) in
        let reader = try connect().talk()
        while let reply = try reader.next(), shouldContinue() {
          let isBack = talkFeed.trouble != nil
          if isBack { for queue in [actions, slides, screenCalls, previews, files] { queue.reset() } }
          talkFeed.update(reply.talk)
          let place = talkFeed.pictures
          slidePictures.keep { $0.place == place }
          pairing.closeStreams(of: access.talkDidChange(reply.talk?.identifier))
          if isBack { log("connected to marqueed") }
        }
      },
      didDisconnect: { reason in
        if talkFeed.trouble != reason { log(reason) }
        talkFeed.setTrouble(\.connection, reason)
      })
    let events = EventFollower(screenFeed)
    let eventFollower = DaemonFollower(
      "marquee-events", socket: options.socket,
      follow: { (connect, shouldContinue) throws(ClientError) in
        try events.follow(try connect(), shouldContinue: shouldContinue)
      },
      didDisconnect: { screenFeed.setTrouble(\.connection, $0) })
    let setupFollower =
      options.offersSetup
      ? DaemonFollower("marquee-setup", socket: options.socket, follow: cards.follow) : nil
    followers = [talkFollower, eventFollower, setupFollower].compactMap(\.self)
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
  func makeCode(observer: Bool = false) -> String {
    PairingCode.formatted(access.makeCode(observer ? .observe : .control))
  }

  /// The current address for browsers.
  var url: String { site.url }

  /// Simulates a change of the machine's addresses.
  func addressesDidChange() { wakeEvent?.signal() }

  /// The current path component of slide pictures.
  var pictures: String? { talkFeed.pictures }

  /// Ends all connections, and all sessions that are not stored.
  func stop() async {
    for follower in followers { follower.stop() }
    monitor.stop()
    wakeEvent?.signal()
    reminders.cancel()
    talkFeed.close()
    screenFeed.close()
    server.close()
    access.finish()
  }

  /// Starts the HTTP server on its own thread.
  private static func open(
    _ options: RemoteOptions, site: SiteIdentity, handler: RemoteHandler, log: @escaping @Sendable (String) -> Void
  ) async throws -> HTTPServer {
    try await withCheckedThrowingContinuation { continuation in
      BlockingThread.start("marquee-http") {
        do throws(HTTPServerError) {
          try HTTPServer.run(
            at: options.addresses, certificate: options.certificate, reach: options.reach, log: log,
            mayBeLong: { handler.mayBeLong($0, cookies: $1) },
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

struct RemoteOptions: Sendable {
  var addresses: [ListenAddress]
  var reach = ClientReach.anywhere
  /// Nil for no TLS.
  var certificate: CertificateFiles?
  /// Host names besides the addresses.
  var names: [String] = []
  /// The daemon's socket; nil for the path of the environment.
  var socket: String?
  /// The directory for pairings; nil stores nothing.
  var stateDirectory: String?
  var media = RemoteOptions.mediaFolder([:])
  /// Whether set-up cards show the address, and a code until the first browser has paired.
  var offersSetup = false
  /// A folder with other pages than those in the program, for work on the pages.
  var pages: String?

  /// The default folder for uploads: `$MARQUEE_MEDIA`, as for `marqueectl present`, otherwise the service's folder.
  static func mediaFolder(_ environment: [String: String]) -> String {
    guard let named = environment["MARQUEE_MEDIA"], !named.isEmpty else { return "/var/lib/marquee/media" }
    return named
  }

  /// The same options with absolute paths. The daemon gets some of the paths, and has another working directory.
  var absolute: RemoteOptions {
    var options = self
    options.certificate = certificate.map {
      CertificateFiles(certificate: Self.fullPath($0.certificate), key: Self.fullPath($0.key))
    }
    options.stateDirectory = stateDirectory.map(Self.fullPath)
    options.media = Self.fullPath(media)
    options.pages = pages.map(Self.fullPath)
    return options
  }

  /// The absolute path, without `.` and `..`, and with its symbolic links.
  private static func fullPath(_ path: String) -> String {
    var parts: [Substring] = []
    for part in "\(path.hasPrefix("/") ? "" : workingDirectory)/\(path)".split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static var workingDirectory: String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}
