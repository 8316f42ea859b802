internal import Composition
internal import DisplayTypes
internal import Drawing
internal import EventLoop
internal import KernelModeSetting
internal import Presentation

extension KMSCard {
  /// Does what `DisplayBackend.commit` says, for a screen of this card.
  func commit(_ commit: ScreenCommit, _ output: KMSOutput, testOnly: Bool) throws(DisplayError) -> CommitReceipt {
    switch commit.action {
    case .configure(let mode, let count):
      if testOnly { test(commit, output, mode, count) } else { configure(commit, output, mode, count) }
      return CommitReceipt()
    case .flip(let buffer): return try flip(commit, output, buffer)
    case .update(let buffer): return try update(commit, output, buffer)
    case .turnOff:
      turnOff(commit, output)
      return CommitReceipt()
    }
  }

  private func test(_ commit: ScreenCommit, _ output: KMSOutput, _ mode: ScreenMode, _ count: Int) {
    let order = order(commit, output, mode, FramebufferID(rawValue: 0))
    probe.submit(.test(order, bufferCount: count))
  }

  private func configure(_ commit: ScreenCommit, _ output: KMSOutput, _ mode: ScreenMode, _ count: Int) {
    do throws(DisplayError) {
      let buffers = try buffers(for: output, mode, count)
      output.prepared = nil
      buffers.compose(commit.frame, commit.frameDamage, with: renderer)
      buffers.copy(commit.bufferDamage, to: 0)
      let order = order(commit, output, mode, buffers.framebuffer(0) ?? FramebufferID(rawValue: 0))
      output.pending = KMSOutput.Pending(
        token: commit.token, buffers: buffers, captured: buffers.read(commit.capture))
      probe.submit(.modeset(order))
    } catch {
      refuse(commit, error)
    }
  }

  /// The modeset has ended.
  ///
  /// The old framebuffers are given back only now: until it they were scanned out.
  func configured(_ screen: ScreenID, _ token: CommitToken, _ result: Result<ConfiguredOutput, DisplayError>) {
    guard let output = outputs[screen] else { return }
    if let error = result.failure, error.isDeviceLost { return note(error) }
    guard let pending = output.pending, pending.token == token else { return }
    output.pending = nil
    switch result {
    case .success(let configured):
      let replaced = output.lit?.buffers
      output.lit = KMSOutput.Lit(
        path: configured.path, buffers: pending.buffers, updatesInPlace: updatesInPlace && !configured.hasVBlank)
      release(replaced)
      output.lastCRTC = configured.path.crtc
      output.mayAdopt = false
      send(
        .finished(
          screen, token,
          .success(
            CommitOutcome(
              capabilities: OutputCapabilities(
                hasVBlank: configured.hasVBlank, updatesInPlace: output.lit?.updatesInPlace ?? false),
              started: configured.started, ended: configured.ended, wasModeset: configured.wasModeset,
              captured: pending.captured))))
    case .failure(let error):
      release(pending.buffers)
      send(.finished(screen, token, .failure(error)))
      note(error)
    }
  }

  private func flip(_ commit: ScreenCommit, _ output: KMSOutput, _ buffer: Int) throws(DisplayError) -> CommitReceipt {
    guard let lit = output.lit, let framebuffer = lit.buffers.framebuffer(buffer) else { throw dark(output) }
    lit.buffers.compose(commit.frame, commit.frameDamage, with: renderer)
    lit.buffers.copy(commit.bufferDamage, to: buffer)
    do throws(DisplayError) {
      switch lit.path {
      case .atomic(let pipeline):
        output.request.removeAll()
        if pipeline.hasDamageClips, !commit.frameDamage.isEmpty {
          let clips = try PropertyBlob.damage(DirtyClips(commit.frameDamage), on: descriptor)
          pipeline.addFlip(to: &output.request, framebuffer: framebuffer, damage: clips.id)
          try submit(output, commit.token)
        } else {
          pipeline.addFlip(to: &output.request, framebuffer: framebuffer)
          try submit(output, commit.token)
        }
      case .legacy(let legacy):
        try legacy.flip(to: framebuffer, userData: commit.token.rawValue, on: descriptor)
      }
    } catch {
      note(error)
      throw error
    }
    return CommitReceipt(captured: lit.buffers.read(commit.capture))
  }

  private func submit(_ output: KMSOutput, _ token: CommitToken) throws(DisplayError) {
    try descriptor.commit(
      output.request, [.nonblocking, .pageFlipEvent], userData: token.rawValue, operation: "flip")
  }

  private func update(_ commit: ScreenCommit, _ output: KMSOutput, _ buffer: Int) throws(DisplayError) -> CommitReceipt
  {
    guard let lit = output.lit, let framebuffer = lit.buffers.framebuffer(buffer) else { throw dark(output) }
    lit.buffers.compose(commit.frame, commit.frameDamage, with: renderer)
    lit.buffers.copy(commit.bufferDamage, to: buffer)
    // The driver makes one box of all rectangles of a call, so that distant ones get a call each.
    let damage = commit.bufferDamage
    var area = 0
    for index in 0..<damage.count { area += damage[index].area }
    if area * 2 < damage.bounds.area {
      for index in 0..<damage.count { try descriptor.markDirty(framebuffer, DirtyClips(damage[index])) }
    } else {
      try descriptor.markDirty(framebuffer, DirtyClips(damage.bounds))
    }
    return CommitReceipt(presented: .now, captured: lit.buffers.read(commit.capture))
  }

  private func turnOff(_ commit: ScreenCommit, _ output: KMSOutput) {
    let path = output.lit?.path
    output.retiring[commit.token] = output.lit?.buffers
    output.lit = nil
    output.prepared = nil
    probe.submit(.turnOff(commit.screen, commit.token, output.connector, path, isAtomic: isAtomic))
  }

  private func buffers(for output: KMSOutput, _ mode: ScreenMode, _ count: Int) throws(DisplayError) -> OutputBuffers {
    if let prepared = output.prepared, prepared.mode == mode { return prepared.buffers }
    output.prepared = nil
    return try OutputBuffers(count: count, size: mode.size, on: descriptor)
  }

  private func order(
    _ commit: ScreenCommit, _ output: KMSOutput, _ mode: ScreenMode, _ framebuffer: FramebufferID
  ) -> ModesetOrder {
    ModesetOrder(
      screen: commit.screen, token: commit.token, connector: output.connector, mode: mode, framebuffer: framebuffer,
      lit: assignments, preferredCRTC: output.lastCRTC, isAtomic: isAtomic, mayAdopt: output.mayAdopt)
  }

  /// Answers through the probe thread's queue, never from within `commit`.
  private func refuse(_ commit: ScreenCommit, _ error: DisplayError) {
    probe.answer(.tested(commit.screen, commit.token, .failure(error), nil, nil))
  }

  private func dark(_ output: KMSOutput) -> DisplayError {
    DisplayError(code: .gone, operation: "flip on connector \(output.connector), which is dark", device: path)
  }
}

extension DirtyClips {
  /// The rectangles of a region.
  init(_ damage: DamageRegion) {
    self.init()
    for index in 0..<damage.count { append(damage[index]) }
  }
}
