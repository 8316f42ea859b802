internal import CLinuxEvents
internal import DisplayTypes
internal import Glibc
public import Rasterizing

/// The loop: one request, one reply, until nobody asks any more.
@safe final class WorkerLoop {
  static let socket: Int32 = 3
  private let options: WorkerOptions
  private let handler: any RequestHandler
  /// What the first reply says of the process's sandbox; nil afterwards.
  private var sandbox: SandboxReport?
  /// Nothing that was asked for before can be to blame.
  private var isFresh = true

  init(_ options: WorkerOptions, sandbox: SandboxReport, handler: any RequestHandler) {
    self.options = options
    self.sandbox = sandbox
    self.handler = handler
  }

  /// Ends the process: with 0 when the socket is closed or nothing came for a while, with 1 when the socket is none.
  func run() -> Never {
    var buffer = [UInt8](repeating: 0, count: RequestMessage.maximumBytes)
    while true {
      var entry = pollfd(fd: Self.socket, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&entry, 1, options.idleMilliseconds)
      if ready == 0 { end() }
      if ready < 0 {
        if errno == EINTR { continue }
        _exit(1)
      }
      var descriptors: [Int32] = [-1, -1, -1, -1]
      var count: Int32 = 0
      let received = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe marquee_receive_with_descriptors(Self.socket, bytes.baseAddress, bytes.count, &descriptors, &count)
      }
      if received == 0 { _exit(0) }
      guard received > 0 else { _exit(1) }
      let given = Array(descriptors.prefix(Int(count)))
      answer(buffer[..<received], given)
      for descriptor in given { close(descriptor) }
    }
  }

  private func answer(_ bytes: ArraySlice<UInt8>, _ descriptors: [Int32]) {
    // The daemon's packets are well formed. Whoever sends others gets no answer, and no second try.
    guard let message = try? RequestMessage(decoding: bytes, descriptors: descriptors) else { _exit(1) }
    Hardening.beginRequest()
    do throws(RasterError) {
      try message.request.validate()
      let answer = try handler.answer(message.request) { [self] error in refuse(message.identifier, error) }
      send(ReplyMessage(identifier: message.identifier, outcome: answer.outcome), answer.descriptor)
      isFresh = false
    } catch {
      fail(message.identifier, error)
    }
  }

  /// Says what went wrong.
  ///
  /// A library that has failed once goes on failing: cairo keeps a font's error for good, and whatever text comes next has it too. So
  /// the process ends, and where something else was drawn before, it does so without an answer: the daemon asks a fresh one.
  private func fail(_ identifier: UInt64, _ error: RasterError) {
    switch error {
    case .drawingFailed, .outOfMemory:
      guard isFresh else { _exit(1) }
      refuse(identifier, error)
    // Whoever has read a hostile file to the point where it broke reads nothing else.
    case .unsupportedFormat, .missingCodec, .encrypted, .noPages, .damaged, .tooManyPixels, .fileChanged:
      refuse(identifier, error)
    case .noFonts, .badMarkup, .textTooLong, .codeTooLong, .tooLarge, .roomTooSmall, .invalidRequest, .queueFull,
      .notStarted, .workerDied,
      .timedOut, .badReply, .stopped:
      send(ReplyMessage(identifier: identifier, outcome: .failure(error)), nil)
    }
  }

  /// Says what is wrong, and is gone.
  private func refuse(_ identifier: UInt64, _ error: RasterError) -> Never {
    send(ReplyMessage(identifier: identifier, outcome: .failure(error)), nil)
    end()
  }

  private func end() -> Never {
    if UnitStart.isOurs { UnitStart.reportEnd(on: Self.socket) }
    // _exit: no destructor of a library needs to run.
    _exit(0)
  }

  private func send(_ reply: ReplyMessage, _ descriptor: Int32?) {
    let descriptors = descriptor.map { [$0] } ?? []
    var reply = reply
    reply.sandbox = sandbox
    sandbox = nil
    let sent = unsafe reply.encoded.withUnsafeBytes { bytes in
      unsafe marquee_send_with_descriptors(
        Self.socket, bytes.baseAddress, bytes.count, descriptors, Int32(descriptors.count))
    }
    if sent < 0 { _exit(0) }
  }
}

/// A worker's `main`.
@safe public enum WorkerProgram {
  /// Reads the command line, gives up rights, and serves the socket; never returns.
  ///
  /// - Parameter name: the program's, for its usage.
  public static func run(_ name: String, _ policy: WorkerPolicy, handler: () -> any RequestHandler) -> Never {
    guard let options = WorkerOptions(CommandLine.arguments.dropFirst()) else {
      let usage =
        "usage: \(name) [--idle-milliseconds N | --check-sandbox]\nmarqueed starts it, with a socket as descriptor 3\n"
      _ = unsafe write(2, usage, usage.utf8.count)
      exit(2)
    }
    let sandbox = Hardening.apply(policy)
    if options.checksSandbox { exit(SandboxCheck.run(policy)) }
    // Whoever cannot be ended by its daemon reads nothing.
    if UnitStart.isOurs, !UnitStart.report(on: WorkerLoop.socket) { exit(1) }
    WorkerLoop(options, sandbox: sandbox, handler: handler()).run()
  }
}

/// The rasteriser's command line.
struct WorkerOptions: Hashable {
  /// After so long without a request it exits; in milliseconds.
  var idleMilliseconds: Int32 = 4_000
  /// It only says whether its sandbox holds on this machine.
  var checksSandbox = false

  /// Nil where an argument is unknown or is no number.
  init?(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let name = rest.popFirst() {
      if name == "--check-sandbox" {
        checksSandbox = true
        continue
      }
      guard name == "--idle-milliseconds", let value = rest.popFirst(), let number = Int32(value), number > 0 else {
        return nil
      }
      idleMilliseconds = number
    }
  }
}

/// What a worker can do, one request at a time.
public protocol RequestHandler: AnyObject {
  /// Works a request off; its numbers are within bounds.
  ///
  /// - Parameter refuse: says why it cannot be done and ends the process, from wherever a library calls back.
  func answer(
    _ request: RasterRequest, refuse: @escaping (RasterError) -> Never
  ) throws(RasterError) -> WorkerAnswer
}

/// A reply and its memory file; none where there are no pixels.
public struct WorkerAnswer: ~Copyable {
  /// What is told of it.
  public var outcome: ReplyMessage.Outcome
  /// The pixels or the file, sealed.
  public var memory: OutputMemory?

  /// Makes an answer.
  public init(outcome: ReplyMessage.Outcome, memory: consuming OutputMemory? = nil) {
    self.outcome = outcome
    self.memory = memory
  }

  var descriptor: Int32? {
    switch memory {
    case .some(let memory): memory.descriptor
    case .none: nil
    }
  }
}
