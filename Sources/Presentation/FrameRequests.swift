public import DisplayTypes

/// The requests for frames of one screen: they go `waiting → submitted` and are answered once.
struct FrameRequests {
  private var waiting: [RequestID] = []
  private var captures: [RequestID] = []
  private var submitted: [RequestID] = []
  private var captured: CapturedFrame?
  /// Whether every frame is read, independent of requests.
  private(set) var isObserved = false
  /// A new observer gets the current frame, changed or not.
  private var owesLook = false

  /// Whether a request waits for a frame.
  var hasWaiting: Bool { !waiting.isEmpty || !captures.isEmpty || owesLook }

  /// The data of the next frame that the requests need.
  var wanted: FrameCapture {
    if !captures.isEmpty { return .pixels }
    return waiting.isEmpty && !isObserved ? .none : .hash
  }

  mutating func wait(_ request: RequestID) {
    waiting.append(request)
  }

  mutating func capture(_ request: RequestID) {
    captures.append(request)
  }

  mutating func observe(_ isObserved: Bool) {
    self.isObserved = isObserved
    owesLook = isObserved
  }

  /// The frame that they wait for was committed.
  mutating func submit(captured: CapturedFrame?) {
    guard hasWaiting || isObserved else { return }
    submitted += waiting
    submitted += captures
    waiting = []
    captures = []
    owesLook = false
    self.captured = captured
  }

  /// The requests whose frame is on the screen, with its data.
  mutating func takeSubmitted() -> ([RequestID], CapturedFrame?)? {
    guard !submitted.isEmpty || captured != nil else { return nil }
    defer {
      submitted = []
      captured = nil
    }
    return (submitted, captured)
  }

  /// The requests whose picture was replaced before it was drawn.
  mutating func takeWaiting() -> [RequestID]? {
    guard !waiting.isEmpty else { return nil }
    defer { waiting = [] }
    return waiting
  }

  /// All, when nothing will be shown.
  mutating func takeAll() -> [RequestID]? {
    let all = waiting + captures + submitted
    let isObserved = isObserved
    self = FrameRequests()
    observe(isObserved)
    return all.isEmpty ? nil : all
  }
}

/// The result of a requested frame.
public struct FlipRecord: Hashable, Sendable {
  /// Each requested frame has exactly one.
  public enum Ending: String, Hashable, Sendable {
    /// It is on the screen.
    case presented
    /// A newer picture took its place before it was drawn.
    case superseded
    /// The screen went dark, was unplugged or reconfigured first.
    case discarded
  }

  /// The screen that it was for.
  public var screen: ScreenID
  /// Counts the frames of this screen since it was lit.
  public var sequence: UInt64
  /// The time on the screen, on the monotonic clock; zero if it never was there.
  public var timestamp: MonotonicTime
  /// The timestamp is our clock's, since the driver gave none that can be true.
  public var isEstimated: Bool
  /// The result.
  public var ending: Ending
  /// The picture, if the request asked for it.
  public var captured: CapturedFrame?

  /// Makes a record.
  public init(
    screen: ScreenID, sequence: UInt64, timestamp: MonotonicTime, isEstimated: Bool, ending: Ending,
    captured: CapturedFrame? = nil
  ) {
    self.screen = screen
    self.sequence = sequence
    self.timestamp = timestamp
    self.isEstimated = isEstimated
    self.ending = ending
    self.captured = captured
  }
}
