internal import DisplayTypes
internal import EventLoop
internal import KernelModeSetting
internal import Presentation

extension ModesetOrder {
  /// Asks the kernel whether the mode would work.
  ///
  /// On the legacy path nobody can say: it is tried.
  func test(on card: CardDescriptor) -> Result<CommitOutcome, DisplayError> {
    let started = MonotonicTime.now
    do throws(DisplayError) {
      if isAtomic {
        let blob = try ModeBlob(mode, on: card)
        guard case .atomic(let pipeline) = try path(on: card, try card.snapshot(probing: false)) else {
          throw DisplayError(code: .unsupported, operation: "test a mode", device: card.path)
        }
        var request = AtomicRequest(capacity: 64)
        pipeline.addModeset(to: &request, mode: blob.id, framebuffer: framebuffer, size: mode.size)
        try card.commit(request, [.testOnly, .allowModeset], operation: "test \(description)")
      }
      return .success(
        CommitOutcome(
          capabilities: OutputCapabilities(hasVBlank: false, updatesInPlace: false), started: started,
          ended: .now, wasModeset: false))
    } catch {
      return .failure(error)
    }
  }

  /// Sets the mode with the framebuffer's picture.
  ///
  /// Blocks until the display has it.
  func execute(on card: CardDescriptor) -> Result<ConfiguredOutput, DisplayError> {
    let started = MonotonicTime.now
    do throws(DisplayError) {
      let snapshot = try card.snapshot(probing: false)
      let path = try path(on: card, snapshot)
      let adopted = mayAdopt && shows(path, snapshot) && flips(path, card)
      if !adopted { try set(path, on: card) }
      return .success(
        ConfiguredOutput(
          path: path, hasVBlank: card.hasVBlank(path.crtc), started: started, ended: .now, wasModeset: !adopted))
    } catch {
      return .failure(error)
    }
  }

  private var description: String { "the mode \(ModeNames.plainName(of: mode)) on connector \(connector)" }

  private func path(on card: CardDescriptor, _ snapshot: CardSnapshot) throws(DisplayError) -> OutputPath {
    guard let connector = snapshot.connector(connector) else {
      throw DisplayError(code: .gone, operation: "find connector \(connector)", device: card.path)
    }
    var wish = CRTCAssignment.Wish(connector)
    if let preferredCRTC { wish.preferredCRTC = preferredCRTC }
    let others = lit.filter { $0.connector != connector.id }
    let assignment = CRTCAssignment(wishes: [wish], lit: others, crtcs: snapshot.crtcs, planes: snapshot.planes)
    guard let output = assignment.outputs.first else {
      throw DisplayError(
        code: .noPipeline, operation: "find a free CRTC and plane for \(connector.name)", device: card.path)
    }
    guard isAtomic, let plane = output.plane else {
      return .legacy(
        try LegacyOutput(connector: connector.id, crtc: output.crtc, plane: output.plane, in: snapshot))
    }
    return .atomic(try OutputPipeline(connector: connector.id, crtc: output.crtc, plane: plane, in: snapshot))
  }

  private func set(_ path: OutputPath, on card: CardDescriptor) throws(DisplayError) {
    switch path {
    case .atomic(let pipeline):
      let blob = try ModeBlob(mode, on: card)
      var request = AtomicRequest(capacity: 64)
      pipeline.addModeset(to: &request, mode: blob.id, framebuffer: framebuffer, size: mode.size)
      try card.commit(request, .allowModeset, operation: "set \(description)")
    case .legacy(let output): try output.setMode(mode, framebuffer: framebuffer, on: card)
    }
  }

  /// Whether the connector is fed with this mode as it is.
  private func shows(_ path: OutputPath, _ snapshot: CardSnapshot) -> Bool {
    guard snapshot.connector(connector)?.currentCRTC == path.crtc, let crtc = snapshot.crtc(path.crtc) else {
      return false
    }
    return crtc.isActive && crtc.mode == mode
  }

  /// Exchanges the picture without a modeset.
  ///
  /// False where the kernel wants one.
  private func flips(_ path: OutputPath, _ card: CardDescriptor) -> Bool {
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
