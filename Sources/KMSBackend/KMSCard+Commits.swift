internal import Composition
internal import DisplayTypes
internal import EventLoop
internal import KernelModeSetting
internal import Presentation

extension KMSCard {
  /// `DisplayBackend.commit` for a screen of this card.
  func commit(_ commit: ScreenCommit, _ output: KMSOutput, testOnly: Bool) throws(DisplayError) -> CommitReceipt {
    output.isOurs = true
    switch commit.action {
    case .configure(let mode, let count):
      if testOnly { test(commit, output, mode, count) } else { configure(commit, output, mode, count) }
      return CommitReceipt()
    case .flip(let buffer): return try flip(commit, output, buffer)
    case .scanOut(let surface, let overlay): return try scanOut(commit, output, surface, overlay)
    case .update(let buffer): return try update(commit, output, buffer)
    case .movePointer: return try movePointer(commit, output)
    case .turnOff:
      turnOff(commit, output)
      return CommitReceipt()
    }
  }

  private func test(_ commit: ScreenCommit, _ output: KMSOutput, _ mode: ScreenMode, _ count: Int) {
    probe.submit(.test(order(commit, output, mode, count)))
  }

  private func configure(_ commit: ScreenCommit, _ output: KMSOutput, _ mode: ScreenMode, _ count: Int) {
    var tested = output.tested.take()
    if tested?.mode != mode { release(tested.take()) }
    let others = outputs.values.filter { $0 !== output }
    if let found = tested?.found, !others.allSatisfy({ $0.leavesFree(found.path) }) { tested?.found = nil }
    // This comes before the new state is stored: the current picture may have to stay.
    let order = order(commit, output, mode, count)
    output.change = .modeset(commit.token, tested?.found?.path)
    noteScreens()
    probe.submit(.modeset(order, FirstFrame(frame: commit.frame, capture: commit.capture), tested))
  }

  /// Stores the result of a modeset, and releases the old framebuffers, which were scanned out until now.
  func configured(_ screen: ScreenID, _ token: CommitToken, _ result: Result<ConfiguredOutput, DisplayError>) {
    guard let output = outputs[screen] else { return }
    if let error = result.failure, error.endsCard { return note(error) }
    output.answered(token)
    defer { noteScreens() }
    switch result {
    case .success(let configured):
      guard let buffers = configured.buffers.open() else { return }
      let replaced = output.lit.take()
      output.isOverlaid = false
      let lit = KMSOutput.Lit(
        path: configured.path, buffers: buffers, updatesInPlace: updatesInPlace && !configured.hasVBlank)
      output.lit = lit
      release(replaced?.buffers)
      preparePointer(of: output, configured.path)
      output.lastCRTC = configured.path.crtc
      output.lastSize = buffers.size
      output.mayAdopt = false
      let capabilities = OutputCapabilities(
        hasVBlank: configured.hasVBlank, updatesInPlace: lit.updatesInPlace, pointer: configured.path.pointer,
        surfaces: updatesInPlace ? nil : ScanoutReference(surfaceCard, hasOverlay: configured.path.overlay != nil))
      let outcome = CommitOutcome(
        capabilities: capabilities, started: configured.started, ended: configured.ended,
        wasModeset: configured.wasModeset, captured: configured.captured)
      handler(.finished(screen, token, .success(outcome)))
      linkWasTrained(of: output)
    case .failure(let error):
      handler(.finished(screen, token, .failure(error)))
      note(error)
    }
  }

  func turnedOff(_ screen: ScreenID, _ token: CommitToken, _ result: Result<CommitOutcome, DisplayError>) {
    if let output = outputs[screen] {
      output.answered(token)
      let buffers = output.lit.take()?.buffers
      noteScreens()
      output.pointer = nil
      // If the screen must not go dark, drawing into its current buffer is not allowed.
      if result.failure == nil, !isConnected(screen) { keep(buffers, of: output) } else { release(buffers) }
      // From now on a picture belongs to another program, until the daemon commits again.
      if result.failure == nil, !output.isInUse { output.isOurs = false }
    }
    handler(.finished(screen, token, result))
  }

  /// Counts the screens that are lit or become lit.
  private func noteScreens() { surfaceCard.note(screens: outputs.values.count(where: \.isInUse)) }

