import DisplayTypes
import KernelModeSetting
import Presentation
import RecordingKernel
import SystemPackage
import Testing

@testable import KMSBackend

@Suite struct ModesetOrderTests {
  /// What a commit asks of a property of an object.
  private func value(_ kernel: RecordingDRM, _ object: UInt32, _ property: UInt32) -> UInt64? {
    kernel.with { $0.commits.last }?.settings.first {
      $0.object == object && $0.property.rawValue == property
    }?.value
  }

  @Test func nothingIsReadBetweenTestAndModeset() throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    let order = TwoScreenCard.order()
    let (_, tested) = try order.test(on: card.descriptor)
    let before = kernel.log.count
    let configured = try order.set(TwoScreenCard.picture, tested, on: card.descriptor)
    #expect(kernel.log.dropFirst(before).prefix { !$0.hasPrefix("commit") } == ["createBlob"])
    #expect(configured.wasModeset && configured.captured?.hash.isEmpty == false)
    #expect(configured.path.crtc == CRTCID(rawValue: 41))
    #expect(value(kernel, 31, 1) == 41 && value(kernel, 61, 1) == 41)
    // Two buffers, and the card.
    #expect(kernel.livingCount == 7)
    _ = configured.buffers.open()
    #expect(kernel.livingCount == 1)
  }

  @Test func aModesetWithoutATestFindsItsWayAndMakesItsBuffers() throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    let configured = try TwoScreenCard.order().set(TwoScreenCard.picture, nil, on: card.descriptor)
    #expect(configured.path.crtc == CRTCID(rawValue: 41))
    #expect(configured.buffers.open()?.count == 2)
  }

  @Test("what another screen has is not taken, be it ours, somebody else's or dark", arguments: [true, false])
  func whatAnotherScreenHasIsNotTaken(isAtomic: Bool) throws {
    let second: Set = [ConnectorID(rawValue: 32)]
    for (others, yielding, connection) in [(second, [], 1), ([], [], 1), ([], second, 1), ([], [], 2)] as [Row] {
      let kernel = TwoScreenCard.kernel(secondIsLit: true)
      kernel.with { $0.connectors[32]?.connection = connection }
      let card = try kernel.card()
      let order = TwoScreenCard.order(others: others, yielding: yielding, isAtomic: isAtomic)
      let configured = try order.set(TwoScreenCard.picture, nil, on: card.descriptor)
      #expect(configured.path.crtc == CRTCID(rawValue: 42))
      #expect(value(kernel, 32, 1) == nil && value(kernel, 41, 2) == nil)
      #expect(!kernel.log.contains { $0.hasPrefix("setCRTC 41") })
      if isAtomic { #expect(value(kernel, 62, 1) == 42 && value(kernel, 31, 1) == 42) }
    }
  }

  @Test func theOnlyCRTCIsTakenFromADarkScreenOfOursAndFromNoOther() throws {
    let second: Set = [ConnectorID(rawValue: 32)]
    for (others, yielding, connection) in [([], [], 1), (second, [], 1), (second, [], 2), ([], [], 3)] as [Row] {
      let kernel = TwoScreenCard.kernel(secondIsLit: true, crtcCount: 1)
      kernel.with { $0.connectors[32]?.connection = connection }
      let card = try kernel.card()
      let order = TwoScreenCard.order(others: others, yielding: yielding)
      let descriptor = card.descriptor
      let error = #expect(throws: DisplayError.self) { try order.set(TwoScreenCard.picture, nil, on: descriptor) }
      #expect(error?.code == .noPipeline)
      #expect(kernel.with { $0.commits.isEmpty } && kernel.livingCount == 1)
    }
    for (others, yielding, connection) in [([], second, 1), ([], [], 2)] as [Row] {
      let kernel = TwoScreenCard.kernel(secondIsLit: true, crtcCount: 1)
      kernel.with { $0.connectors[32]?.connection = connection }
      let card = try kernel.card()
      let order = TwoScreenCard.order(others: others, yielding: yielding)
      let taken = try order.set(TwoScreenCard.picture, nil, on: card.descriptor)
      #expect(taken.path.crtc == CRTCID(rawValue: 41) && value(kernel, 32, 1) == 0)
    }
  }

  private typealias Row = (others: Set<ConnectorID>, yielding: Set<ConnectorID>, connection: UInt32)

  @Test("where memory is short nothing is changed on the screen", arguments: [true, false], [true, false])
  func memoryIsShort(isTested: Bool, isAtomic: Bool) throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    let order = TwoScreenCard.order(isAtomic: isAtomic)
    kernel.with { $0.dumbLimit = 1 }
    let descriptor = card.descriptor
    let error = #expect(throws: DisplayError.self) {
      let tested = isTested ? try order.test(on: descriptor).1 : nil
      _ = try order.set(TwoScreenCard.picture, tested, on: descriptor)
    }
    #expect(error?.code == .outOfMemory && kernel.livingCount == 1)
    #expect(!kernel.log.contains { $0.hasPrefix("setCRTC") })
    // Only the test, where there was one.
    #expect(kernel.with { $0.commits.count } == (isTested && isAtomic ? 1 : 0))
  }

  @Test func everythingIsGivenBackWhateverFails() throws {
    for isAtomic in [true, false] {
      var failures = 0
      for number in 1...200 {
        let kernel = TwoScreenCard.kernel()
        let card = try kernel.card()
        kernel.with { state in
          state.failableCount = 0
          state.failingCall = (number, .invalidArgument)
        }
        let order = TwoScreenCard.order(isAtomic: isAtomic)
        do throws(DisplayError) {
          let (_, tested) = try order.test(on: card.descriptor)
          let configured = try order.set(TwoScreenCard.picture, tested, on: card.descriptor)
          #expect(configured.buffers.open()?.count == 2)
        } catch {
          failures += 1
        }
        #expect(kernel.livingCount == 1, "call \(number)")
      }
      #expect(failures > 20)
    }
  }

  @Test func aModeThatIsShownAlreadyNeedsNoModeset() throws {
    let kernel = TwoScreenCard.kernel()
    kernel.with { state in
      state.connectors[31]?.properties = [RawPropertyValue(property: 1, value: 42)]
      state.crtcs[42] = RawCRTC(mode: ModeInfo(TwoScreenCard.mode), framebuffer: 9)
      state.objectProperties[42] = [
        RawPropertyValue(property: 2, value: 1), RawPropertyValue(property: 3, value: 5),
      ]
    }
    let card = try kernel.card()
    let order = TwoScreenCard.order(mayAdopt: true)
    let (_, tested) = try order.test(on: card.descriptor)
    let configured = try order.set(TwoScreenCard.picture, tested, on: card.descriptor)
    #expect(!configured.wasModeset && configured.path.crtc == CRTCID(rawValue: 42))
    #expect(value(kernel, 42, 3) == nil && value(kernel, 62, 1) == 42)
    #expect(try TwoScreenCard.order().set(TwoScreenCard.picture, nil, on: card.descriptor).wasModeset)
  }
}
