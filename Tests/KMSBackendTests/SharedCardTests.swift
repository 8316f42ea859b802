import DisplayTypes
import EventLoop
import KernelModeSetting
import RecordingKernel
import Testing

@testable import KMSBackend
@testable import Presentation

/// The backend on a card with a lit screen of another program.
@Suite struct SharedCardTests {
  /// The backend, its loop, and its notices.
  private final class Rig {
    let kernel: RecordingDRM
    let backend: KMSBackend
    private let loop: EventLoop
    private let file: WakeEvent
    private var screens: [String: ScreenID] = [:]
    private(set) var changed: [ScreenSnapshot] = []
    private var comingsAndGoings = 0
    private var endings: [CommitToken: Result<CommitOutcome, DisplayError>] = [:]
    private var lastToken = CommitToken(rawValue: 0)

    init(crtcCount: UInt32, firstLinkIsBad: Bool = false, kind: UInt32 = 11) throws {
      kernel = TwoScreenCard.kernel(secondIsLit: true, crtcCount: crtcCount)
      for connector in UInt32(31)...32 { kernel.with { $0.connectors[connector]?.kind = kind } }
      let file = try WakeEvent()
      kernel.with { $0.descriptor = file.descriptor }
      self.file = file
      loop = try EventLoop()
      backend = KMSBackend(loop: loop, options: KMSBackendOptions())
      if firstLinkIsBad { setLink(of: 31, isBad: true) }
      try backend.start(with: kernel.card()) { [unowned self] in note($0) }
      while screens.count < 2 { loop.turn(waiting: true) }
    }

    func setLink(of connector: UInt32, isBad: Bool) {
      kernel.with { state in
        state.properties[14] = RawProperty(name: "link-status", flags: 1 << 3)
        state.connectors[connector]?.properties.removeAll { $0.property == 14 }
        state.connectors[connector]?.properties.append(RawPropertyValue(property: 14, value: isBad ? 1 : 0))
      }
    }

    /// Plugs or unplugs a display, and waits until the backend knows it.
    func setPlugged(_ connector: UInt32, _ isPlugged: Bool) {
      kernel.with { $0.connectors[connector]?.connection = isPlugged ? 1 : 2 }
      let before = comingsAndGoings
      backend.probeConnectors()
      while comingsAndGoings == before { loop.turn(waiting: true) }
    }

    /// How many buffers have been made.
    var made: Int { kernel.log.count { $0.hasPrefix("createDumb") } }

    /// Waits for the next change of a screen.
    func change() throws -> ScreenSnapshot {
      let deadline = MonotonicTime.now.advanced(by: 60_000_000_000)
      let alarm = loop.makeTimer {}
      alarm.arm(at: deadline)
      defer { alarm.disarm() }
      while changed.isEmpty, MonotonicTime.now < deadline { loop.turn(waiting: true) }
      return try #require(changed.isEmpty ? nil : changed.removeFirst(), "no screen has changed within 60 s")
    }

    private func note(_ event: BackendEvent) {
      switch event {
      case .screens(let changes):
        for case .connected(let snapshot) in changes { screens[snapshot.name] = snapshot.id }
        comingsAndGoings += changes.count
        for case .changed(let snapshot) in changes { changed.append(snapshot) }
      case .finished(_, let token, let result): endings[token] = result
      case .flipped, .notice: break
      }
    }

    /// The result of a commit.
    func outcome(
      _ name: String, _ action: ScreenCommit.Action, testOnly: Bool = false
    ) throws -> Result<CommitOutcome, DisplayError> {
      lastToken.rawValue += 1
      let screen = try #require(screens[name])
      _ = try backend.commit(
        ScreenCommit(screen: screen, token: lastToken, action: action, frame: TwoScreenCard.picture.frame),
        testOnly: testOnly)
      while true {
        if let result = endings[lastToken] { return result }
        loop.turn(waiting: true)
      }
    }

    /// The CRTC of a connector in the last commit; nil if the commit does not change it.
    func crtc(of connector: UInt32) -> UInt64? {
      kernel.with { $0.commits.last }?.settings.first { $0.object == connector && $0.property.rawValue == 1 }?.value
    }
  }

  private let modeset = ScreenCommit.Action.configure(TwoScreenCard.mode, bufferCount: 2)

  @Test func theConsoleKeepsItsCRTC() throws {
    let rig = try Rig(crtcCount: 2)
    for testOnly in [true, false] {
      #expect(try rig.outcome("HDMI-A-1", modeset, testOnly: testOnly).failure == nil)
      #expect(rig.crtc(of: 31) == 42 && rig.crtc(of: 32) == nil)
    }
    rig.backend.stop()
  }

