public import ControlProtocol
internal import Glibc
internal import SystemPackage

/// A connection to the daemon for Swift programs.
///
/// Its typed calls wait for their answers.
///
/// It owns its socket, and belongs to one thread. A program needs one client for its calls, and one for each stream. After a call that
/// timed out or lost its connection, the client is unusable. Make another one.
public final class ControlClient {
  private var socket: ClientSocket
  private var framer = MessageFramer(limit: ControlLimits.replyBytes)
  /// The reason why the client is unusable.
  private var ending: ClientError?
  /// Whether the replies are a stream, in which a late reply is still valid.
  private var isStreaming = false
  /// Whether the last reply of the stream has arrived.
  private var isOver = false
  /// The method of the last call.
  private var sent: ControlMethod?

  /// Connects to the daemon at the socket of the environment (`SocketLocation`).
  ///
  /// - Throws: ``ClientError/noDaemon(tried:)`` if no daemon listens; ``ClientError/refused(message:)`` if this user may not connect;
  ///   ``ClientError/lost(reason:)`` for other errors.
  public convenience init() throws(ClientError) {
    var environment: [String: String] = [:]
    for key in ["MARQUEE_SOCKET", "XDG_RUNTIME_DIR"] { environment[key] = getenv(key).map { String(cString: $0) } }
    try self.init(locations: SocketLocation.ofClient(environment: environment, userID: geteuid()))
  }

  /// Connects to the daemon whose socket is at `path`.
  ///
  /// - Parameter path: The path, at most 107 bytes (unix(7)).
  /// - Throws: The errors of ``init()``.
  public convenience init(path: String) throws(ClientError) {
    try self.init(locations: [SocketLocation(path: path)])
  }

  /// Connects to the first of `locations` with a listener.
  ///
  /// In a directory that other users could have made, it accepts only a socket of this user or of root.
  ///
  /// - Parameter locations: The places in their order.
  /// - Throws: The errors of ``init()``.
  public convenience init(locations: [SocketLocation]) throws(ClientError) {
    var refusal: ClientError?
    for location in locations {
      do throws(ClientSocket.ConnectFailure) {
        self.init(socket: try ClientSocket(at: location))
        return
      } catch {
        switch error {
        case .noListener: continue
        case .notPermitted:
          refusal =
            refusal
            ?? .refused(
              message:
                "This user may not connect to \(location.path). Ask for access in the configuration, or run as root.")
        case .other(let errno):
          throw .lost(reason: "could not connect to \(location.path): \(errno.description)")
        }
      }
    }
    throw refusal ?? .noDaemon(tried: locations.map(\.path))
  }

  /// Connects through a forwarded TCP port.
  ///
  /// It is for the project's own tests with a daemon in a virtual machine. The daemon itself listens on no network.
  package convenience init(forwardedPort port: UInt16, address: String = "127.0.0.1") throws(ClientError) {
    do throws(ClientSocket.ConnectFailure) {
      self.init(socket: try ClientSocket(address: address, port: port))
    } catch {
      throw .noDaemon(tried: ["\(address):\(port)"])
    }
  }

  private init(socket: consuming ClientSocket) {
    self.socket = socket
  }

  /// The clock of a test, which replaces waits; nil for real time.
  package var time: (any TestedTime)? {
    get { socket.time }
    set { socket.time = newValue }
  }

  private func deadline(_ seconds: Double?) -> ReplyDeadline? { ReplyDeadline(seconds: seconds, on: time) }

  /// Calls a method and waits for its answer.
  ///
  /// Invalid values are refused here and not sent. The answer to a call that changes a picture comes after the flip of the change.
  ///
  /// - Parameters:
  ///   - parameters: The call, such as `ShowCall`. Its type determines the reply.
  ///   - timeoutSeconds: How long to wait; nil waits without a limit. A call with its own time limit, such as `WaitCall`, needs more than
  ///   that.
  /// - Returns: The answer.
  /// - Throws: ``ClientError/failed(_:)`` with the daemon's error; ``ClientError/refused(message:)`` if the access does not suffice;
  ///   ``ClientError/timedOut(seconds:)`` and ``ClientError/lost(reason:)``, after which this client is unusable;
  ///   ``ClientError/invalidReply(reason:)``.
  public func call<Parameters: ControlParameters>(
    _ parameters: Parameters, timeoutSeconds: Double? = 30
  ) throws(ClientError) -> Parameters.Reply {
    try send(parameters, timeoutSeconds)
    return try receive(timeoutSeconds).reply
  }

