import DisplayTypes
import KernelModeSetting
import RecordingKernel
import SystemPackage
import Testing

@Suite struct CardTests {
  private func code(_ body: () throws(DisplayError) -> Void) -> DisplayError.Code? {
    do throws(DisplayError) {
      try body()
      return nil
    } catch {
      return error.code
    }
  }

  @Test func aCardIsClosedOnce() throws {
    let kernel = RecordingDRM()
    do {
      let card = try kernel.card()
      #expect(card.descriptor.path == "/dev/dri/card7")
      card.close()
    }
    #expect(kernel.log == ["open /dev/dri/card7", "close 42"])
  }

  @Test func anOpenCardIsClosedAtTheEndOfItsLife() throws {
    let kernel = RecordingDRM()
    do { _ = try kernel.card() }
    #expect(kernel.livingCount == 0)
  }

  @Test func openingErrorsNameOperationAndPath() {
    let kernel = RecordingDRM { $0.failures["open"] = .noSuchFileOrDirectory }
    let error = #expect(throws: DisplayError.self) { _ = try kernel.card() }
    #expect(error?.code == .gone)
    #expect(error?.description == "could not open the card (/dev/dri/card7): gone, errno 2")
  }

  @Test func aDescriptorThatCannotBeAdoptedIsClosed() {
    let kernel = RecordingDRM { $0.failures["prepareInherited"] = .badFileDescriptor }
    #expect(throws: DisplayError.self) { _ = try Card.adopt(13, path: "/dev/dri/card0", through: kernel) }
    #expect(kernel.log == ["prepareInherited", "close 13"])
  }

  @Test func aMasterAsksForNothing() throws {
    let kernel = RecordingDRM()
    let card = try kernel.card()
    try card.descriptor.becomeMaster()
    #expect(!kernel.log.contains("setMaster"))
    try card.descriptor.dropMaster()
    try card.descriptor.dropMaster()
    #expect(kernel.log.filter { $0 == "dropMaster" }.count == 1)
  }

  @Test func anotherMasterIsDistinguishedFromMissingRights() throws {
    let kernel = RecordingDRM { $0.isMaster = false }
    let card = try kernel.card()
    let descriptor = card.descriptor
    kernel.with { $0.failures["setMaster"] = .resourceBusy }
    #expect(code { () throws(DisplayError) in try descriptor.becomeMaster() } == .anotherMaster)
    kernel.with { $0.failures["setMaster"] = .permissionDenied }
    #expect(code { () throws(DisplayError) in try descriptor.becomeMaster() } == .notPermitted)
    kernel.with { $0.failures["setMaster"] = nil }
    try descriptor.becomeMaster()
    #expect(descriptor.isMaster)
  }

  @Test func anInputOutputErrorLosesTheDeviceOnlyWhenItAnswersNoMore() throws {
    let kernel = RecordingDRM { $0.failures["resources"] = .ioError }
    let card = try kernel.card()
    let descriptor = card.descriptor
    #expect(code { () throws(DisplayError) in _ = try descriptor.resources() } == .other)
    kernel.with { $0.failures["capability"] = .operationNotSupportedByDevice }
    #expect(code { () throws(DisplayError) in _ = try descriptor.resources() } == .deviceLost)
  }

  @Test func atomicImpliesTheRest() throws {
    let card = try RecordingDRM().card()
    let found = try card.descriptor.negotiateCapabilities()
    #expect(found.atomic && found.universalPlanes && found.aspectRatio)
  }

  @Test func theLegacyPathStillHasPictureAspects() throws {
    let kernel = RecordingDRM()
    let card = try kernel.card()
    let found = try card.descriptor.negotiateCapabilities(atomic: false)
    #expect(!found.atomic && found.aspectRatio)
    #expect(kernel.with { $0.clientCapabilities } == [2: 1, 3: 0, 4: 1])
  }

  @Test func aDriverWithoutAtomicIsAnAnswerAndNoError() throws {
    let kernel = RecordingDRM { $0.failures["setClientCapability 3"] = .notSupported }
    let card = try kernel.card()
    let found = try card.descriptor.negotiateCapabilities()
    #expect(!found.atomic && found.aspectRatio && found.universalPlanes)
  }

  @Test func aLostDeviceIsNoMissingCapability() throws {
    let kernel = RecordingDRM { $0.failures["setClientCapability"] = .operationNotSupportedByDevice }
    let card = try kernel.card()
    let descriptor = card.descriptor
    #expect(code { () throws(DisplayError) in _ = try descriptor.negotiateCapabilities() } == .deviceLost)
  }

  @Test func aCardForRenderingOnlyHasNoDisplays() throws {
    let kernel = RecordingDRM { $0.failures["resources"] = .notSupported }
    let card = try kernel.card()
    #expect(try !card.descriptor.hasModesetting())
    kernel.with { $0.failures["resources"] = nil }
    #expect(try !card.descriptor.hasModesetting())
    kernel.with { $0.resources.crtcs = [CRTCID(rawValue: 1)] }
    #expect(try card.descriptor.hasModesetting())
  }
}
