internal import DisplayTypes
internal import EventLoop
internal import KernelModeSetting
internal import Presentation

extension ProbeJob {
  /// Does it, on the probe thread.
  func execute(on card: CardDescriptor) -> ProbeAnswer {
    switch self {
    case .look(let connectors): .looked(connectors, ProbeJob.look(connectors, card))
    case .test(let order, let count): ProbeJob.test(order, count, card)
    case .modeset(let order): .configured(order.screen, order.token, order.execute(on: card))
    case .release(let parcel): ProbeJob.release(parcel)
    case .turnOff(let screen, let token, let connector, let path, let isAtomic):
      .turnedOff(screen, token, ProbeJob.turnOff(connector, path, isAtomic, card))
    }
  }

  private static func test(_ order: ModesetOrder, _ count: Int, _ card: CardDescriptor) -> ProbeAnswer {
    do throws(DisplayError) {
      let buffers = try OutputBuffers(count: count, size: order.mode.size, on: card)
      var order = order
      order.framebuffer = buffers.framebuffer(0) ?? order.framebuffer
      return .tested(order.screen, order.token, order.test(on: card), order.mode, BufferParcel(buffers))
    } catch {
      return .tested(order.screen, order.token, .failure(error), nil, nil)
    }
  }

  private static func release(_ parcel: BufferParcel) -> ProbeAnswer {
    _ = parcel.open()
    return .released
  }

  private static func look(
    _ connectors: [ConnectorID]?, _ card: CardDescriptor
  ) -> Result<[ConnectorSnapshot], DisplayError> {
    do throws(DisplayError) {
      var found: [ConnectorSnapshot] = []
      var wanted = connectors ?? []
      if connectors == nil { wanted = try card.resources().connectors }
      for id in wanted {
        do throws(DisplayError) {
          found.append(try card.connector(id, probing: true))
        } catch {
          // A dock was pulled between the list and the look.
          if error.code != .gone { throw error }
        }
      }
      return .success(found)
    } catch {
      return .failure(error)
    }
  }

  private static func turnOff(
    _ connector: ConnectorID, _ path: OutputPath?, _ isAtomic: Bool, _ card: CardDescriptor
  ) -> Result<CommitOutcome, DisplayError> {
    let started = MonotonicTime.now
    do throws(DisplayError) {
      if let path {
        try path.turnOff(on: card)
      } else if let inherited = try inherited(connector, isAtomic, card) {
        try inherited.turnOff(on: card)
      }
      return .success(
        CommitOutcome(
          capabilities: OutputCapabilities(hasVBlank: false, updatesInPlace: false), started: started,
          ended: .now, wasModeset: true))
    } catch {
      return .failure(error)
    }
  }

  /// What feeds a connector that this daemon has not lit: a boot splash, or the console.
  private static func inherited(
    _ connector: ConnectorID, _ isAtomic: Bool, _ card: CardDescriptor
  ) throws(DisplayError) -> OutputPath? {
    let snapshot = try card.snapshot(probing: false)
    guard let crtc = snapshot.connector(connector)?.currentCRTC else { return nil }
    let plane = snapshot.planes.first { $0.kind == .primary && $0.currentCRTC == crtc }
    guard isAtomic, let plane else {
      return .legacy(try LegacyOutput(connector: connector, crtc: crtc, plane: plane?.id, in: snapshot))
    }
    return .atomic(try OutputPipeline(connector: connector, crtc: crtc, plane: plane.id, in: snapshot))
  }
}
