/// Who waits for which frame of one screen: requests go `waiting → submitted` and are answered once.
struct FrameRequests {
  private var waiting: [RequestID] = []
  private var captures: [RequestID] = []
  private var submitted: [RequestID] = []
  private var captured: CapturedFrame?

  /// Whether a frame is owed to somebody.
  var hasWaiting: Bool { !waiting.isEmpty || !captures.isEmpty }

  /// What must be read of the next frame for those who wait for it.
  var wanted: FrameCapture {
    if !captures.isEmpty { return .pixels }
    return waiting.isEmpty ? .none : .hash
  }

  mutating func wait(_ request: RequestID) {
    waiting.append(request)
  }

  mutating func capture(_ request: RequestID) {
    captures.append(request)
  }

  /// The frame that they wait for was committed.
  mutating func submit(captured: CapturedFrame?) {
    guard hasWaiting else { return }
    submitted += waiting
    submitted += captures
    waiting = []
    captures = []
    self.captured = captured
  }

  /// Those whose frame is on the screen, with what was read of it.
  mutating func takeSubmitted() -> ([RequestID], CapturedFrame?)? {
    guard !submitted.isEmpty else { return nil }
    defer {
      submitted = []
      captured = nil
    }
    return (submitted, captured)
  }

  /// Those whose picture was overtaken before it was drawn.
  mutating func takeWaiting() -> [RequestID]? {
    guard !waiting.isEmpty else { return nil }
    defer { waiting = [] }
    return waiting
  }

  /// All, when nothing will be shown.
  mutating func takeAll() -> [RequestID]? {
    guard hasWaiting || !submitted.isEmpty else { return nil }
    defer { self = FrameRequests() }
    return waiting + captures + submitted
  }
}
