import DisplayTypes
import EventLoop
import KernelModeSetting
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

  /// The backend on a recorded card with one lit screen, its loop, and its notices.
  private final class Rig {
    let kernel = TwoScreenCard.kernel()
    let backend: KMSBackend
    private let loop: EventLoop
    private let file: WakeEvent
    private(set) var screens: [String: ScreenID] = [:]
    private(set) var notices: [BackendNotice] = []
    private(set) var gone = 0
    private var endings: [CommitToken: Result<CommitOutcome, DisplayError>] = [:]
    private var lastToken = CommitToken(rawValue: 0)

    /// - Parameter path: the calls by which pictures are flipped.
    init(_ path: CommitPath = .atomic) throws {
      let file = try WakeEvent()
      kernel.with { $0.descriptor = file.descriptor }
      self.file = file
      loop = try EventLoop()
      backend = KMSBackend(loop: loop, options: KMSBackendOptions(forcesLegacy: path == .legacy))
      try backend.start(with: kernel.card()) { [unowned self] in note($0) }
      while screens.count < 2 { loop.turn(waiting: true) }
      notices = []
    }

    private func note(_ event: BackendEvent) {
      switch event {
      case .screens(let changes):
        for change in changes {
          switch change {
          case .connected(let snapshot): screens[snapshot.name] = snapshot.id
          case .disconnected: gone += 1
          default: break
          }
        }
      case .finished(_, let token, let result): endings[token] = result
      case .notice(let notice): notices.append(notice)
      case .flipped: break
      }
    }

    /// The result of a commit; nil if the card is lost meanwhile.
    func configure(_ name: String = "HDMI-A-1", testOnly: Bool = false) throws -> Result<CommitOutcome, DisplayError>? {
      lastToken.rawValue += 1
      let screen = try #require(screens[name])
      _ = try backend.commit(
        ScreenCommit(
          screen: screen, token: lastToken, action: .configure(TwoScreenCard.mode, bufferCount: 2),
          frame: TwoScreenCard.picture.frame), testOnly: testOnly)
      while !isLost {
        if let result = endings[lastToken] { return result }
        loop.turn(waiting: true)
      }
      return nil
    }

    /// The error of a flip; nil if it was taken.
    func flip() throws -> DisplayError? {
      lastToken.rawValue += 1
      let screen = try #require(screens["HDMI-A-1"])
      do throws(DisplayError) {
        _ = try backend.commit(
          ScreenCommit(
            screen: screen, token: lastToken, action: .flip(buffer: 1), frame: TwoScreenCard.picture.frame),
          testOnly: false)
        return nil
      } catch {
        return error
      }
    }

    var isLost: Bool { losses > 0 }

    /// How often the log reports that the card is lost.
    var losses: Int { notices.count { if case .lost = $0 { true } else { false } } }

    func count(of call: String) -> Int { kernel.log.count { $0 == call || $0.hasPrefix("\(call) ") } }

    func fail(_ call: String, _ errno: Errno?) { kernel.with { $0.failures[call] = errno } }

    /// An event is there to be read.
    func signal() { file.signal() }

    /// Turns the loop as often as a spinning loop would, without waiting.
    func turn(_ times: Int = 300) { for _ in 0..<times { loop.turn(waiting: false) } }

    func turn(until isDone: () -> Bool) { while !isDone() { loop.turn(waiting: true) } }

    /// Ends it; how much of the kernel's is still alive.
    func end() -> Int {
      kernel.with { $0.failures = [:] }
      backend.stop()
      // The jobs of a card that was lost end by themselves, on its probe thread.
      if isLost { while living > 0 { loop.turn(waiting: false) } }
      return living
    }

    private var living: Int {
      kernel.with { $0.framebuffers.count + $0.blobs.count + $0.handles.count + $0.mappings.count }
    }
  }

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
      let rig = try Rig()
      rig.fail(call, errno.0)
      let before = rig.count(of: call)
      let result = try rig.configure(testOnly: testOnly)
      // If the first format is refused, a buffer is tried in another. A commit is made once.
      #expect(rig.count(of: call) - before <= (call == "commit" ? 1 : 4))
      if errno.1 == .deviceLost {
        #expect(result == nil && rig.gone == 2)
      } else {
        // A driver that refuses the newer call may have the older one (AddFB), which is tried then.
        let isMadeOtherwise = call == "addFramebuffer2" && errno.1 == .refused
        #expect(result?.failure?.code == (isMadeOtherwise ? nil : errno.1))
        #expect(rig.notices.isEmpty && rig.gone == 0)
        rig.fail(call, nil)
        #expect(try rig.configure()?.failure == nil, "it works once the kernel lets it")
      }
      #expect(rig.end() == 0)
    }
  }

  @Test("a flip that fails", arguments: CommitPath.allCases, errnos)
  func flip(path: CommitPath, errno: (Errno, DisplayError.Code)) throws {
    let rig = try Rig(path)
    #expect(try rig.configure()?.failure == nil)
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
    let rig = try Rig()
    #expect(try rig.configure()?.failure == nil)
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
    let rig = try Rig()
    #expect(try rig.configure()?.failure == nil)
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
    let rig = try Rig(.legacy)
    rig.fail("setCRTC", errno.0)
    let before = rig.count(of: "setCRTC")
    #expect(try rig.configure()?.failure?.code == errno.1)
    #expect(rig.count(of: "setCRTC") == before + 1)
    #expect(rig.notices.isEmpty && rig.gone == 0)
    rig.fail("setCRTC", nil)
    #expect(try rig.configure()?.failure == nil, "it works once the kernel lets it")
    #expect(rig.end() == 0)
  }

  @Test(
    "a card whose master is another one for a while", arguments: CommitPath.allCases,
    [Errno.permissionDenied, .notPermitted])
  func masterLost(path: CommitPath, errno: Errno) throws {
    let rig = try Rig(path)
    #expect(try rig.configure()?.failure == nil)
    // Like the kernel: a process that is not master is refused, and may become master.
    func lose(_ call: String) { rig.kernel.with { ($0.isMaster, $0.failures[call]) = (false, errno) } }
    rig.kernel.with { $0.endsFailureWithMaster = true }
    lose(path.flip)
    #expect(try rig.flip() == nil)
    lose(path.modeset)
    let before = rig.count(of: path.modeset)
    #expect(try rig.configure()?.failure == nil)
    #expect(rig.count(of: path.modeset) == before + 2, "the same mode again, and no other")
    #expect(rig.notices.isEmpty && rig.count(of: "setMaster") == 2)
    #expect(rig.end() == 0)
  }

  @Test("a card whose master is another one from now on")
  func masterStays() throws {
    let rig = try Rig()
    #expect(try rig.configure()?.failure == nil)
    rig.kernel.with { state in
      state.isMaster = false
      state.failures = ["commit": .permissionDenied, "setMaster": .permissionDenied]
    }
    #expect(try rig.configure() == nil)
    #expect(rig.gone == 2)
    #expect(rig.count(of: "setMaster") == 1)
    #expect(rig.end() == 0)
  }
}