  /// Subscribes to events.
  ///
  /// After that, use the client for no other purpose.
  ///
  /// The first event is the full state. If the call names the last seen event, and no later event is lost, the first event is `resumed`.
  ///
  /// - Parameters:
  ///   - call: The last seen event, if there is one.
  ///   - timeoutSeconds: How long sending the call may take; nil waits without a limit.
  /// - Returns: The reader of events. It keeps this client alive.
  /// - Throws: ``ClientError/lost(reason:)`` if the connection has ended. The reader throws a refusal of the daemon.
  public func events(_ call: EventsCall = EventsCall(), timeoutSeconds: Double? = 30) throws(ClientError) -> EventReader
  {
    try begin(call, timeoutSeconds)
    return EventReader(client: self)
  }

  /// Watches the talk.
  ///
  /// After that, use the client for no other purpose.
  ///
  /// - Parameter timeoutSeconds: How long sending the call may take; nil waits without a limit.
  /// - Returns: The reader of the talk's states. It keeps this client alive.
  /// - Throws: ``ClientError/lost(reason:)`` if the connection has ended. The reader throws a refusal of the daemon.
  public func talk(timeoutSeconds: Double? = 30) throws(ClientError) -> TalkReader {
    try begin(WatchTalkCall(), timeoutSeconds)
    return TalkReader(client: self)
  }

  /// Requests all plays of a period, in pieces.
  ///
  /// After that, use the client for no other purpose.
  ///
  /// - Parameters:
  ///   - call: The period, and the screen.
  ///   - timeoutSeconds: How long sending the call may take; nil waits without a limit.
  /// - Returns: The stream of pieces. It keeps this client alive.
  /// - Throws: ``ClientError/lost(reason:)`` if the connection has ended. The reader throws a refusal of the daemon.
  public func plays(_ call: PlaysCall = PlaysCall(), timeoutSeconds: Double? = 30) throws(ClientError) -> PlayStream {
    try begin(call, timeoutSeconds, inPieces: true)
    return PlayStream(client: self)
  }

  /// Sets the texts about the web pages on set-up cards while the result exists.
  ///
  /// After that, use the client for no other purpose.
  public func offerSetup(_ call: OfferSetupCall, timeoutSeconds: Double? = 30) throws(ClientError) -> SetupOffer {
    try begin(call, timeoutSeconds)
    return SetupOffer(client: self)
  }

  private func begin(
    _ call: some ControlParameters, _ seconds: Double?, inPieces: Bool = false
  ) throws(ClientError) {
    try send(call, seconds, inPieces: inPieces)
    isStreaming = true
  }

  /// Begins a stream and waits for its first reply.
  func begin<Parameters: ControlParameters>(
    _ parameters: Parameters, timeoutSeconds: Double?
  ) throws(ClientError) -> Parameters.Reply {
    let first = try call(parameters, timeoutSeconds: timeoutSeconds)
    isStreaming = true
    return first
  }

  /// Sends a call without waiting for the answer, for programs that wait elsewhere, for example in poll(2).
  ///
  /// Until the answer the client can send no other call.
  ///
  /// - Parameter parameters: The call.
  /// - Returns: An object that receives the answer. It keeps this client alive.
  /// - Throws: ``ClientError/failed(_:)`` if a value of the call is invalid; ``ClientError/timedOut(seconds:)`` if it cannot be sent
  ///   within 5 s; ``ClientError/lost(reason:)``.
  public func start<Parameters: ControlParameters>(
    _ parameters: Parameters
  ) throws(ClientError) -> PendingCall<Parameters> {
    try begin(parameters, 5)
    return PendingCall(client: self)
  }

