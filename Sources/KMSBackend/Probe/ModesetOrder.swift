internal import Composition
internal import DisplayTypes
internal import EventLoop
internal import KernelModeSetting
internal import Presentation

/// A mode to be tested or set on a connector: all that the probe thread needs to know.
struct ModesetOrder: Sendable {
  var screen: ScreenID
  var token: CommitToken
  var connector: ConnectorID
  var mode: ScreenMode
  var bufferCount: Int
  /// What may have been made for it already.
  var prepared: PreparedBuffers?
  /// What other screens have in advance: given back where memory is short.
  var spares: [PreparedBuffers]
  /// Connectors that this daemon lights too: what feeds them must stay as it is.
  var others: Set<ConnectorID>
  /// Connectors that are the daemon's and show nothing of it: what feeds them may be taken where nothing else is left.
  ///
  /// A connector in neither set is somebody else's, such as the console's: as long as a display is on it, it keeps its CRTC.
  var yielding: Set<ConnectorID>
  /// The CRTC that the connector had.
  var preferredCRTC: CRTCID?
  var isAtomic: Bool
  /// The screen shows a picture of this daemon, or is about to: it stays where the order comes to nothing.
  var isLit: Bool
  /// As `DriverQuirks.newMemoryIsBlack`.
  var newMemoryIsBlack: Bool
  /// The screen may show this mode already, set by an earlier life of the daemon: then a flip is enough.
  var mayAdopt: Bool
}

extension ModesetOrder {
  /// Makes the first buffer, and asks the kernel whether the mode would work.
  ///
  /// On the legacy path nobody can say: it is tried.
  func test(on card: CardDescriptor) throws(DisplayError) -> (CommitOutcome, TestedMode) {
    let started = MonotonicTime.now
    let found = try find(on: card)
    let buffers = try newBuffers(on: card)
    if case .atomic(let pipeline) = found.path {
      let blob = try ModeBlob(mode, on: card)
      var request = AtomicRequest(capacity: 64)
      pipeline.addModeset(to: &request, mode: blob.id, framebuffer: buffers.first, size: mode.size)
      try card.asMaster { () throws(DisplayError) in
        try card.commit(request, [.testOnly, .allowModeset], operation: "test \(description)")
      }
    }
    if keepsPicture(until: found) { try reserve(buffers) }
    let outcome = CommitOutcome(
      capabilities: OutputCapabilities(hasVBlank: false, updatesInPlace: false), started: started, ended: .now,
      wasModeset: false, showsMode: found.isShown)
    return (outcome, TestedMode(mode: mode, found: found, buffers: BufferTransfer(buffers)))
  }

  /// Sets the mode with the picture.
  ///
  /// Blocks until the display has it. A display waits for the first picture only: what is not shown yet is made and drawn after it,
  /// and where that fails, the screen is dark again. Where something of ours is shown already, all that may fail comes before, so
  /// that it stays where it does.
  func set(
    _ picture: FirstFrame, _ tested: TestedMode?, on card: CardDescriptor
  ) throws(DisplayError) -> ConfiguredOutput {
    let buffers = try buffers(of: tested, on: card)
    let started = MonotonicTime.now
    let found = try path(of: tested, on: card)
    if keepsPicture(until: found) { try reserve(buffers) }
    buffers.begin(with: picture.frame)
    let isAdopted = mayAdopt && found.isShown && flips(found.path, buffers.first, card)
    if !isAdopted {
      try card.asMaster { () throws(DisplayError) in try set(found.path, buffers.first, on: card) }
    }
    let ended = MonotonicTime.now
    do throws(DisplayError) {
      try reserve(buffers)
    } catch {
      try? found.path.turnOff(on: card)
      throw error
    }
    buffers.complete(with: picture.frame)
    return ConfiguredOutput(
      path: found.path, buffers: BufferTransfer(buffers), captured: buffers.read(picture.capture),
      hasVBlank: card.hasVBlank(found.path.crtc),
      started: started, ended: ended, wasModeset: !isAdopted)
  }

  /// Whether the screen shows a picture of ours, which is to stay if this comes to nothing.
  private func keepsPicture(until found: AssignedPath) -> Bool { isLit || mayAdopt && found.isShown }

  private func newBuffers(on card: CardDescriptor) throws(DisplayError) -> OutputBuffers {
    if let made = prepared?.take(mode.size) { return made }
    return try giving { () throws(DisplayError) in
      try OutputBuffers(size: mode.size, on: card, isBlackWhenNew: newMemoryIsBlack)
    }
  }

  private func reserve(_ buffers: OutputBuffers) throws(DisplayError) {
    try giving { () throws(DisplayError) in try buffers.reserve(bufferCount) }
  }

  /// Where memory is short, what nobody shows is given back first.
  private func giving<Made>(_ make: () throws(DisplayError) -> Made) throws(DisplayError) -> Made {
    do throws(DisplayError) {
      return try make()
    } catch {
      guard error.code == .outOfMemory, !spares.isEmpty else { throw error }
      for spare in spares { spare.end() }
      return try make()
    }
  }

