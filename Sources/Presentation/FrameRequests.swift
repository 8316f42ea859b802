package import DisplayTypes

/// The requests for frames of one screen; they go `waiting → submitted`, and each is answered once.
struct FrameRequests {
  private var waiting: [RequestID] = []
  private var captures: [RequestID] = []
  private var submitted: [RequestID] = []
  private var captured: CapturedFrame?
  /// Whether each frame is read, independently of requests.
  private(set) var isObserved = false
  /// Whether a new observer waits for the current frame, even if it has not changed.
  private var owesFrame = false
  /// The pixels that observers compare.
  private var points: [PixelPoint] = []

  var hasWaiting: Bool { !waiting.isEmpty || !captures.isEmpty || owesFrame }

  var wanted: FrameCapture {
    if !captures.isEmpty { return .pixels }
    if !points.isEmpty { return .points(points) }
    return waiting.isEmpty && !isObserved ? .none : .hash
  }

  mutating func wait(_ request: RequestID) { waiting.append(request) }

  mutating func capture(_ request: RequestID) { captures.append(request) }

  mutating func observe(_ isObserved: Bool, points: [PixelPoint] = []) {
    self.isObserved = isObserved
    self.points = isObserved ? points : []
    owesFrame = isObserved
  }

  mutating func submit(captured: CapturedFrame?) {
    guard hasWaiting || isObserved else { return }
    submitted += waiting
    submitted += captures
    waiting = []
    captures = []
    owesFrame = false
    self.captured = captured
  }

  mutating func takeSubmitted() -> ([RequestID], CapturedFrame?)? {
    guard !submitted.isEmpty || captured != nil else { return nil }
    defer {
      submitted = []
      captured = nil
    }
    return (submitted, captured)
  }

  /// Removes and returns requests whose picture was replaced before it was drawn.
  mutating func takeWaiting() -> [RequestID]? {
    guard !waiting.isEmpty else { return nil }
    defer { waiting = [] }
    return waiting
  }

  mutating func takeAll() -> [RequestID]? {
    let all = waiting + captures + submitted
    let (isObserved, points) = (isObserved, points)
    self = FrameRequests()
    observe(isObserved, points: points)
    return all.isEmpty ? nil : all
  }
}

/// The result of a requested frame.
public struct FlipRecord: Hashable, Sendable {
  package enum Ending: String, Hashable, Sendable {
    /// The frame is on the screen.
    case presented
    /// A newer picture replaced it before it was drawn.
    case superseded
    /// The screen went dark, was unplugged or was reconfigured first.
    case discarded
  }

  package var screen: ScreenID
  /// The number of the frame since this screen was lit.
  package var sequence: UInt64
  /// The time on the screen, on the monotonic clock; zero if it was never there.
  package var timestamp: MonotonicTime
  /// Whether the time is from our clock, because the driver gave no plausible timestamp.
  package var isEstimated: Bool
  package var ending: Ending
  package var captured: CapturedFrame?

  package init(
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
