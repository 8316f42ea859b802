internal import ControlProtocol
internal import DisplayTypes
internal import EventLoop
internal import Glibc
internal import SystemPackage

/// The connection of one client. Requests are answered in order, one at a time (Varlink). While a request is unanswered, or the client does
/// not read its replies, nothing is read from the client. So it can fill the kernel's buffer, but not the daemon's memory.
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
  private var onRead: (() -> Void)?
  private var isWorking = false
  /// Whether work is scheduled for the next turn of the loop.
  private var isScheduled = false
  /// The time at which the client is disconnected, unless it reads something or completes its request.
  private(set) var deadline: MonotonicTime?

  private enum State {
    case open
    /// The client sends nothing more. Its earlier requests are still answered.
    case inputEnded
    /// Queued bytes are sent, then the connection closes.
    case closing
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

  /// The bytes held for this client.
  var bufferedBytes: Int { framer.bufferedBytes + output.count }

  /// Whether the client has read all bytes: none is queued here or in the socket.
  var hasReadAll: Bool {
    guard output.isEmpty else { return false }
    var unread: Int32 = 0
    // SIOCOUTQ, by its older name. During its notification the kernel counts one byte too many (sock_wfree). Unread bytes count for
    // hundreds.
    return ioctl(descriptor.number, UInt(TIOCOUTQ), &unread) != 0 || unread <= 1
  }

  /// Calls `action` once, when the client has read all bytes. It replaces the action of an earlier call.
  func whenRead(_ action: @escaping () -> Void) {
    guard isAnswering else { return }
    onRead = action
    updateWatch()
  }

  // MARK: Input

  private func handle(_ events: IOEvents) {
    // Both directions are closed.
    if events.contains(.hangUp), outstanding != nil || state != .open { return close() }
    if events.contains(.writable) {
      flush()
      notifyIfRead()
    }
    if !isScheduled { work() }
  }

  /// Handles requests up to the limit for one turn.
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

  private var isAnswering: Bool { state == .open || state == .inputEnded }

  private var canTakeRequest: Bool {
    isAnswering && outstanding == nil && output.count <= server.limits.replyBytes
  }

  /// Handles one message, or reads once. False if there is nothing to do now.
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
      // All requests before the end of the input were handled.
      state = .closing
      return false
    }
    do throws(Errno) {
      guard let bytes = try server.read(from: descriptor.number) else { return false }
      if bytes.isEmpty { state = .inputEnded } else { framer.append(bytes) }
      return true
    } catch {
      close()
      return false
    }
  }

  private func handle(_ message: [UInt8]) {
    server.counters.requests += 1
    // The remaining bytes arrived after this message.
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

  /// Ends a connection whose bytes are not requests.
  private func refuse(_ error: ControlError) {
    server.counters.malformed += 1
    server.note(.malformed(peer, reason: error.description), userID: peer.userID)
    end(with: error)
  }

  // MARK: Output

  /// Queues the answer to the current request, and continues with the next request.
  func finish(_ message: [UInt8]?) {
    outstanding = nil
    onRead = nil
    guard isAnswering else { return }
    if let message { output.append(message) }
    guard !isWorking else { return }
    if canTakeRequest, framer.bufferedBytes > 0 || state == .inputEnded { schedule() }
    flush()
  }

  /// Queues one of several replies.
  func sendContinuing(_ message: [UInt8]) {
    guard isAnswering else { return }
    output.append(message)
    if !isWorking { flush() }
    guard output.count > server.limits.streamBytes else { return }
    server.counters.droppedReaders += 1
    server.note(.droppedReader(peer, waitingBytes: output.count), userID: peer.userID)
    end(with: .streamOverflow(limit: server.limits.streamBytes))
    if !isWorking { flush() }
  }

  /// Sends an error as the last message, then closes.
  private func end(with error: ControlError) {
    guard isAnswering else { return }
    state = .closing
    output.dropUnsent()
    if let message = try? ControlJSON.frame(error) { output.append(message) }
    dropRequest()
  }

  private func dropRequest() {
    let responder = outstanding
    outstanding = nil
    onRead = nil
    responder?.connectionDidClose()
  }

  /// Sends as many bytes as the socket accepts, then updates the watch.
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

  private func notifyIfRead() {
    guard let action = onRead, hasReadAll else { return }
    onRead = nil
    action()
    if state != .closed { updateWatch() }
  }

  private func updateWatch() {
    var events: IOEvents = []
    if state == .open, canTakeRequest, !isScheduled { events.insert(.readable) }
    if !output.isEmpty {
      events.insert(.writable)
    } else if onRead != nil, events.isEmpty {
      // The kernel reports each read of bytes.
      events = [.writable, .onlyNew]
    }
    guard events != watched else { return }
    watched = events
    watch?.update(events)
  }

  private func updateDeadline(madeProgress: Bool) {
    let isStuck = !output.isEmpty && (state == .closing || output.count > server.limits.streamBytes)
    // Bytes that wait for the next turn are whole requests, or arrived recently.
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

  /// Ends the connection if its deadline has passed.
  func checkDeadline(_ now: MonotonicTime) {
    guard let deadline, deadline <= now else { return }
    guard state == .open, output.isEmpty else { return close() }
    refuse(.malformedMessage(reason: "it was incomplete for too long"))
    flush()
  }

  /// Closes immediately and drops the request.
  func close() {
    guard state != .closed else { return }
    state = .closed
    deadline = nil
    watch?.cancel()
    watch = nil
    shutdown(descriptor.number, Int32(SHUT_RDWR))
    dropRequest()
    server.remove(self)
  }
}

/// The bytes for a client: messages that each end with NUL.
nonisolated struct OutputQueue {
  private var buffer: [UInt8] = []
  private var head = 0

  var count: Int { buffer.count - head }
  var isEmpty: Bool { count == 0 }

  /// Adds a complete message with its terminator.
  mutating func append(_ message: [UInt8]) {
    if isEmpty {
      // Use the storage of the message, so that a large message is not copied.
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

  /// Passes the bytes to `send`, which returns how many it accepted.
  mutating func send(_ send: (UnsafeRawBufferPointer) -> Int) {
    guard !isEmpty else { return }
    let taken = buffer.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[head...])) }
    head += min(max(0, taken), count)
    guard isEmpty else { return }
    buffer.removeAll(keepingCapacity: buffer.capacity <= 16 * 1024)
    head = 0
  }

  /// Drops every message of which no byte was sent. The rest of a partly sent message stays, so that the next one can be read.
  mutating func dropUnsent() {
    let isBegun = head > 0 && buffer[head - 1] != 0
    let end = isBegun ? (buffer[head...].firstIndex(of: 0) ?? buffer.count - 1) + 1 : head
    buffer = Array(buffer[head..<end])
    // A byte before the rest marks the message as partly sent.
    if isBegun { buffer.insert(1, at: 0) }
    head = isBegun ? 1 : 0
  }
}
