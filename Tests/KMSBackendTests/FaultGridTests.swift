import DisplayTypes
import RecordingKernel
import SystemPackage
import Testing

@testable import KMSBackend
@testable import Presentation

/// Each errno at each kind of call: the state of the card and its picture, the reports, and no spinning or leak.
@Suite(.timeLimit(.minutes(5))) struct FaultGridTests {
  /// The two ways of the kernel to change a picture.
  enum CommitPath: CaseIterable {
    case atomic, legacy

    /// The call that flips.
    var flip: String { self == .atomic ? "commit" : "pageFlip" }
    /// The call that sets a mode.
    var modeset: String { self == .atomic ? "commit" : "setCRTC" }
  }

  private static let configure = ScreenCommit.Action.configure(TwoScreenCard.mode, bufferCount: 2)
  static let errnos: [(Errno, DisplayError.Code)] = [
    (.resourceBusy, .busy), (.invalidArgument, .refused), (.noSpace, .refused), (.outOfRange, .refused),
    (.permissionDenied, .notPermitted), (.notPermitted, .notPermitted), (.operationNotSupportedByDevice, .deviceLost),
    (.noMemory, .outOfMemory), (.interrupted, .busy), (.ioError, .other), (.timedOut, .other),
    (.noSuchFileOrDirectory, .gone),
  ]

  /// A modeset fails once with its kind of error. The card stays, except a card that has gone.
  @Test("a modeset that fails", arguments: ["commit", "addFramebuffer2", "createDumb", "createBlob"], errnos)
  func modeset(call: String, errno: (Errno, DisplayError.Code)) throws {
    for testOnly in [true, false] {
      let rig = try CardRig()
      rig.fail(call, errno.0)
      let before = rig.count(of: call)
      let failure = try rig.failure(of: Self.configure, testOnly: testOnly)
      // A buffer is tried in another format where the first is refused; a commit is made once.
      #expect(rig.count(of: call) - before <= (call == "commit" ? 1 : 4))
      if errno.1 == .deviceLost {
        #expect(failure?.code == .deviceLost && rig.gone == 2)
      } else {
        // A driver that refuses the newer call may have the older one (AddFB), which is tried then.
        let isMadeOtherwise = call == "addFramebuffer2" && errno.1 == .refused
        #expect(failure?.code == (isMadeOtherwise ? nil : errno.1))
        #expect(rig.notices.isEmpty && rig.gone == 0)
        rig.fail(call, nil)
        #expect(try rig.failure(of: Self.configure) == nil, "it works once the kernel lets it")
      }
      #expect(rig.end() == 0)
    }
  }

  @Test("a flip that fails", arguments: CommitPath.allCases, errnos)
  func flip(path: CommitPath, errno: (Errno, DisplayError.Code)) throws {
    let rig = try CardRig(forcesLegacy: path == .legacy)
    #expect(try rig.failure(of: Self.configure) == nil)
    rig.fail(path.flip, errno.0)
    let before = rig.count(of: path.flip)
    #expect(try rig.flip()?.code == errno.1)
    #expect(rig.count(of: path.flip) == before + 1)
    if errno.1 == .deviceLost {
      rig.turn(until: { rig.isLost })
      #expect(rig.gone == 2)
      #expect(rig.losses == 1, "\(rig.notices)")
    } else {
      rig.fail(path.flip, nil)
      #expect(try rig.flip() == nil)
      #expect(rig.notices.isEmpty && rig.gone == 0)
    }
    #expect(rig.end() == 0)
  }

  @Test("a probe of a connector that fails", arguments: errnos)
  func look(errno: (Errno, DisplayError.Code)) throws {
    let rig = try CardRig()
    #expect(try rig.failure(of: Self.configure) == nil)
    rig.fail("probeConnector", errno.0)
    let before = rig.count(of: "probeConnector")
    rig.backend.probeConnectors()
    rig.turn(until: { rig.count(of: "probeConnector") > before })
    rig.turn()
    #expect(rig.count(of: "probeConnector") - before <= 4, "it does not spin")
    if errno.1 == .deviceLost {
      rig.turn(until: { rig.isLost })
    } else {
      #expect(rig.notices.isEmpty)
      if errno.1 != .gone { #expect(rig.gone == 0) }
      rig.fail("probeConnector", nil)
    }
    #expect(rig.end() == 0)
  }

  @Test("events that cannot be read", arguments: errnos)
  func events(errno: (Errno, DisplayError.Code)) throws {
    let rig = try CardRig()
    #expect(try rig.failure(of: Self.configure) == nil)
    rig.fail("read", errno.0)
    let before = rig.count(of: "read")
    rig.signal()
    rig.turn(until: { rig.count(of: "read") > before })
    rig.turn()
    if errno.1 == .deviceLost {
      rig.turn(until: { rig.isLost })
      #expect(rig.gone == 2)
    } else {
      // 300 turns take less than the few pauses of 10, 20, 40 … ms that this is.
      #expect(rig.count(of: "read") - before <= 12, "it does not spin")
      let told = rig.notices.count { if case .eventsUnreadable = $0 { true } else { false } }
      #expect(told == 1 && rig.notices.count == 1, "\(rig.notices)")
      // After the events can be read, it continues.
      rig.fail("read", nil)
      let failed = rig.count(of: "read")
      rig.turn(until: { rig.count(of: "read") > failed })
      rig.fail("read", errno.0)
      rig.signal()
      rig.turn(until: { rig.notices.count > 1 })
    }
    #expect(rig.end() == 0)
  }

  @Test(
    "a legacy modeset that fails", arguments: errnos.filter { $0.1 != .deviceLost })
  func legacyModeset(errno: (Errno, DisplayError.Code)) throws {
    let rig = try CardRig(forcesLegacy: true)
    rig.fail("setCRTC", errno.0)
    let before = rig.count(of: "setCRTC")
    #expect(try rig.failure(of: Self.configure)?.code == errno.1)
    #expect(rig.count(of: "setCRTC") == before + 1)
    #expect(rig.notices.isEmpty && rig.gone == 0)
    rig.fail("setCRTC", nil)
    #expect(try rig.failure(of: Self.configure) == nil, "it works once the kernel lets it")
    #expect(rig.end() == 0)
  }

  @Test(
    "a card whose master is another one for a while", arguments: CommitPath.allCases,
    [Errno.permissionDenied, .notPermitted])
  func masterLost(path: CommitPath, errno: Errno) throws {
    let rig = try CardRig(forcesLegacy: path == .legacy)
    #expect(try rig.failure(of: Self.configure) == nil)
    // As the kernel has it: who is not master is refused, and may become master.
    func lose(_ call: String) { rig.kernel.with { ($0.isMaster, $0.failures[call]) = (false, errno) } }
    rig.kernel.with { $0.endsFailureWithMaster = true }
    lose(path.flip)
    #expect(try rig.flip() == nil)
    lose(path.modeset)
    let before = rig.count(of: path.modeset)
    #expect(try rig.failure(of: Self.configure) == nil)
    #expect(rig.count(of: path.modeset) == before + 2, "the same mode again, and no other")
    #expect(rig.notices.isEmpty && rig.count(of: "setMaster") == 2)
    #expect(rig.end() == 0)
  }

  @Test("a card whose master is another one from now on")
  func masterStays() throws {
    let rig = try CardRig()
    #expect(try rig.failure(of: Self.configure) == nil)
    rig.kernel.with { state in
      state.isMaster = false
      state.failures = ["commit": .permissionDenied, "setMaster": .permissionDenied]
    }
    #expect(try rig.failure(of: Self.configure)?.code == .deviceLost)
    #expect(rig.gone == 2)
    #expect(rig.count(of: "setMaster") == 1)
    #expect(rig.end() == 0)
  }
}
