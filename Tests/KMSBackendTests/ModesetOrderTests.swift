import DisplayTypes
import KernelModeSetting
import Presentation
import RecordingKernel
import SystemPackage
import Testing

@testable import KMSBackend

@Suite struct ModesetOrderTests {
  /// The value that a commit sets for a property of an object.
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

  @Test("a CRTC of another screen is not taken: ours, another program's or a dark one's", arguments: [true, false])
  func aCRTCOfAnotherScreenIsNotTaken(isAtomic: Bool) throws {
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

  /// Sets a mode with memory for only one buffer. Returns the kernel and the error.
  private func failsForMemory(
    _ order: ModesetOrder, isTested: Bool
  ) throws -> (kernel: RecordingDRM, error: DisplayError?) {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    kernel.with { $0.dumbLimit = 1 }
    let descriptor = card.descriptor
    let error = #expect(throws: DisplayError.self) {
      let tested = isTested ? try order.test(on: descriptor).1 : nil
      _ = try order.set(TwoScreenCard.picture, tested, on: descriptor)
    }
    #expect(kernel.livingCount == 1)
    return (kernel, error)
  }

  @Test("if memory is short, a visible picture stays", arguments: [true, false], [true, false])
  func memoryIsShort(isTested: Bool, isAtomic: Bool) throws {
    let order = TwoScreenCard.order(isAtomic: isAtomic, isLit: true)
    let (kernel, error) = try failsForMemory(order, isTested: isTested)
    #expect(error?.code == .outOfMemory)
    #expect(!kernel.log.contains { $0.hasPrefix("setCRTC") })
    // Only the test commit, if there was one.
    #expect(kernel.with { $0.commits.count } == (isTested && isAtomic ? 1 : 0))
  }

  @Test("if memory is short, a screen without a picture is dark again", arguments: [true, false], [true, false])
  func memoryIsShortAfterTheModeset(isTested: Bool, isAtomic: Bool) throws {
    let order = TwoScreenCard.order(isAtomic: isAtomic)
    let (kernel, error) = try failsForMemory(order, isTested: isTested)
    #expect(error?.code == .outOfMemory)
    if isAtomic {
      #expect(value(kernel, 41, 2) == 0 && value(kernel, 31, 1) == 0)
    } else {
      #expect(kernel.log.last { $0.hasPrefix("setCRTC") }?.hasSuffix("off") == true)
    }
  }

  @Test("a dark screen waits for one buffer, and a lit one for all", arguments: [true, false])
  func onlyTheFirstBufferIsWaitedFor(isTested: Bool) throws {
    for isLit in [true, false] {
      let kernel = TwoScreenCard.kernel()
      let card = try kernel.card()
      let order = TwoScreenCard.order(isLit: isLit)
      let tested = isTested ? try order.test(on: card.descriptor).1 : nil
      let configured = try order.set(TwoScreenCard.picture, tested, on: card.descriptor)
      #expect(configured.buffers.open()?.count == 2)
      #expect(kernel.with { $0.pixelsAtCommits.last?.count } == (isLit ? 2 : 1))
    }
  }

  @Test func noPixelIsWrittenBeforeTheTestHasPassed() throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    let order = TwoScreenCard.order()
    let (_, tested) = try order.test(on: card.descriptor)
    #expect(kernel.with { $0.pixelsAtCommits } == [[0xeeee_eeee]])
    _ = try order.set(TwoScreenCard.picture, tested, on: card.descriptor)
    #expect(kernel.with { $0.pixelsAtCommits.last } == [0xffff_0000])
  }

  @Test("black is not drawn before the modeset if new memory is black", arguments: [true, false])
  func blackMemoryIsNotWrittenTwice(isBlack: Bool) throws {
    for background in [Color.black, Color(red: 255, green: 0, blue: 0)] {
      let kernel = TwoScreenCard.kernel()
      let card = try kernel.card()
      let order = TwoScreenCard.order(newMemoryIsBlack: isBlack)
      let configured = try order.set(TwoScreenCard.picture(background), nil, on: card.descriptor)
      // This kernel's memory is not black, so it shows which pixels were not drawn.
      let isLeft = isBlack && background == .black
      #expect(
        kernel.with { $0.pixelsAtCommits.last } == [isLeft ? 0xeeee_eeee : background.premultipliedARGB])
      // Then all pages are there, the second buffer's too.
      kernel.with { $0.notePixels() }
      #expect(kernel.with { $0.pixelsAtCommits.last } == [background.premultipliedARGB, 0])
      #expect(configured.captured?.hash.isEmpty == false)
    }
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

  /// A kernel whose connector shows a picture of another program in the mode.
  private func litKernel() -> RecordingDRM {
    let kernel = TwoScreenCard.kernel()
    kernel.with { state in
      state.connectors[31]?.properties = [RawPropertyValue(property: 1, value: 42)]
      state.crtcs[42] = RawCRTC(mode: ModeInfo(TwoScreenCard.mode), framebuffer: 9)
      state.objectProperties[42] = [
        RawPropertyValue(property: 2, value: 1), RawPropertyValue(property: 3, value: 5),
      ]
    }
    return kernel
  }

  @Test("the picture of a boot splash or of an earlier process is kept, that of a console is not")
  func keptPictures() throws {
    let orders = [
      TwoScreenCard.order(), TwoScreenCard.order(mayAdopt: true), TwoScreenCard.order(keepsSplash: true),
    ]
    let card = try litKernel().card()
    #expect(try orders.map { try $0.test(on: card.descriptor).0.showsMode } == [false, true, true])
    let dark = try TwoScreenCard.kernel().card()
    #expect(try !TwoScreenCard.order(keepsSplash: true).test(on: dark.descriptor).0.showsMode)
  }

  @Test func aModeThatIsShownAlreadyNeedsNoModeset() throws {
    let kernel = litKernel()
    let card = try kernel.card()
    let order = TwoScreenCard.order(mayAdopt: true)
    let (_, tested) = try order.test(on: card.descriptor)
    let configured = try order.set(TwoScreenCard.picture, tested, on: card.descriptor)
    #expect(!configured.wasModeset && configured.path.crtc == CRTCID(rawValue: 42))
    #expect(value(kernel, 42, 3) == nil && value(kernel, 62, 1) == 42)
    #expect(try TwoScreenCard.order().set(TwoScreenCard.picture, nil, on: card.descriptor).wasModeset)
  }
}
