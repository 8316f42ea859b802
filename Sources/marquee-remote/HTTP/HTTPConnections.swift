internal import CMicroHTTPD
internal import DisplayTypes
internal import EventLoop
internal import Glibc
internal import SystemPackage

/// Accepts connections within the limits, runs libmicrohttpd on the event loop, and closes connections that last too long. Belongs to the
/// loop's thread.
@safe final class HTTPConnections {
  typealias Handler = (HTTPRequest, HTTPResponder) -> Void
  typealias LengthCheck = (_ path: String, _ cookies: String?) -> Bool

  struct Options {
    let listeners: [NonblockingSocket]
    var certificates: CertificateStore?
    var limits = HTTPLimits()
    var reach = ClientReach.anywhere
    /// Whether the body of a request may have `HTTPLimits.longBodyBytes`.
    var mayBeLong: LengthCheck = { _, _ in false }
    var log: (String) -> Void = { _ in }
    var now: () -> Double = { Double(MonotonicTime.now.nanoseconds) / 1e9 }
    var acceptNext: (NonblockingSocket) throws(Errno) -> AcceptedClient? = InternetSocket.accept
    var findLinks: () -> [AddressPrefix] = LocalNetwork.ownLinks
  }

  private let options: Options
  private let limits: HTTPLimits
  private let loop: EventLoop
  private let handler: Handler
  private var library: OpaquePointer?
  private var libraryWatch: Watch?
  private var inbox: HTTPInbox?
  private var inboxWatch: Watch?
  private var libraryTimer: LoopTimer?
  private var deadlineTimer: LoopTimer?
  private var listenerWatches: [Watch] = []
  private var connections: [Int: HTTPConnection] = [:]
  /// The requests in libmicrohttpd, by the numbers of their connections.
  private var exchanges: [Int: HTTPExchange] = [:]
  /// The connections whose clients have ended their streams.
  private var endedByClient: Set<Int> = []
  private var next = 0
  /// The connection that is being passed to libmicrohttpd.
  private var connectionBeingAdded: HTTPConnection?
  private var acceptsAgainAt: Double?
  private var ownLinks: [AddressPrefix] = []
  private var linksFoundAt = -Double.infinity
  private var evicted = 0
  private var loggedAt = -Double.infinity
  /// Whether libmicrohttpd has called this server, or an event has reached it, since its last run.
  private var hasProgress = false
  /// The pauses between two runs without progress.
  private var backoff = Backoff(first: 1_000_000, longest: 50_000_000)

  /// The memory of libmicrohttpd for a connection, in bytes: for a whole head, and a part of a body or an answer.
  private static let memory = 32 * 1024
  /// The pause of accepting after descriptors have run out, in seconds.
  private static let acceptPause = 1.0

  init(_ options: Options, loop: EventLoop, handler: @escaping Handler) {
    self.options = options
    limits = options.limits
    self.loop = loop
    self.handler = handler
  }