  @Test func theConsoleKeepsTheOnlyCRTCUntilItsScreenIsOurs() throws {
    let rig = try Rig(crtcCount: 1)
    #expect(try rig.outcome("HDMI-A-1", modeset).failure?.code == .noPipeline)
    #expect(rig.kernel.with { $0.commits.isEmpty })
    // From here on the second screen is the daemon's too.
    #expect(try rig.outcome("HDMI-A-2", modeset, testOnly: true).failure == nil)
    #expect(try rig.outcome("HDMI-A-1", modeset).failure == nil)
    #expect(rig.crtc(of: 31) == 41 && rig.crtc(of: 32) == 0)
    rig.backend.stop()
  }

  @Test func aScreenThatIsMadeDarkLeavesTheOneThatShowsTheSamePicture() throws {
    let rig = try Rig(crtcCount: 2)
    rig.kernel.with { $0.connectors[31]?.properties = [RawPropertyValue(property: 1, value: 41)] }
    #expect(try rig.outcome("HDMI-A-1", .turnOff).failure == nil)
    let settings = rig.kernel.with { $0.commits.last }?.settings
    #expect(settings == [PropertySetting(object: 31, property: PropertyID(rawValue: 1), value: 0)])
    // Without a display on the other connector, no screen loses its picture.
    rig.kernel.with { $0.connectors[32]?.connection = 2 }
    #expect(try rig.outcome("HDMI-A-1", .turnOff).failure == nil)
    #expect(rig.kernel.with { $0.commits.last }?.settings.contains { $0.object == 41 && $0.value == 0 } == true)
    rig.backend.stop()
  }

  @Test func anotherProgramKeepsAScreenThatTheDaemonMadeDark() throws {
    let rig = try Rig(crtcCount: 1)
    #expect(try rig.outcome("HDMI-A-2", .turnOff).failure == nil)
    // This kernel still reports the CRTC as lit, so another program has lit it.
    #expect(try rig.outcome("HDMI-A-1", modeset).failure?.code == .noPipeline)
    rig.backend.stop()
  }

  @Test func aBrokenLinkIsProbedAgainAfterItsModeset() throws {
    let rig = try Rig(crtcCount: 2, firstLinkIsBad: true)
    rig.setLink(of: 31, isBad: false)
    #expect(try rig.outcome("HDMI-A-1", modeset).failure == nil)
    #expect(try !rig.change().isLinkBad)
    rig.backend.stop()
  }

  @Test func onlyNeededBuffersAreMappedAtTheModeset() throws {
    let rig = try Rig(crtcCount: 2)
    for living in [1, 4] {
      #expect(try rig.outcome("HDMI-A-1", modeset).failure == nil)
      // The buffers that are mapped by then: of a dark screen the first, of a lit one the old and all of the new.
      #expect(rig.kernel.with { $0.pixelsAtCommits.last?.count } == living)
    }
    rig.backend.stop()
  }

  @Test func theFirstBufferOfADisplayIsMadeAhead() throws {
    // VGA never has an EDID, so that its modes are believed.
    let rig = try Rig(crtcCount: 2, kind: 1)
    // One for each of the two, on the probe thread.
    while rig.made < 2 {}
    #expect(try rig.outcome("VGA-1", modeset, testOnly: true).failure == nil)
    #expect(rig.made == 2)
    #expect(try rig.outcome("VGA-1", modeset).failure == nil)
    #expect(rig.made == 3)
    // The unused buffer of the other screen is released too.
    rig.backend.stop()
    #expect(rig.kernel.with { $0.handles.isEmpty && $0.framebuffers.isEmpty && $0.mappings.isEmpty })
  }

  @Test func aDisplayThatReturnsFindsItsBuffer() throws {
    let rig = try Rig(crtcCount: 2, kind: 1)
    while rig.made < 2 {}
    #expect(try rig.outcome("VGA-1", modeset).failure == nil)
    rig.setPlugged(31, false)
    #expect(try rig.outcome("VGA-1", .turnOff).failure == nil)
    rig.setPlugged(31, true)
    let (made, commits) = (rig.made, rig.kernel.with { $0.commits.count })
    #expect(try rig.outcome("VGA-1", modeset, testOnly: true).failure == nil)
    #expect(rig.made == made && rig.kernel.with { $0.commits.count } == commits + 1)
    #expect(try rig.outcome("VGA-1", modeset).failure == nil)
    #expect(rig.made == made + 1)
    rig.backend.stop()
    #expect(rig.kernel.with { $0.handles.isEmpty && $0.framebuffers.isEmpty && $0.mappings.isEmpty })
  }
}
