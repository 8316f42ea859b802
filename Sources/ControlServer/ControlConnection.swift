internal import ControlProtocol
internal import DisplayTypes
internal import EventLoop
internal import Glibc
internal import SystemPackage

/// One client: bytes in, requests to the server, bytes out.
///
/// Requests are answered in order, one at a time, as Varlink has it. While one is being answered, or the client does not take
/// its answers, nothing more is read from it, so that what it can fill is the kernel's buffer and not the daemon's memory.
final class ControlConnection {
  let peer: PeerCredentials
  private unowned let server: ControlServer
  private let descriptor: OwnedDescriptor
  private var watch: Watch?
  private var watched: IOEvents = []
  private var framer: MessageFramer
  private var output = OutputQueue()
  private var outstanding: ControlResponder?
  private var state = State.open
  private var onTaken: (() -> Void)?
  private var isWorking = false
  /// It has had its turn, and goes on in the next one.
  private var isScheduled = false
  /// When the client is cut off unless it takes something, or completes its request.
  private(set) var deadline: MonotonicTime?

  private enum State {
    /// Requests are read.
    case open
    /// The client sends no more; what it asked for is still answered.
    case inputEnded
    /// Nothing more is done than sending what is queued.
    case closing
    /// The end.
    case closed
  }

  init(descriptor: consuming OwnedDescriptor, peer: PeerCredentials, server: ControlServer) throws(Errno) {
    self.descriptor = descriptor
    self.peer = peer
    self.server = server
    framer = MessageFramer(limit: server.limits.requestBytes)
    watched = .readable
    watch = try server.loop.watch(self.descriptor.number, for: watched) { [weak self] events in self?.handle(events) }
  }

  /// Bytes held for this client.
  var bufferedBytes: Int { framer.bufferedBytes + output.count }

  /// Whether the client has read all that it was sent: nothing waits here, nor in the socket.
  var isTaken: Bool {
    guard output.isEmpty else { return false }
    var unread: Int32 = 0
    // SIOCOUTQ, by its older name.
    // While the kernel says that something was taken, it counts one byte more (sock_wfree); what is unread counts for hundreds.
    return ioctl(descriptor.number, UInt(TIOCOUTQ), &unread) != 0 || unread <= 1
  }

  /// Calls once, as soon as the client has read all that it was sent; in place of what was to be called before.
  func whenTaken(_ action: @escaping () -> Void) {
    guard state == .open || state == .inputEnded else { return }
    onTaken = action
    updateWatch()
  }

  // MARK: Input

  private func handle(_ events: IOEvents) {
    // Both directions are closed: nobody is left to answer.
    if events.contains(.hangUp), outstanding != nil || state != .open { return close() }
    if events.contains(.writable) {
      flush()
      tellIfTaken()
    }
    if !isScheduled { work() }
  }

  /// Handles what there is to handle, up to the budget of one turn.
  func work() {
    guard !isWorking else { return }
    isWorking = true
    isScheduled = false
    var budget = server.limits.requestsPerTurn
    while budget > 0, canTakeRequest, step() { budget -= 1 }
    isWorking = false
    if budget == 0, canTakeRequest { schedule() }
    flush()
  }

  private func schedule() {
    guard !isScheduled else { return }
    isScheduled = true
    server.continueLater(self)
  }

  private var canTakeRequest: Bool {
    (state == .open || state == .inputEnded) && outstanding == nil && output.count <= server.limits.replyBytes
  }

  /// Handles one message, or reads once; false where there is nothing to do now.
  private func step() -> Bool {
    do throws(FramingError) {
      if let message = try framer.next() {
        handle(message)
        return true
      }
    } catch {
      refuse(.messageTooLong(limit: server.limits.requestBytes))
      return false
    }
    guard state == .open else {
      // The end of the input, and everything before it was handled.
      state = .closing
      return false
    }
    return readOnce()
  }

  private func readOnce() -> Bool {
    let count = server.read(from: descriptor.number)
    guard let count else { return false }
    if count < 0 {
      close()
      return false
    }
    if count == 0 {
      state = .inputEnded
    } else {
      framer.append(server.lastRead(count))
    }
    return true
  }

  private func handle(_ message: [UInt8]) {
    server.counters.requests += 1
    // What follows was begun after it.
    deadline = nil
    do throws(ControlError) {
      let call = try ControlCall(message: message)
      let access = server.policy.level(for: peer)
      let responder = ControlResponder(peer: peer, access: access, call: call, connection: self)
      outstanding = responder
      server.dispatch(call, responder: responder)
    } catch {
      refuse(error)
    }
  }

  /// Ends a connection whose next bytes cannot be made sense of.
  private func refuse(_ error: ControlError) {
    server.counters.malformed += 1
    server.note(.malformed(peer, reason: error.description), userID: peer.userID)
    end(with: error)
  }

  // MARK: Output

  /// Queues the answer to the outstanding request, and goes on with the next one.
  func finish(_ message: [UInt8]?) {
    outstanding = nil
    onTaken = nil
    guard state == .open || state == .inputEnded else { return }
    if let message { output.append(message) }
    guard !isWorking else { return }
    if canTakeRequest, framer.bufferedBytes > 0 || state == .inputEnded { schedule() }
    flush()
  }