  private func flip(_ commit: ScreenCommit, _ output: KMSOutput, _ buffer: Int) throws(DisplayError) -> CommitReceipt {
    guard output.change == nil, let lit = output.lit, let framebuffer = lit.buffers.framebuffer(buffer) else {
      throw dark(output)
    }
    lit.buffers.draw(commit, into: buffer)
    do throws(DisplayError) {
      try descriptor.asMaster { () throws(DisplayError) in try flip(commit, output, lit.path, to: framebuffer) }
    } catch {
      note(error)
      throw error
    }
    return CommitReceipt(captured: lit.buffers.read(commit))
  }

  /// Shows the buffer of a surface on the primary plane, and on another one the layers above it.
  private func scanOut(
    _ commit: ScreenCommit, _ output: KMSOutput, _ surface: SurfaceFrame, _ overlay: ScreenCommit.Overlay
  ) throws(DisplayError) -> CommitReceipt {
    guard output.change == nil, let lit = output.lit else { throw dark(output) }
    guard let buffer = surface.scanoutBuffer as? SurfaceFramebuffer, surfaceCard.owns(buffer) else {
      throw refusal("show the buffer of a surface of another card")
    }
    var upper: FramebufferID?
    // Another screen may have become lit since the decision.
    guard overlay == .off || surfaceCard.hasOneScreen else { throw refusal("blend planes of several screens") }
    switch overlay {
    case .off, .same: lit.buffers.skip(commit)
    case .buffer(let number, let below):
      lit.buffers.draw(commit, into: number, above: below)
      upper = try lit.buffers.alphaFramebuffer(number)
    }
    do throws(DisplayError) {
      try descriptor.asMaster { () throws(DisplayError) in
        try flip(commit, output, lit.path, to: buffer.id, overlay == .same ? .same : upper.map { .shown($0) } ?? .off)
      }
    } catch {
      // A refusal is an ordinary answer here, after which the picture is composed.
      if error.code != .refused { note(error) }
      throw error
    }
    return CommitReceipt(captured: lit.buffers.read(commit), plane: lit.path.plane)
  }

  private func refusal(_ operation: String) -> DisplayError {
    DisplayError(code: .refused, operation: operation, device: path)
  }

  /// The framebuffer of the plane above the primary one.
  private enum OverlayPicture: Equatable {
    case off
    case same
    case shown(FramebufferID)
  }

  private func flip(
    _ commit: ScreenCommit, _ output: KMSOutput, _ path: OutputPath, to framebuffer: FramebufferID,
    _ upper: OverlayPicture = .off
  ) throws(DisplayError) {
    switch path {
    case .atomic(let pipeline):
      output.request.removeAll()
      try addPointer(commit, output, pipeline)
      add(upper, output, pipeline)
      let hasDamage = pipeline.hasDamageClips && !commit.frameDamage.isEmpty && !output.isOverlaid && upper == .off
      if hasDamage {
        let clips = try PropertyBlob.damage(DirtyClips(commit.frameDamage), on: descriptor)
        pipeline.addFlip(to: &output.request, framebuffer: framebuffer, damage: clips.id)
        try submit(output, commit)
      } else {
        pipeline.addFlip(to: &output.request, framebuffer: framebuffer)
        try submit(output, commit)
      }
      output.isOverlaid = upper != .off
    case .legacy(let legacy):
      guard upper == .off else { throw refusal("blend planes without atomic commits") }
      try legacy.flip(to: framebuffer, userData: commit.token.rawValue, on: descriptor)
    }
  }

  private func add(_ upper: OverlayPicture, _ output: KMSOutput, _ pipeline: OutputPipeline) {
    guard let overlay = pipeline.overlay else { return }
    switch upper {
    case .off: if output.isOverlaid { overlay.addOff(to: &output.request) }
    case .same: break
    case .shown(let framebuffer):
      overlay.addPicture(
        to: &output.request, framebuffer: framebuffer, size: output.lit?.buffers.size ?? .zero, on: pipeline.crtc)
    }
  }

  private func submit(_ output: KMSOutput, _ commit: ScreenCommit) throws(DisplayError) {
    try descriptor.commit(
      output.request, [.nonblocking, .pageFlipEvent], userData: commit.token.rawValue, operation: "flip")
    output.pointer?.committed(commit.pointer)
  }