  /// The connection for poll(2).
  ///
  /// It is readable if data has arrived or the connection has ended.
  ///
  /// It belongs to this object. Do not read from it or close it.
  public var descriptor: Int32 { socket.descriptor }

  private func send(
    _ parameters: some ControlParameters, _ seconds: Double?, inPieces: Bool = false
  ) throws(ClientError) {
    if let ending { throw ending }
    let message: [UInt8]
    sent = type(of: parameters).method
    do throws(ControlError) {
      try parameters.validate()
      message = try ControlJSON.frame(ControlCallMessage(parameters, inPieces: inPieces))
      guard message.count - 1 <= ControlLimits.requestBytes else {
        throw .messageTooLong(limit: ControlLimits.requestBytes)
      }
    } catch {
      throw .failed(error)
    }
    // If the daemon has closed the connection, its reason may still be readable.
    _ = try ended { () throws(ClientError) in try socket.send(message, until: deadline(seconds)) }
  }

  /// Waits for the next reply of a stream.
  ///
  /// Returns nil after the last one.
  func next<Reply: ControlReply>(_ seconds: Double?) throws(ClientError) -> Reply? {
    guard !isOver else { return nil }
    let (reply, continues): (Reply, Bool) = try receive(seconds)
    isOver = !continues
    return reply
  }

  func receive<Reply: ControlReply>(_ seconds: Double?) throws(ClientError) -> (reply: Reply, continues: Bool) {
    if let ending { throw ending }
    let limit = deadline(seconds)
    let message = try ended { () throws(ClientError) in try nextMessage(limit) }
    let received: ReceivedReply<Reply>
    do throws(ControlError) {
      received = try ControlJSON.decode(ReceivedReply<Reply>.self, from: message)
    } catch {
      throw .invalidReply(reason: error.description)
    }
    switch received.result {
    case .success(let reply): return (reply, received.continues)
    case .failure(let error):
      if case .accessDenied = error { throw .refused(message: refusal(error).description) }
      throw .failed(error)
    }
  }

  /// The refusal with the access that the call needs. The daemon refuses a user without access before it reads a call.
  private func refusal(_ error: ControlError) -> ControlError {
    guard case .accessDenied(InterfaceDescription.name, let least, let granted) = error, let sent else { return error }
    let required = sent.requiredAccess
    return .accessDenied(method: sent.rawValue, required: required == .none ? least : required, granted: granted)
  }

  private func nextMessage(_ deadline: ReplyDeadline?) throws(ClientError) -> [UInt8] {
    while true {
      do throws(FramingError) {
        if let message = try framer.next() { return message }
      } catch {
        throw .invalidReply(reason: "it is longer than \(ControlLimits.replyBytes) bytes")
      }
      let bytes = try socket.receive(until: deadline)
      guard !bytes.isEmpty else { throw .lost(reason: "it was closed by the daemon") }
      framer.append(bytes[...])
    }
  }

  /// Stores an error after which replies no longer belong to their calls.
  private func ended<Value>(_ body: () throws(ClientError) -> Value) throws(ClientError) -> Value {
    do throws(ClientError) {
      return try body()
    } catch {
      if case .timedOut = error, isStreaming { throw error }
      ending = error
      throw error
    }
  }
}

/// A sent call without an answer yet, for programs that wait for several events at once.
///
/// It keeps its client alive and belongs to that client's thread. ``ControlClient/start(_:)`` makes it.
public final class PendingCall<Parameters: ControlParameters> {
  private let client: ControlClient

  init(client: ControlClient) {
    self.client = client
  }

  /// Reads the answer without waiting.
  ///
  /// After the answer the client can send another call.
  ///
  /// - Returns: The answer; nil if it has not arrived yet. ``ControlClient/descriptor`` becomes readable when it arrives.
  /// - Throws: The errors of ``ControlClient/call(_:timeoutSeconds:)`` except ``ClientError/timedOut(seconds:)``.
  public func reply() throws(ClientError) -> Parameters.Reply? {
    do throws(ClientError) {
      return try client.receive(0).reply
    } catch .timedOut {
      return nil
    }
  }
}
