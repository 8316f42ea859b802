internal import CLinuxEvents
package import DisplayTypes
internal import Glibc
package import Rasterizing

/// Handles requests, with one reply each, until the socket closes or no request arrives for a while.
@safe final class WorkerLoop {
  static let socket: Int32 = 3
  private let options: WorkerOptions
  private let handler: any RequestHandler
  /// The sandbox for the first reply; nil afterwards.
  private var sandbox: SandboxReport?
  /// Whether this is the first request, so that no earlier request can be the cause of a failure.
  private var isFresh = true

  init(_ options: WorkerOptions, sandbox: SandboxReport, handler: any RequestHandler) {
    self.options = options
    self.sandbox = sandbox
    self.handler = handler
  }

  /// Handles requests, and then ends the process. The status is 0 after the socket has closed or an idle time, and 1 if descriptor 3 is no
  /// socket.
  func run() -> Never {
    var buffer = [UInt8](repeating: 0, count: RequestMessage.maximumBytes)
    var entry = pollfd(fd: Self.socket, events: Int16(POLLIN), revents: 0)
    if unsafe poll(&entry, 1, 0) == 0 { handler.prepare() }
    while true {
      let ready = unsafe poll(&entry, 1, options.idleMilliseconds)
      if ready == 0 { end() }
      if ready < 0 {
        if errno == EINTR { continue }
        _exit(1)
      }
      var descriptors = [Int32](repeating: -1, count: MARQUEE_MOST_DESCRIPTORS)
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
    // The daemon's packets are well formed. Another sender gets no reply.
    guard let message = try? RequestMessage(decoding: bytes, descriptors: descriptors) else { _exit(1) }
    Hardening.beginRequest()
    do throws(RasterError) {
      try message.request.validate()
      let answer = try handler.answer(message.request) { [self] error in refuse(message.identifier, error) }
      send(message.identifier, answer.outcome, answer.descriptor)
      isFresh = false
    } catch {
      fail(message.identifier, error)
    }
  }

  /// Replies with an error. A library that has failed may continue to fail. For example, cairo keeps a font's error, and the next text gets
  /// it too. So the process ends. If it has handled an earlier request, it ends without a reply, and the daemon sends the request to a new
  /// process.
  private func fail(_ identifier: UInt64, _ error: RasterError) {
    switch error {
    case .drawingFailed, .outOfMemory:
      guard isFresh else { _exit(1) }
      refuse(identifier, error)
    // A hostile file may have taken over this process, so it must read no other file.
    case .unsupportedFormat, .missingCodec, .encrypted, .noPages, .damaged, .tooManyPixels, .fileChanged:
      refuse(identifier, error)
    case .noFonts, .badMarkup, .textTooLong, .codeTooLong, .tooLarge, .roomTooSmall, .invalidRequest, .queueFull,
      .notStarted, .workerDied, .timedOut, .badReply, .stopped:
      send(identifier, .failure(error))
    }
  }

  /// Replies with an error, and ends the process.
  private func refuse(_ identifier: UInt64, _ error: RasterError) -> Never {
    send(identifier, .failure(error))
    end()
  }

  private func end() -> Never {
    if UnitStart.isOurs { UnitStart.reportEnd(on: Self.socket) }
    // Use _exit, because no destructor of a library needs to run.
    _exit(0)
  }

  private func send(_ identifier: UInt64, _ outcome: ReplyMessage.Outcome, _ descriptor: Int32? = nil) {
    let bytes = ReplyMessage(identifier: identifier, outcome: outcome, sandbox: sandbox).encoded
    sandbox = nil
    let descriptors = descriptor.map { [$0] } ?? []
    let sent = unsafe marquee_send_with_descriptors(
      Self.socket, bytes, bytes.count, descriptors, Int32(descriptors.count))
    if sent < 0 { _exit(0) }
  }
}

@safe package enum WorkerProgram {
  /// Reads the command line, gives up rights, and serves requests.
  package static func run(_ name: String, _ policy: WorkerPolicy, handler: () -> any RequestHandler) -> Never {
    let (options, sandbox) = begin(name, policy)
    WorkerLoop(options, sandbox: sandbox, handler: handler()).run()
  }

  /// Reads the command line, gives up rights, and leaves the socket to `serve`.
  package static func run(
    _ name: String, _ policy: WorkerPolicy, _ arguments: ArraySlice<String> = CommandLine.arguments.dropFirst(),
    serve: (_ socket: Int32, SandboxReport) -> Never
  ) -> Never {
    serve(WorkerLoop.socket, begin(name, policy, arguments).sandbox)
  }

  private static func begin(
    _ name: String, _ policy: WorkerPolicy, _ arguments: ArraySlice<String> = CommandLine.arguments.dropFirst()
  ) -> (options: WorkerOptions, sandbox: SandboxReport) {
    guard let options = WorkerOptions(arguments) else {
      let usage =
        "usage: \(name) [--idle-milliseconds N | --check-sandbox]\nmarqueed starts it, with a socket as descriptor 3\n"
      _ = unsafe write(2, usage, usage.utf8.count)
      exit(2)
    }
    let sandbox = Hardening.apply(policy)
    if options.checksSandbox { exit(SandboxCheck.run(policy)) }
    // If the daemon cannot end this process, it must read no input.
    if UnitStart.isOurs, !UnitStart.report(on: WorkerLoop.socket) { exit(1) }
    return (options, sandbox)
  }
}

struct WorkerOptions {
  /// The time without a request after which the process ends.
  private(set) var idleMilliseconds: Int32 = 4_000
  /// Whether the program only reports if its sandbox works on this machine.
  private(set) var checksSandbox = false

  /// Reads arguments. Returns nil if one is unknown or is no number.
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

/// The part of a worker that handles requests, one at a time.
package protocol RequestHandler: AnyObject {
  /// Does the work of a first request ahead, in a process that starts before it is needed.
  func prepare()
  /// Handles a request. Its numbers are already checked.
  ///
  /// - Parameter refuse: replies with an error and ends the process, for callbacks of a library.
  func answer(
    _ request: RasterRequest, refuse: @escaping (RasterError) -> Never
  ) throws(RasterError) -> WorkerAnswer
}

extension RequestHandler {
  package func prepare() {}
}

/// A reply and its memory file; nil without pixels.
package struct WorkerAnswer: ~Copyable {
  let outcome: ReplyMessage.Outcome
  /// The pixels or the file, sealed.
  private let memory: OutputMemory?

  package init(outcome: ReplyMessage.Outcome, memory: consuming OutputMemory? = nil) {
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
