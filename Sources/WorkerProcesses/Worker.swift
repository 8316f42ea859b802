public import SystemPackage

/// A process that works for us, whoever has started it.
///
/// It ends when it is let go of.
public protocol Worker: AnyObject {
  /// Its number, for people; nil while that is not known.
  var processID: Int32? { get }
  /// Packets come and go here; non-blocking.
  var socket: Int32 { get }
  /// Readable once the process has ended; nil if the end of its socket is all that is seen of its end.
  var endDescriptor: Int32? { get }
  /// Whether its program has been started.
  var isStarted: Bool { get }

  /// Sends one packet; never blocks.
  func send(_ bytes: [UInt8], descriptors: [Int32]) throws(Errno)
  /// Takes one packet; never blocks.
  ///
  /// Its descriptors are the caller's.
  func receive() -> ReceivedPacket
  /// Ends it; `endDescriptor` or the socket says when that is done.
  func kill()
  /// How it ended; nil while it lives.
  func reap() -> WorkerEnding?
}

/// What a read of a worker's socket gave.
public enum ReceivedPacket {
  /// One packet; the descriptors are the caller's.
  case packet(ArraySlice<UInt8>, descriptors: [Int32])
  /// Nothing yet.
  case nothing
  /// The other end is closed.
  case closed
  /// The call failed.
  case failed(Errno)
}

/// How a worker ended.
public enum WorkerEnding: Hashable, Sendable {
  /// By itself, with this status.
  case exited(Int32)
  /// By this signal.
  case killed(signal: Int32)
  /// A unit's worker has announced its end.
  case announced
  /// A unit's worker has closed its socket without a word.
  case disconnected
  /// The unit has ended the connection before the program ran.
  case neverStarted

  /// Whether the worker ended as it should.
  public var isOrderly: Bool { self == .exited(0) || self == .announced }

  /// The same in words.
  public var words: String {
    switch self {
    case .exited(let status): "it exited with status \(status)"
    case .killed(let signal): "it was ended by signal \(signal)"
    case .announced: "it ended by itself"
    case .disconnected: "it ended without a word"
    case .neverStarted: "its unit did not start it"
    }
  }
}
