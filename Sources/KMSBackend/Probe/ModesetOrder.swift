internal import Composition
internal import DisplayTypes
internal import EventLoop
internal import KernelModeSetting
internal import Presentation

/// A mode that the probe thread must test or set on a connector.
struct ModesetOrder: Sendable {
  var screen: ScreenID
  var token: CommitToken
  var connector: ConnectorID
  var mode: ScreenMode
  var bufferCount: Int
  var prepared: PreparedBuffers?
  /// Prepared buffers of other screens, to release if memory is short.
  var spares: [PreparedBuffers]
  /// Other connectors with a picture of this daemon: their CRTCs and planes must stay.
  var others: Set<ConnectorID>
  /// Connectors of the daemon without a picture. The order may take their CRTCs if no other is left. A connector in neither set belongs to
  /// another program, such as the console. It keeps its CRTC while it has a display.
  var yielding: Set<ConnectorID>
  var preferredCRTC: CRTCID?
  var isAtomic: Bool
  /// Whether the screen shows a picture of this daemon, or soon will. The picture stays if the order fails.
  var isLit: Bool
  /// As `DriverQuirks.newMemoryIsBlack`.
  var newMemoryIsBlack: Bool
  /// Whether an earlier daemon process may have set this mode already. Then a flip is enough.
  var mayAdopt: Bool
  /// Whether a boot splash has drawn what the screen shows in this mode. The picture of a console is not kept.
  var keepsSplash: Bool

  /// Makes the first buffer, and tests the mode in the kernel, which the legacy path cannot do.
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
      wasModeset: false, showsMode: found.isShown && (mayAdopt || keepsSplash))
    return (outcome, TestedMode(mode: mode, found: found, buffers: BufferTransfer(buffers)))
  }

  /// Sets the mode with the picture, and blocks until the display has it. It makes the other buffers after the modeset. If that fails, the
  /// screen goes dark again. If the screen already shows a picture of this daemon, all steps that may fail come first, so that the picture
  /// stays.
  func set(
    _ picture: FirstFrame, _ tested: TestedMode?, on card: CardDescriptor
  ) throws(DisplayError) -> ConfiguredOutput {
    let buffers = if let made = tested?.buffers.open() { made } else { try newBuffers(on: card) }
    let started = MonotonicTime.now
    let found = if let found = tested?.found { found } else { try find(on: card) }
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
      hasVBlank: card.hasVBlank(found.path.crtc), started: started, ended: ended, wasModeset: !isAdopted)
  }

  /// Whether the screen shows a picture of this daemon. The picture stays if the order fails.
  private func keepsPicture(until found: AssignedPath) -> Bool { isLit || mayAdopt && found.isShown }

  private func newBuffers(on card: CardDescriptor) throws(DisplayError) -> OutputBuffers {
    if let made = prepared?.take(mode.size) { return made }
    return try allocating { () throws(DisplayError) in
      try OutputBuffers(size: mode.size, on: card, isBlackWhenNew: newMemoryIsBlack)
    }
  }

  private func reserve(_ buffers: OutputBuffers) throws(DisplayError) {
    try allocating { () throws(DisplayError) in try buffers.reserve(bufferCount) }
  }

  /// Runs `make`. If memory is short, it releases unused buffers and tries again.
  private func allocating<Made>(_ make: () throws(DisplayError) -> Made) throws(DisplayError) -> Made {
    do throws(DisplayError) {
      return try make()
    } catch {
      guard error.code == .outOfMemory, !spares.isEmpty else { throw error }
      for spare in spares { spare.end() }
      return try make()
    }
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

  /// Assigns a CRTC without a screen, otherwise a CRTC whose screens may go dark.
  private func assignment(of wish: CRTCAssignment.Wish, in snapshot: CardSnapshot) -> CRTCAssignment.Output? {
    for mayTake in [false, true] {
      let assignment = CRTCAssignment(
        wishes: [wish], lit: lit(in: snapshot, mayTake: mayTake), crtcs: snapshot.crtcs, planes: snapshot.planes)
      if let output = assignment.outputs.first { return output }
    }
    return nil
  }

  /// The CRTCs and planes of the other screens in the kernel. Jobs run one after the other, so this is the newest state.
  ///
  /// - Parameter mayTake: whether to leave out the objects of the daemon's dark screens and of connectors without a display.
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

  /// Replaces the picture without a modeset. Returns false if the kernel demands a modeset.
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

/// The result of a successful test, which the modeset reuses.
struct TestedMode: Sendable {
  var mode: ScreenMode
  /// The path of the test; nil if another process has changed the state since then.
  var found: AssignedPath?
  var buffers: BufferTransfer
}

/// The path to a screen that a test has found, for the modeset that follows.
struct AssignedPath: Sendable {
  var path: OutputPath
  /// Whether the connector has exactly this mode already.
  var isShown: Bool
}

/// The picture of a modeset, composed on the probe thread, because a whole picture takes long.
struct FirstFrame: Sendable {
  var frame: ResolvedFrame
  var capture: FrameCapture
}

/// The result of a modeset.
struct ConfiguredOutput: Sendable {
  var path: OutputPath
  var buffers: BufferTransfer
  var captured: CapturedFrame?
  var hasVBlank: Bool
  var started: MonotonicTime
  var ended: MonotonicTime
  var wasModeset: Bool
}
