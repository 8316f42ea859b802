internal import DisplayTypes
internal import EventLoop
internal import KernelModeSetting
internal import Presentation

/// The jobs of the probe thread: all work that may block.
enum ProbeJob: Sendable {
  case probe(ConnectorProbe)
  /// Makes buffers for the mode, tests it with them, and sets it.
  case test(ModesetOrder)
  case modeset(ModesetOrder, FirstFrame, TestedMode?)
  /// Makes the first buffer for a new display, or reduces the kept buffers of one that has gone.
  case prepare(PreparedBuffers)
  /// Without a path, turns off any CRTC of the connector.
  case turnOff(ScreenID, CommitToken, ConnectorID, OutputPath?, isAtomic: Bool)
  /// Releases buffers that are not shown any more.
  case release(BufferTransfer)
  /// Gives a buffer back that was made or kept for nothing.
  case discard(PreparedBuffers)
  /// Removes the objects of a former process in this open file that are not shown; before any buffer is made.
  case endFormerLife
  /// Removes those of these framebuffers that are not shown any more.
  case endStale(Set<FramebufferID>)

  /// The order of jobs: the lower number first, and the older one within it.
  ///
  /// A person waits for a modeset. Memory comes before probes, because these may take seconds each.
  var urgency: Int {
    switch self {
    case .test, .modeset, .turnOff, .endFormerLife: 0
    case .prepare: 1
    case .release, .discard, .endStale: 2
    case .probe: 3
    }
  }

  /// Whether it runs even if the thread is about to end.
  var isOwed: Bool {
    switch self {
    case .test, .modeset, .turnOff, .endFormerLife, .release, .discard, .endStale: true
    case .prepare, .probe: false
    }
  }
}

/// The result of a `ProbeJob`.
enum ProbeAnswer: Sendable {
  /// The probed connectors, nil for all, and their data.
  case probed([ConnectorID]?, Result<[ConnectorSnapshot], DisplayError>)
  case tested(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>, TestedMode?)
  case configured(ScreenID, CommitToken, Result<ConfiguredOutput, DisplayError>)
  case turnedOff(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  /// The framebuffers of a former process that are still shown.
  case stale(Set<FramebufferID>)
  /// The device is gone. The display thread sends it to itself, so that a card in use is not closed.
  case lost
}

extension ProbeJob {
  /// The result of a job, or of a part of it.
  enum Progress {
    case answer(ProbeAnswer)
    /// The rest, to be done when nothing is more urgent.
    case more(ProbeJob)
    case done
  }

  /// Runs it, on the probe thread.
  ///
  /// Buffers without a receiver are released here.
  consuming func execute(on card: CardDescriptor) -> Progress {
    switch self {
    case .probe(var look):
      if let answer = look.proceed(on: card) { return .answer(answer) }
      return .more(.probe(look))
    case .test(let order): return .answer(ProbeJob.test(order, card))
    case .modeset(let order, let picture, let tested):
      let result = Result { () throws(DisplayError) in try order.set(picture, tested, on: card) }
      return .answer(.configured(order.screen, order.token, result))
    case .prepare(let prepared):
      prepared.make(on: card)
      return .done
    case .discard(let prepared):
      prepared.end()
      return .done
    case .turnOff(let screen, let token, let connector, let path, let isAtomic):
      return .answer(.turnedOff(screen, token, ProbeJob.turnOff(connector, path, isAtomic, card)))
    case .release(let parcel):
      _ = parcel.open()
      return .done
    case .endFormerLife: return .answer(.stale(ProbeJob.endFormerLife(card)))
    case .endStale(let framebuffers): return .answer(.stale(ProbeJob.endStale(framebuffers, card)))
    }
  }

  private static func test(_ order: ModesetOrder, _ card: CardDescriptor) -> ProbeAnswer {
    do throws(DisplayError) {
      let (outcome, tested) = try order.test(on: card)
      return .tested(order.screen, order.token, .success(outcome), tested)
    } catch {
      return .tested(order.screen, order.token, .failure(error), nil)
    }
  }

  private static func turnOff(
    _ connector: ConnectorID, _ path: OutputPath?, _ isAtomic: Bool, _ card: CardDescriptor
  ) -> Result<CommitOutcome, DisplayError> {
    let started = MonotonicTime.now
    return Result { () throws(DisplayError) in
      try card.asMaster { () throws(DisplayError) in
        if let path { try path.turnOff(on: card) } else { try turnOffInherited(connector, isAtomic, card) }
      }
      return CommitOutcome(
        capabilities: OutputCapabilities(hasVBlank: false, updatesInPlace: false), started: started, ended: .now,
        wasModeset: true)
    }
  }

  /// Turns off the CRTC of a connector, whether this daemon, an earlier process, a boot splash or the console uses it.
  ///
  /// If the CRTC feeds another display too, as with a splash that clones one CRTC, that display keeps its picture.
  private static func turnOffInherited(
    _ connector: ConnectorID, _ isAtomic: Bool, _ card: CardDescriptor
  ) throws(DisplayError) {
    let snapshot = try card.snapshot(probing: false)
    guard let now = snapshot.connector(connector), let crtc = now.currentCRTC else { return }
    let plane = snapshot.planes.first { $0.kind == .primary && $0.currentCRTC == crtc }
    guard isAtomic, let plane else {
      return try LegacyOutput(connector: connector, crtc: crtc, plane: plane?.id, in: snapshot).turnOff(on: card)
    }
    let isShared = snapshot.connectors.contains {
      $0.id != connector && $0.currentCRTC == crtc && $0.status != .disconnected
    }
    guard isShared, let property = now.properties["CRTC_ID"]?.id else {
      let pipeline = try OutputPipeline(connector: connector, crtc: crtc, plane: plane.id, in: snapshot)
      return try OutputPath.atomic(pipeline).turnOff(on: card)
    }
    var request = AtomicRequest()
    request.add(connector, property, 0)
    try card.commit(request, .allowModeset, operation: "take \(now.name) off a CRTC that other displays share")
  }

  private static func endFormerLife(_ card: CardDescriptor) -> Set<FramebufferID> {
    guard let shown = shown(card) else { return [] }
    _ = StaleObjects.end(on: card, keeping: shown)
    return shown
  }

  /// If the shown framebuffers are unknown, all are kept.
  private static func endStale(_ framebuffers: Set<FramebufferID>, _ card: CardDescriptor) -> Set<FramebufferID> {
    guard let shown = shown(card) else { return framebuffers }
    StaleObjects.endFramebuffers(framebuffers.subtracting(shown), on: card)
    return framebuffers.intersection(shown)
  }

  /// The framebuffers on all planes and CRTCs; nil if the kernel does not tell.
  private static func shown(_ card: CardDescriptor) -> Set<FramebufferID>? {
    do throws(DisplayError) {
      var shown = Set(try card.planes().compactMap(\.framebuffer))
      for (index, crtc) in try card.resources().crtcs.enumerated() {
        if let framebuffer = try card.crtc(crtc, index: index).framebuffer { shown.insert(framebuffer) }
      }
      return shown
    } catch {
      return nil
    }
  }
}
