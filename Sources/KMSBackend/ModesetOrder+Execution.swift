internal import DisplayTypes
internal import EventLoop
internal import KernelModeSetting
internal import Presentation

extension ModesetOrder {
  /// Makes the first buffer, and asks the kernel whether the mode would work.
  ///
  /// On the legacy path nobody can say: it is tried.
  func test(on card: CardDescriptor) throws(DisplayError) -> (CommitOutcome, TestedMode) {
    let started = MonotonicTime.now
    let found = try find(on: card)
    let buffers = try OutputBuffers(size: mode.size, on: card)
    if case .atomic(let pipeline) = found.path {
      let blob = try ModeBlob(mode, on: card)
      var request = AtomicRequest(capacity: 64)
      pipeline.addModeset(to: &request, mode: blob.id, framebuffer: buffers.first, size: mode.size)
      try card.commit(request, [.testOnly, .allowModeset], operation: "test \(description)")
    }
    let outcome = CommitOutcome(
      capabilities: OutputCapabilities(hasVBlank: false, updatesInPlace: false), started: started, ended: .now,
      wasModeset: false)
    return (outcome, TestedMode(mode: mode, found: found, buffers: BufferParcel(buffers)))
  }

  /// Sets the mode with the picture.
  ///
  /// Blocks until the display has it. What is not shown yet is made after that: a display waits for the first picture only.
  func set(
    _ picture: FirstPicture, _ tested: TestedMode?, on card: CardDescriptor
  ) throws(DisplayError) -> ConfiguredOutput {
    let buffers = try buffers(of: tested, on: card)
    let started = MonotonicTime.now
    try buffers.begin(with: picture.frame)
    let found = try path(of: tested, on: card)
    let isAdopted = mayAdopt && found.isShown && flips(found.path, buffers.first, card)
    if !isAdopted { try set(found.path, buffers.first, on: card) }
    let ended = MonotonicTime.now
    try buffers.complete(bufferCount, with: picture.frame)
    return ConfiguredOutput(
      path: found.path, buffers: BufferParcel(buffers), captured: buffers.read(picture.capture),
      hasVBlank: card.hasVBlank(found.path.crtc),
      started: started, ended: ended, wasModeset: !isAdopted)
  }

  private func buffers(of tested: TestedMode?, on card: CardDescriptor) throws(DisplayError) -> OutputBuffers {
    if let made = tested?.buffers.open() { return made }
    return try OutputBuffers(size: mode.size, on: card)
  }

  private func path(of tested: TestedMode?, on card: CardDescriptor) throws(DisplayError) -> FoundPath {
    if let found = tested?.found { return found }
    return try find(on: card)
  }

  private var description: String { "the mode \(ModeNames.plainName(of: mode)) on connector \(connector)" }

  /// Finds a CRTC and a plane that no other screen of ours has.
  private func find(on card: CardDescriptor) throws(DisplayError) -> FoundPath {
    let snapshot = try card.snapshot(probing: false)
    guard let connector = snapshot.connector(connector) else {
      throw DisplayError(code: .gone, operation: "find connector \(connector)", device: card.path)
    }
    var wish = CRTCAssignment.Wish(connector)
    if let preferredCRTC { wish.preferredCRTC = preferredCRTC }
    let assignment = CRTCAssignment(
      wishes: [wish], lit: lit(in: snapshot), crtcs: snapshot.crtcs, planes: snapshot.planes)
    guard let output = assignment.outputs.first else {
      throw DisplayError(
        code: .noPipeline, operation: "find a free CRTC and plane for \(connector.name)", device: card.path)
    }
    let crtc = snapshot.crtc(output.crtc)
    let isShown = connector.currentCRTC == output.crtc && crtc?.isActive == true && crtc?.mode == mode
    guard isAtomic, let plane = output.plane else {
      let legacy = try LegacyOutput(connector: connector.id, crtc: output.crtc, plane: output.plane, in: snapshot)
      return FoundPath(path: .legacy(legacy), isShown: isShown)
    }
    let pipeline = try OutputPipeline(connector: connector.id, crtc: output.crtc, plane: plane, in: snapshot)
    return FoundPath(path: .atomic(pipeline), isShown: isShown)
  }

  /// What our other screens have, as the kernel says: jobs run one after the other, so that this is their newest state.
  private func lit(in snapshot: CardSnapshot) -> [CRTCAssignment.Output] {
    snapshot.connectors.compactMap { other in
      guard others.contains(other.id), other.id != connector, let crtc = other.currentCRTC else { return nil }
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
