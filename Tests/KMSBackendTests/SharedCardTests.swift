import DisplayTypes
import RecordingKernel
import Testing

@testable import KMSBackend
@testable import KernelModeSetting
@testable import Presentation

/// The backend on a card with a lit screen of another program.
@Suite struct SharedCardTests {
  /// A card whose second connector is lit by another process.
  private func makeRig(crtcCount: UInt32, firstLinkIsBad: Bool = false, kind: UInt32 = 11) throws -> CardRig {
    let kernel = TwoScreenCard.kernel(secondIsLit: true, crtcCount: crtcCount)
    for connector in UInt32(31)...32 { kernel.with { $0.connectors[connector]?.kind = kind } }
    if firstLinkIsBad { setLink(of: 31, isBad: true, in: kernel) }
    return try CardRig(kernel)
  }

  private func setLink(of connector: UInt32, isBad: Bool, in kernel: RecordingDRM) {
    kernel.with { state in
      state.properties[14] = RawProperty(name: "link-status", flags: 1 << 3)
      state.connectors[connector]?.properties.removeAll { $0.property == 14 }
      state.connectors[connector]?.properties.append(RawPropertyValue(property: 14, value: isBad ? 1 : 0))
    }
  }

  private let modeset = ScreenCommit.Action.configure(TwoScreenCard.mode, bufferCount: 2)

  @Test func theConsoleKeepsItsCRTC() throws {
    let rig = try makeRig(crtcCount: 2)
    for testOnly in [true, false] {
      #expect(try rig.failure(of: modeset, testOnly: testOnly) == nil)
      #expect(rig.crtc(of: 31) == 42 && rig.crtc(of: 32) == nil)
    }
    rig.backend.stop()
  }

  @Test func theConsoleKeepsTheOnlyCRTCUntilItsScreenIsOurs() throws {
    let rig = try makeRig(crtcCount: 1)
    #expect(try rig.failure(of: modeset)?.code == .noPipeline)
    #expect(rig.kernel.with { $0.commits.isEmpty })
    // From here on the second screen is the daemon's too.
    #expect(try rig.failure(of: modeset, on: "HDMI-A-2", testOnly: true) == nil)
    #expect(try rig.failure(of: modeset) == nil)
    #expect(rig.crtc(of: 31) == 41 && rig.crtc(of: 32) == 0)
    rig.backend.stop()
  }

  @Test func aScreenThatIsMadeDarkLeavesTheOneThatShowsTheSamePicture() throws {
    let rig = try makeRig(crtcCount: 2)
    rig.kernel.with { $0.connectors[31]?.properties = [RawPropertyValue(property: 1, value: 41)] }
    #expect(try rig.failure(of: .turnOff) == nil)
    let settings = rig.kernel.with { $0.commits.last }?.settings
    #expect(settings == [PropertySetting(object: 31, property: PropertyID(rawValue: 1), value: 0)])
    // Without a display on the other connector, no screen loses its picture.
    rig.kernel.with { $0.connectors[32]?.connection = 2 }
    #expect(try rig.failure(of: .turnOff) == nil)
    #expect(rig.kernel.with { $0.commits.last }?.settings.contains { $0.object == 41 && $0.value == 0 } == true)
    rig.backend.stop()
  }

  @Test func anotherProgramKeepsAScreenThatTheDaemonMadeDark() throws {
    let rig = try makeRig(crtcCount: 1)
    #expect(try rig.failure(of: .turnOff, on: "HDMI-A-2") == nil)
    // As this kernel says all along, it is lit: by somebody else.
    #expect(try rig.failure(of: modeset)?.code == .noPipeline)
    rig.backend.stop()
  }

  @Test func aBrokenLinkIsProbedAgainAfterItsModeset() throws {
    let rig = try makeRig(crtcCount: 2, firstLinkIsBad: true)
    setLink(of: 31, isBad: false, in: rig.kernel)
    #expect(try rig.failure(of: modeset) == nil)
    #expect(try !rig.change().isLinkBad)
    rig.backend.stop()
  }

  @Test func aLinkThatFailsAgainAtOnceHasFailedTwice() throws {
    let rig = try makeRig(crtcCount: 2, firstLinkIsBad: true)
    #expect(try rig.failure(of: modeset) == nil)
    #expect(try !rig.change().isLinkBad)
    #expect(try rig.change().isLinkBad)
    rig.backend.stop()
  }

  @Test func onlyNeededBuffersAreMappedAtTheModeset() throws {
    let rig = try makeRig(crtcCount: 2)
    for living in [1, 4] {
      #expect(try rig.failure(of: modeset) == nil)
      // The buffers that are mapped by then: of a dark screen the first, of a lit one the old and all of the new.
      #expect(rig.kernel.with { $0.pixelsAtCommits.last?.count } == living)
    }
    rig.backend.stop()
  }

  @Test func theFirstBufferOfADisplayIsMadeAhead() throws {
    // VGA never has an EDID, so that its modes are believed.
    let rig = try makeRig(crtcCount: 2, kind: 1)
    // One for each of the two, on the probe thread.
    while rig.count(of: "createDumb") < 2 {}
    #expect(try rig.failure(of: modeset, on: "VGA-1", testOnly: true) == nil)
    #expect(rig.count(of: "createDumb") == 2)
    #expect(try rig.failure(of: modeset, on: "VGA-1") == nil)
    #expect(rig.count(of: "createDumb") == 3)
    // The one of the screen that nobody has asked for is given back too.
    rig.backend.stop()
    #expect(rig.kernel.with { $0.handles.isEmpty && $0.framebuffers.isEmpty && $0.mappings.isEmpty })
  }

  @Test func aDisplayThatReturnsFindsItsBuffer() throws {
    let rig = try makeRig(crtcCount: 2, kind: 1)
    while rig.count(of: "createDumb") < 2 {}
    #expect(try rig.failure(of: modeset, on: "VGA-1") == nil)
    rig.setPlugged(31, false)
    #expect(try rig.failure(of: .turnOff, on: "VGA-1") == nil)
    rig.setPlugged(31, true)
    let (made, commits) = (rig.count(of: "createDumb"), rig.kernel.with { $0.commits.count })
    #expect(try rig.failure(of: modeset, on: "VGA-1", testOnly: true) == nil)
    #expect(rig.count(of: "createDumb") == made && rig.kernel.with { $0.commits.count } == commits + 1)
    #expect(try rig.failure(of: modeset, on: "VGA-1") == nil)
    #expect(rig.count(of: "createDumb") == made + 1)
    rig.backend.stop()
    #expect(rig.kernel.with { $0.handles.isEmpty && $0.framebuffers.isEmpty && $0.mappings.isEmpty })
  }
}