  /// Starts libmicrohttpd and accepts connections from now on.
  ///
  /// - Throws: `ENOMEM` if libmicrohttpd does not start, and the errors of `EventLoop.watch`.
  func open() throws(Errno) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    // This cannot be a property: the compiler cannot load a property for tests if its type has a C list of arguments.
    let logged: MHD_LogCallback = { context, _, _ in
      guard let context = unsafe context else { return }
      unsafe HTTPConnections.of(context).refuseHead()
    }
    unsafe library = unsafe marquee_http_start(
      options.certificates == nil ? nil : TLSCertificate.retrieveFunction,
      HTTPConnections.handlerCallback, HTTPConnections.completedCallback, HTTPConnections.changedCallback,
      logged, context, UInt32(clamping: limits.connections + 64), HTTPConnections.memory, UInt32(limits.secondsToTake))
    guard let library = unsafe library else { throw .noMemory }
    libraryTimer = loop.makeTimer { [weak self] in self?.run() }
    deadlineTimer = loop.makeTimer { [weak self] in self?.closeLateConnections() }
    libraryWatch = try loop.watch(unsafe marquee_http_descriptor(library), for: .readable) { [weak self] _ in
      self?.hasProgress = true
      self?.run()
    }
    let inbox = try HTTPInbox()
    self.inbox = inbox
    inboxWatch = try loop.watch(inbox.descriptor, for: .readable) { [weak self] _ in self?.process(inbox) }
    for listener in options.listeners {
      listenerWatches.append(
        try loop.watch(listener.descriptor, for: .readable) { [weak self] _ in self?.accept(listener) })
    }
  }

  /// Ends all connections and stops accepting.
  func close() {
    for watch in listenerWatches { watch.cancel() }
    listenerWatches = []
    guard let library = unsafe library else { return }
    for exchange in exchanges.values { exchange.end() }
    for connection in connections.values { end(connection) }
    _ = unsafe MHD_run(library)
    libraryWatch?.cancel()
    inboxWatch?.cancel()
    libraryTimer?.disarm()
    deadlineTimer?.disarm()
    unsafe self.library = nil
    unsafe MHD_stop_daemon(library)
    for connection in connections.values { connection.watch?.cancel() }
    connections = [:]
  }

  var count: Int { connections.count }

  var arrivals: Int { next }

  /// Whether the server wakes at some time without an event.
  var waitsForATime: Bool { libraryTimer?.deadline != nil || deadlineTimer?.deadline != nil }

  // MARK: Accepting

  private func accept(_ listener: NonblockingSocket) {
    do throws(Errno) {
      // After a few clients the loop continues with its other work.
      for _ in 0..<16 {
        guard let arrival = try options.acceptNext(listener) else { return }
        if options.reach.includes(arrival.own) { admit(arrival) }
      }
    } catch {
      // Descriptors or memory have run out. Without a pause, clients in the backlog would wake the loop again and again.
      acceptsAgainAt = options.now() + HTTPConnections.acceptPause
      for watch in listenerWatches { watch.update([]) }
      arm()
    }
  }

  private func admit(_ arrival: AcceptedClient) {
    let now = options.now()
    let network = network(of: arrival.address)
    guard makeRoom(for: network, now: now), let library = unsafe library else { return }
    let copy = fcntl(arrival.socket.descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return }
    next &+= 1
    let connection = HTTPConnection(
      number: next, socket: arrival.socket, peer: HTTPRequest.Peer(address: arrival.address, network: network),
      certificate: options.certificates?.current(now: now), now: now)
    connections[next] = connection
    connectionBeingAdded = connection
    // libmicrohttpd closes the copy in any case. It needs an address only for its own limit by address, which is off.
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    let isAdded = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe MHD_add_connection(library, copy, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // libmicrohttpd 0.9.75 has begun the connection now, and 1.0 begins it in its next run.
    defer { connectionBeingAdded = nil }
    guard isAdded == .YES else {
      connections[connection.number] = nil
      return
    }
    connection.watch = try? loop.watch(connection.socket.descriptor, for: .readHangUp) {
      [weak self, weak connection] _ in
      if let connection { self?.noteEnd(of: connection) }
    }
    run()
  }

  /// Ends a connection if there is no room for an unpaired one of this network. Returns false if there is still no room.
  private func makeRoom(for network: String, now: Double) -> Bool {
    let open = connections.values.filter { !$0.isEnded }
    let unpaired = open.filter { !$0.isPaired }
    let own = unpaired.filter { $0.peer.network == network }
    let silent = unpaired.filter { !$0.hasSentRequest }
    if own.count >= limits.unpairedOfNetwork { return evict(own, now: now) }
    if silent.count >= limits.withoutRequest { return evict(silent, now: now) }
    if unpaired.count >= limits.unpaired { return evict(unpaired, now: now) }
    // All connections are paired. An observer with many connections must not lock out others.
    return connections.count < limits.connections || evict(open, now: now)
  }

  /// Ends one of a network's paired connections if there are too many. It prefers an idle one, so that streams continue.
  private func boundPaired(of network: String, except newest: HTTPConnection, now: Double) {
    let paired = connections.values.filter { $0.isPaired && !$0.isEnded && $0.peer.network == network }
    guard paired.count > limits.pairedOfNetwork else { return }
    _ = evict(paired.filter { $0 !== newest }, now: now)
  }

  /// Ends one of these connections. It belongs to the network with the most connections, so a network harms only itself. Returns false if
  /// all of them have just sent a request, because a request with an effect must get its answer.
  private func evict(_ all: [HTTPConnection], now: Double) -> Bool {
    logEviction(now: now)
    let candidates = all.filter { $0.phase != .answering || now - $0.since >= limits.secondsToGiveWay }
    let groups = Dictionary(grouping: candidates, by: \.peer.network).values
    let most = groups.map(\.count).max()
    guard let first = groups.filter({ $0.count == most }).joined().min(by: HTTPConnections.givesWayBefore) else {
      return false
    }
    end(first)
    return true
  }

  /// The order in which connections end: the oldest progress first. Running answers to paired devices, such as streams, are last.
  private static func givesWayBefore(_ one: HTTPConnection, _ other: HTTPConnection) -> Bool {
    func rank(_ connection: HTTPConnection) -> (Int, Double, Int) {
      (connection.isPaired && connection.phase == .answering ? 1 : 0, connection.since, connection.number)
    }
    return rank(one) < rank(other)
  }

  private func logEviction(now: Double) {
    evicted += 1
    guard now - loggedAt >= 60 else { return }
    loggedAt = now
    options.log(
      "the maximum of connections is reached (\(connections.count)); connections that were closed or refused: \(evicted)"
    )
    evicted = 0
  }

  /// The network of an address for the limits. It reads this machine's links at most once a second.
  func network(of address: String) -> String {
    let now = options.now()
    if now - linksFoundAt >= 1 {
      linksFoundAt = now
      ownLinks = options.findLinks()
    }
    return AddressNetwork.of(address, ownLinks: ownLinks)
  }

  // MARK: Deadlines

  /// Sets the timer to the earliest deadline.
  private func arm() {
    let deadlines = connections.values.lazy.filter { !$0.isEnded }.compactMap { $0.deadline(self.limits) }
    guard let earliest = [deadlines.min(), acceptsAgainAt].compactMap(\.self).min() else {
      deadlineTimer?.disarm()
      return
    }
    let left = min(max(0, earliest - options.now()), 3600)
    deadlineTimer?.arm(at: MonotonicTime.now.advanced(by: UInt64(left * 1e9)))
  }

  /// Closes the connections whose deadline has passed.
  func closeLateConnections() {
    let now = options.now()
    if let until = acceptsAgainAt, until <= now {
      acceptsAgainAt = nil
      for watch in listenerWatches { watch.update(.readable) }
    }
    for connection in Array(connections.values)
    where !connection.isEnded && connection.deadline(limits).map({ $0 <= now }) ?? false { end(connection) }
    run()
  }

  /// Ends a connection from this side. libmicrohttpd releases it in its next run.
  private func end(_ connection: HTTPConnection) {
    if case .closing = connection.phase { return forget(connection) }
    connection.isEnded = true
    connection.socket.end()
  }

  /// Handles the end of a client's stream.
  private func noteEnd(of connection: HTTPConnection) {
    connection.watch?.cancel()
    connection.watch = nil
    endedByClient.insert(connection.number)
    // libmicrohttpd ignores a suspended connection.
    if let stream = exchanges[connection.number]?.stream { endStream(stream, of: connection) }
    run()
  }

  private func endStream(_ stream: EventStream, of connection: HTTPConnection) {
    stream.finish()
    stream.close()
    inbox?.wake(connection.number)
  }

  /// Ends the connections whose clients have ended their streams without a whole request. If bytes and the end of the stream come together,
  /// libmicrohttpd 0.9.75 reads only the bytes. So a connection with unread bytes waits.
  private func endConnectionsWithoutRequest() {
    for number in endedByClient {
      guard let connection = connections[number], !connection.isEnded, connection.certificate == nil else {
        endedByClient.remove(number)
        continue
      }
      switch connection.phase {
      case .waiting, .body: if !connection.socket.hasUnreadBytes { end(connection) }
      case .answering, .closing: break
      }
    }
  }

  private func forget(_ connection: HTTPConnection) {
    endedByClient.remove(connection.number)
    connection.watch?.cancel()
    connections[connection.number] = nil
  }

  // MARK: libmicrohttpd

  /// Runs libmicrohttpd once, and arms the timers for the next run.
  func run() {
    guard let library = unsafe library else { return }
    _ = unsafe MHD_run(library)
    var milliseconds: UInt64 = 0
    if unsafe MHD_get_timeout(library, &milliseconds) == .YES {
      if milliseconds == 0 { milliseconds = pauseBeforeNextRun() } else { backoff.reset() }
      if milliseconds > 0 { endConnectionsWithoutRequest() }
      libraryTimer?.arm(at: MonotonicTime.now.advanced(by: min(milliseconds, 3_600_000) &* 1_000_000))
    } else {
      libraryTimer?.disarm()
      endConnectionsWithoutRequest()
    }
    arm()
  }

  /// Milliseconds until the next run if libmicrohttpd asks to run at once. libmicrohttpd 0.9.75 asks for that while a TLS handshake waits
  /// for its client, although no run changes anything. A long answer also needs several runs without a callback, but then its socket is
  /// writable.
  private func pauseBeforeNextRun() -> UInt64 {
    let isSending = exchanges.contains { number, exchange in
      exchange.isSending && connections[number]?.socket.isWritable ?? false
    }
    defer { hasProgress = false }
    guard hasProgress || isSending else { return backoff.next() / 1_000_000 }
    backoff.reset()
    return 0
  }

  /// Handles the beginning of a connection, or its end. At the end libmicrohttpd has closed its copy of the descriptor.
  private func changed(
    _ library: OpaquePointer?, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, hasBegun: Bool
  ) {
    hasProgress = true
    if hasBegun {
      unsafe connectionBeingAdded?.library = library
      unsafe context?.pointee = connectionBeingAdded.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
      return
    }
    guard let pointer = unsafe context?.pointee else { return }
    let connection = unsafe Unmanaged<HTTPConnection>.fromOpaque(pointer).takeUnretainedValue()
    connection.watch?.cancel()
    unsafe connection.library = nil
    guard !connection.isEnded else { return forget(connection) }
    connection.socket.endWriting()
    let now = options.now()
    connection.enter(.closing(until: now + limits.secondsToDrop), now: now)
    drop(connection)
    guard connections[connection.number] != nil else { return }
    connection.watch = try? loop.watch(connection.socket.descriptor, for: .readable) { [weak self, weak connection] _ in
      if let connection { self?.drop(connection) }
    }
    if connection.watch == nil { forget(connection) }
  }

  /// Reads and drops some of a client's bytes, and removes the connection after the client has ended it.
  private func drop(_ connection: HTTPConnection) {
    guard let count = connection.socket.discard(most: 64 * 1024) else { return forget(connection) }
    connection.droppedBytes += count
    if connection.droppedBytes > limits.droppedBytes { forget(connection) }
  }

  /// Handles a head, a part of a body, the end of a request, or a resumed connection.
  private func handle(
    _ library: OpaquePointer, method: UnsafePointer<CChar>, path: String, version: UnsafePointer<CChar>,
    _ data: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>,
    _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> Bool {
    hasProgress = true
    guard let connection = unsafe HTTPConnection.of(library) else { return false }
    guard let known = unsafe state.pointee else {
      let isPlain = unsafe RequestHead.isPlain(library, method: method, version: version)
      let exchange = unsafe begin(library, connection, path: path, isPlain: isPlain)
      unsafe state.pointee = unsafe Unmanaged.passRetained(exchange).toOpaque()
      guard case .refused(let answer) = exchange.state else { return true }
      connection.enter(.answering, now: options.now())
      return exchange.queue(answer, closes: true)
    }
    let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(known).takeUnretainedValue()
    switch exchange.state {
    case .body(var body):
      let count = unsafe size.pointee
      guard count > 0, let data = unsafe data else {
        connection.enter(.answering, now: options.now())
        exchange.state = .handling
        exchange.suspend()
        exchanges[connection.number] = exchange
        let request = unsafe HTTPRequest(
          method: String(cString: method), path: path, query: RequestHead.values(library, .GET_ARGUMENT_KIND),
          headers: RequestHead.values(library, .HEADER_KIND).map { ($0.name.lowercased(), $0.value) }, body: body,
          peer: connection.peer)
        let number = connection.number
        handler(request, HTTPResponder { [inbox] in inbox?.put($0, for: number) })
        return true
      }
      guard body.count + count <= exchange.bodyBytes else { return false }
      // The state gives up its reference to the body, so that appending does not copy it.
      exchange.state = .handling
      unsafe body.append(contentsOf: UnsafeRawBufferPointer(start: data, count: count))
      exchange.state = .body(body)
      unsafe size.pointee = 0
      return true
    case .answered(let answer):
      if answer.isPaired != connection.isPaired {
        connection.isPaired = answer.isPaired
        let seconds = answer.isPaired ? limits.secondsIdlePaired : limits.secondsToTake
        unsafe marquee_http_set_timeout(library, UInt32(seconds))
        if answer.isPaired { boundPaired(of: connection.peer.network, except: connection, now: options.now()) }
      }
      guard exchange.queue(answer, closes: false) else { return false }
      if let stream = exchange.stream { follow(stream, of: connection) }
      return true
    case .handling, .sending, .refused: return true
    }
  }

  /// Checks a head.
  private func begin(
    _ library: OpaquePointer, _ connection: HTTPConnection, path: String, isPlain: Bool
  ) -> HTTPExchange {
    connection.hasSentRequest = true
    do throws(RequestCheck.Refusal) {
      guard isPlain else { throw .contradiction }
      let headers = unsafe RequestHead.values(library, .HEADER_KIND)
      var limits = limits
      if options.mayBeLong(path, headers.first { $0.name.lowercased() == "cookie" }?.value) {
        limits.bodyBytes = limits.longBodyBytes
      }
      let length = try RequestCheck.check(
        target: path.utf8.count, headers: headers, headBytes: connection.headBytes, limits: limits)
      let now = options.now()
      connection.enter(.body(until: now + limits.secondsToBegin + Double(length) / limits.bodyRate), now: now)
      return unsafe HTTPExchange(connection: library, state: .body([]), bodyBytes: length)
    } catch {
      return unsafe HTTPExchange(connection: library, state: .refused(error.answer))
    }
  }

  /// Refuses a request instead of libmicrohttpd, because version 0.9.75 sends its refusal twice after a complete head.
  private func refuseHead() {
    let found = connections.values.first { $0.phase == .waiting && !$0.isEnded && $0.headBytes > 0 }
    guard let connection = found, let library = unsafe connection.library else { return }
    var refusal = RequestCheck.Refusal.contradiction
    do throws(RequestCheck.Refusal) {
      _ = try RequestCheck.check(
        target: 0, headers: unsafe RequestHead.values(library, .HEADER_KIND), headBytes: connection.headBytes,
        limits: limits)
    } catch {
      refusal = error
    }
    connection.enter(.answering, now: options.now())
    connection.send(refusal.answer.closing)
    connection.socket.endWriting()
  }

  /// Processes the answers and pieces of other threads.
  private func process(_ inbox: HTTPInbox) {
    let contents = inbox.take()
    for (number, answer) in contents.answers {
      guard let exchange = exchanges[number], case .handling = exchange.state else {
        // The connection has ended.
        if case .stream(let stream) = answer.body { stream.close() }
        continue
      }
      exchange.state = .answered(answer)
      exchange.resume()
    }
    for number in contents.streams { exchanges[number]?.resume() }
    run()
  }

  /// Sends the pieces of a stream, and ends the stream with the client.
  private func follow(_ stream: EventStream, of connection: HTTPConnection) {
    let number = connection.number
    stream.attach { [inbox] in inbox?.wake(number) }
    if endedByClient.contains(number) { endStream(stream, of: connection) } else { inbox?.wake(number) }
  }

  /// Handles the end of a request, with or without an answer.
  private func completed(_ library: OpaquePointer, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) {
    hasProgress = true
    guard let known = unsafe state?.pointee else { return }
    unsafe state?.pointee = nil
    let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(known).takeRetainedValue()
    exchange.stream?.close()
    guard let connection = unsafe HTTPConnection.of(library) else { return }
    exchanges[connection.number] = nil
    connection.enter(.waiting, now: options.now())
  }

  // MARK: Functions that libmicrohttpd calls, on the loop's thread

  private static func of(_ context: UnsafeMutableRawPointer) -> HTTPConnections {
    unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  private static let handlerCallback: MHD_AccessHandlerCallback = {
    context, library, path, method, version, data, size, state in
    guard let context = unsafe context, let library = unsafe library, let path = unsafe path,
      let method = unsafe method, let version = unsafe version, let size = unsafe size, let state = unsafe state
    else { return .NO }
    let isAccepted = unsafe HTTPConnections.of(context).handle(
      library, method: method, path: String(cString: path), version: version, data, size, state)
    return isAccepted ? .YES : .NO
  }

  private static let completedCallback: MHD_RequestCompletedCallback = { context, library, state, _ in
    guard let context = unsafe context, let library = unsafe library else { return }
    unsafe HTTPConnections.of(context).completed(library, state)
  }

  private static let changedCallback: MHD_NotifyConnectionCallback = { context, library, socketContext, code in
    guard let context = unsafe context else { return }
    unsafe HTTPConnections.of(context).changed(library, socketContext, hasBegun: code == .CONNECTION_NOTIFY_STARTED)
  }
}