  private func preparePointer(of output: KMSOutput, _ path: OutputPath) {
    if path.pointer == .none {
      output.pointer = nil
    } else if let pointer = output.pointer, pointer.crtc == path.crtc {
      pointer.forget()
    } else {
      output.pointer = OutputPointer(crtc: path.crtc, card: descriptor)
    }
  }

  private func addPointer(
    _ commit: ScreenCommit, _ output: KMSOutput, _ pipeline: OutputPipeline
  ) throws(DisplayError) {
    guard let cursor = pipeline.cursor, let pointer = output.pointer else { return }
    try pointer.add(commit.pointer, to: &output.request, cursor)
  }

  /// Changes the pointer alone: by a commit without the picture's plane, or by legacy calls.
  private func movePointer(_ commit: ScreenCommit, _ output: KMSOutput) throws(DisplayError) -> CommitReceipt {
    guard output.change == nil, let path = output.lit?.path, let pointer = output.pointer else { throw dark(output) }
    do throws(DisplayError) {
      return try descriptor.asMaster { () throws(DisplayError) in
        switch path {
        case .atomic(let pipeline):
          output.request.removeAll()
          try addPointer(commit, output, pipeline)
          try submit(output, commit)
          return CommitReceipt()
        case .legacy(let legacy):
          try pointer.show(commit.pointer, on: legacy)
          pointer.committed(commit.pointer)
          return CommitReceipt(presented: .now)
        }
      }
    } catch {
      note(error)
      throw error
    }
  }

  private func update(_ commit: ScreenCommit, _ output: KMSOutput, _ buffer: Int) throws(DisplayError) -> CommitReceipt
  {
    guard output.change == nil, let lit = output.lit, let framebuffer = lit.buffers.framebuffer(buffer) else {
      throw dark(output)
    }
    lit.buffers.draw(commit, into: buffer)
    do throws(DisplayError) {
      try descriptor.asMaster { () throws(DisplayError) in try markDirty(framebuffer, commit.bufferDamage) }
    } catch {
      note(error)
      throw error
    }
    return CommitReceipt(presented: .now, captured: lit.buffers.read(commit))
  }

  /// Marks damage as dirty. The driver merges all rectangles of a call into one box, so distant rectangles get separate calls.
  private func markDirty(_ framebuffer: FramebufferID, _ damage: DamageRegion) throws(DisplayError) {
    var area = 0
    for index in 0..<damage.count { area += damage[index].area }
    guard area * 2 < damage.bounds.area else {
      return try descriptor.markDirty(framebuffer, DirtyClips(damage.bounds))
    }
    for index in 0..<damage.count { try descriptor.markDirty(framebuffer, DirtyClips(damage[index])) }
  }

  private func turnOff(_ commit: ScreenCommit, _ output: KMSOutput) {
    // The result of a running modeset is unknown. The probe thread checks after it.
    let path = output.change == nil ? output.lit?.path : nil
    output.change = .turnOff(commit.token)
    release(output.tested.take())
    discard(output.prepared.take())
    probe.submit(.turnOff(commit.screen, commit.token, output.connector, path, isAtomic: isAtomic))
  }

  private func order(
    _ commit: ScreenCommit, _ output: KMSOutput, _ mode: ScreenMode, _ count: Int
  ) -> ModesetOrder {
    let ours = outputs.values.filter { $0 !== output && $0.isOurs }
    return ModesetOrder(
      screen: commit.screen, token: commit.token, connector: output.connector, mode: mode, bufferCount: count,
      prepared: output.prepared.take(), spares: outputs.values.compactMap { $0 === output ? nil : $0.prepared },
      others: Set(ours.filter(\.isInUse).map(\.connector)),
      yielding: Set(ours.filter { !$0.isInUse }.map(\.connector)), preferredCRTC: output.lastCRTC, isAtomic: isAtomic,
      isLit: output.isInUse, newMemoryIsBlack: DriverQuirks.newMemoryIsBlack.contains(driver),
      mayAdopt: output.mayAdopt, keepsSplash: hasBootSplash)
  }

  private func dark(_ output: KMSOutput) -> DisplayError {
    DisplayError(code: .gone, operation: "flip on connector \(output.connector), which is dark", device: path)
  }
}

extension DirtyClips {
  init(_ damage: DamageRegion) {
    self.init()
    for index in 0..<damage.count { append(damage[index]) }
  }
}