  /// Queues one of many replies.
  func sendContinuing(_ message: [UInt8]) {
    guard state == .open || state == .inputEnded else { return }
    output.append(message)
    if !isWorking { flush() }
    // Only what the socket did not take counts.
    guard output.count > server.limits.streamBytes else { return }
    server.counters.droppedReaders += 1
    server.note(.droppedReader(peer, waitingBytes: output.count), userID: peer.userID)
    end(with: .streamOverflow(limit: server.limits.streamBytes))
    if !isWorking { flush() }
  }

  /// Sends an error as the last message, then closes.
  func end(with error: ControlError) {
    guard state == .open || state == .inputEnded else { return }
    state = .closing
    output.dropUnsent()
    if let message = try? ControlJSON.frame(error) { output.append(message) }
    letGoOfRequest()
  }

  private func letGoOfRequest() {
    let responder = outstanding
    outstanding = nil
    onTaken = nil
    responder?.clientIsGone()
  }

  /// Sends what the socket takes, and watches for what comes next.
  private func flush() {
    guard state != .closed else { return }
    let before = output.count
    var failed = false
    output.send { bytes in
      let sent = send(descriptor.number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      if sent < 0 { failed = errno != EAGAIN && errno != EINTR }
      return sent
    }
    if failed || (state == .closing && output.isEmpty) { return close() }
    updateDeadline(madeProgress: output.count < before)
    updateWatch()
  }

  private func tellIfTaken() {
    guard let action = onTaken, isTaken else { return }
    onTaken = nil
    action()
    if state != .closed { updateWatch() }
  }

  private func updateWatch() {
    var events: IOEvents = []
    if state == .open, canTakeRequest, !isScheduled { events.insert(.readable) }
    if !output.isEmpty {
      events.insert(.writable)
    } else if onTaken != nil, events.isEmpty {
      // The kernel tells each time that something was read, and whoever reads nothing wakes nobody.
      events = [.writable, .onlyNew]
    }
    guard events != watched else { return }
    watched = events
    watch?.update(events)
  }

  private func updateDeadline(madeProgress: Bool) {
    let isStuck = !output.isEmpty && (state == .closing || output.count > server.limits.streamBytes)
    // What waits for the next turn is whole, or begun not long ago.
    let isHalf =
      state == .open && outstanding == nil && !isScheduled && framer.bufferedBytes > 0 && output.isEmpty
    if isStuck {
      if deadline == nil || madeProgress { deadline = .now.advanced(by: server.limits.stallNanoseconds) }
    } else if isHalf {
      if deadline == nil { deadline = .now.advanced(by: server.limits.requestNanoseconds) }
    } else {
      deadline = nil
    }
    if deadline != nil { server.armStallTimer() }
  }

  /// Ends the connection where its deadline has passed.
  func checkDeadline(_ now: MonotonicTime) {
    guard let deadline, deadline <= now else { return }
    guard state == .open, output.isEmpty else { return close() }
    refuse(.malformedMessage(reason: "it was begun and not ended for too long"))
    flush()
  }

  /// Closes at once and lets go of the request.
  func close() {
    guard state != .closed else { return }
    state = .closed
    deadline = nil
    watch?.cancel()
    watch = nil
    shutdown(descriptor.number, Int32(SHUT_RDWR))
    letGoOfRequest()
    server.remove(self)
  }
}

/// Bytes on their way to a client: messages, each ended by NUL.
nonisolated struct OutputQueue {
  private var buffer: [UInt8] = []
  private var head = 0

  /// Bytes that the socket has not taken yet.
  var count: Int { buffer.count - head }
  var isEmpty: Bool { count == 0 }

  /// Adds a whole message with its terminator.
  mutating func append(_ message: [UInt8]) {
    if isEmpty {
      // Takes the message's own storage: a large one is not copied.
      if buffer.capacity < message.count { buffer = message } else { buffer.replaceSubrange(0..., with: message) }
      head = 0
      return
    }
    if head > count {
      buffer.removeSubrange(..<head)
      head = 0
    }
    buffer.append(contentsOf: message)
  }

  /// Gives `send` what is left; it returns how much of it was taken.
  mutating func send(_ send: (UnsafeRawBufferPointer) -> Int) {
    guard !isEmpty else { return }
    let taken = buffer.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[head...])) }
    head += min(max(0, taken), count)
    guard isEmpty else { return }
    buffer.removeAll(keepingCapacity: buffer.capacity <= 16 * 1024)
    head = 0
  }

  /// Drops every message of which nothing was sent; the rest of a message that was begun stays, so that the next one can be
  /// read.
  mutating func dropUnsent() {
    let isBegun = head > 0 && buffer[head - 1] != 0
    let end = isBegun ? (buffer[head...].firstIndex(of: 0) ?? buffer.count - 1) + 1 : head
    buffer = Array(buffer[head..<end])
    // What stays was begun: a byte before it says so.
    if isBegun { buffer.insert(1, at: 0) }
    head = isBegun ? 1 : 0
  }
}