  private func buffers(of tested: TestedMode?, on card: CardDescriptor) throws(DisplayError) -> OutputBuffers {
    if let made = tested?.buffers.open() { return made }
    return try newBuffers(on: card)
  }

  private func path(of tested: TestedMode?, on card: CardDescriptor) throws(DisplayError) -> AssignedPath {
    if let found = tested?.found { return found }
    return try find(on: card)
  }

  private var description: String { "the mode \(ModeNames.plainName(of: mode)) on connector \(connector)" }

  /// Finds a CRTC and a plane that no other screen has.
  private func find(on card: CardDescriptor) throws(DisplayError) -> AssignedPath {
    let snapshot = try card.snapshot(probing: false)
    guard let connector = snapshot.connector(connector) else {
      throw DisplayError(code: .gone, operation: "find connector \(connector)", device: card.path)
    }
    var wish = CRTCAssignment.Wish(connector)
    if let preferredCRTC { wish.preferredCRTC = preferredCRTC }
    guard let output = assignment(of: wish, in: snapshot) else {
      throw DisplayError(
        code: .noPipeline, operation: "find a CRTC and plane for \(connector.name) that no other screen has",
        device: card.path)
    }
    let crtc = snapshot.crtc(output.crtc)
    let isShown = connector.currentCRTC == output.crtc && crtc?.isActive == true && crtc?.mode == mode
    guard isAtomic, let plane = output.plane else {
      let legacy = try LegacyOutput(connector: connector.id, crtc: output.crtc, plane: output.plane, in: snapshot)
      return AssignedPath(path: .legacy(legacy), isShown: isShown)
    }
    let pipeline = try OutputPipeline(connector: connector.id, crtc: output.crtc, plane: plane, in: snapshot)
    return AssignedPath(path: .atomic(pipeline), isShown: isShown)
  }

  /// What feeds no other screen at all; where there is nothing, what feeds only such as may be made dark.
  private func assignment(of wish: CRTCAssignment.Wish, in snapshot: CardSnapshot) -> CRTCAssignment.Output? {
    for mayTake in [false, true] {
      let assignment = CRTCAssignment(
        wishes: [wish], lit: lit(in: snapshot, mayTake: mayTake), crtcs: snapshot.crtcs, planes: snapshot.planes)
      if let output = assignment.outputs.first { return output }
    }
    return nil
  }

  /// What the other screens have, as the kernel says: jobs run one after the other, so that this is the newest state of ours.
  ///
  /// - Parameter mayTake: leaves out what our dark screens and connectors without a display have.
  private func lit(in snapshot: CardSnapshot, mayTake: Bool) -> [CRTCAssignment.Output] {
    snapshot.connectors.compactMap { other in
      guard other.id != connector, let crtc = other.currentCRTC else { return nil }
      let isIdle = yielding.contains(other.id) || other.status == .disconnected
      if mayTake, isIdle, !others.contains(other.id) { return nil }
      let plane = snapshot.planes.first { $0.kind == .primary && $0.currentCRTC == crtc }
      return CRTCAssignment.Output(connector: other.id, crtc: crtc, plane: plane?.id)
    }
  }

  private func set(_ path: OutputPath, _ framebuffer: FramebufferID, on card: CardDescriptor) throws(DisplayError) {
    switch path {
    case .atomic(let pipeline):
      let blob = try ModeBlob(mode, on: card)
      var request = AtomicRequest(capacity: 64)
      pipeline.addModeset(to: &request, mode: blob.id, framebuffer: framebuffer, size: mode.size)
      try card.commit(request, .allowModeset, operation: "set \(description)")
    case .legacy(let output): try output.setMode(mode, framebuffer: framebuffer, on: card)
    }
  }

  /// Exchanges the picture without a modeset.
  ///
  /// False where the kernel wants one.
  private func flips(_ path: OutputPath, _ framebuffer: FramebufferID, _ card: CardDescriptor) -> Bool {
    guard case .atomic(let pipeline) = path else { return false }
    var request = AtomicRequest()
    pipeline.addPlacement(to: &request, framebuffer: framebuffer, size: mode.size)
    do throws(DisplayError) {
      try card.commit(request, [], operation: "take over \(pipeline.name)")
      return true
    } catch {
      return false
    }
  }
}

/// What a successful test leaves for the modeset: nothing has to be looked for or made again.
struct TestedMode: Sendable {
  var mode: ScreenMode
  /// Nil where others have changed what it was made from.
  var found: AssignedPath?
  var buffers: BufferTransfer
}

/// The way to a screen that a test has found, for the modeset that follows.
struct AssignedPath: Sendable {
  var path: OutputPath
  /// The connector is fed with the mode in question as it is.
  var isShown: Bool
}

/// What a modeset shows: composed on the probe thread, since the whole of a picture takes long.
struct FirstFrame: Sendable {
  var frame: ResolvedFrame
  var capture: FrameCapture
}

/// How a modeset ended well.
struct ConfiguredOutput: Sendable {
  var path: OutputPath
  var buffers: BufferTransfer
  var captured: CapturedFrame?
  var hasVBlank: Bool
  var started: MonotonicTime
  var ended: MonotonicTime
  var wasModeset: Bool
}
