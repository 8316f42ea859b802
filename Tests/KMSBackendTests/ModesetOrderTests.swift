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

  @Test func whatAnotherScreenOfOursHasIsNotTaken() throws {
    let other: Set = [ConnectorID(rawValue: 32)]
    let free = TwoScreenCard.kernel(secondIsLit: true)
    let card = try free.card()
    let configured = try TwoScreenCard.order(others: other).set(TwoScreenCard.picture, nil, on: card.descriptor)
    #expect(configured.path.crtc == CRTCID(rawValue: 42))
    #expect(value(free, 62, 1) == 42 && value(free, 32, 1) == nil)
    // What somebody else has lit is no obstacle.
    let taken = try TwoScreenCard.order().set(TwoScreenCard.picture, nil, on: card.descriptor)
    #expect(taken.path.crtc == CRTCID(rawValue: 41) && value(free, 32, 1) == 0)
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
