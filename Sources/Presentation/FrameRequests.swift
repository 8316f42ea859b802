/// Who waits for which frame of one screen: requests go `waiting → submitted` and are answered once.
struct FrameRequests {
  private var waiting: [RequestID] = []
  private var captures: [RequestID] = []
  private var submitted: [RequestID] = []
  private var captured: CapturedFrame?
  /// Whether every frame is read, whoever asked for it.
  private(set) var isObserved = false
  /// Who begins to look gets the frame that is there, changed or not.
  private var owesLook = false

  /// Whether a frame is owed to somebody.
  var hasWaiting: Bool { !waiting.isEmpty || !captures.isEmpty || owesLook }

  /// What must be read of the next frame for those who wait for it.
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

  /// Those whose frame is on the screen, with what was read of it.
  mutating func takeSubmitted() -> ([RequestID], CapturedFrame?)? {
    guard !submitted.isEmpty || captured != nil else { return nil }
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
    let all = waiting + captures + submitted
    let isObserved = isObserved
    self = FrameRequests()
    observe(isObserved)
    return all.isEmpty ? nil : all
  }
}
