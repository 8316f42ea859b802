import Composition
import DisplayTypes
import EventLoop
import KernelModeSetting
import RecordingKernel
import SystemPackage
import Testing

@testable import KMSBackend
@testable import Presentation

/// The pointer of a screen on a recorded card: the commits and calls of the cursor plane.
@Suite(.timeLimit(.minutes(5))) struct PointerTests {
  /// The backend on a recorded card with one screen lit.
  private final class Rig {
    let kernel: RecordingDRM
    private let backend: KMSBackend
    private let loop: EventLoop
    private let file: WakeEvent
    private var screen: ScreenID?
    private var outcome: CommitOutcome?
    private var lastToken = CommitToken(rawValue: 0)

    init(forcesLegacy: Bool = false, hasCursors: Bool = true) throws {
      kernel = TwoScreenCard.kernel(hasCursors: hasCursors)
      let file = try WakeEvent()
      kernel.with { $0.descriptor = file.descriptor }
      self.file = file
      loop = try EventLoop()
      backend = KMSBackend(loop: loop, options: KMSBackendOptions(forcesLegacy: forcesLegacy))
      try backend.start(with: kernel.card()) { [unowned self] event in
        switch event {
        case .screens(let changes):
          for case .connected(let snapshot) in changes where snapshot.name == "HDMI-A-1" { screen = snapshot.id }
        case .finished(_, _, let result): outcome = try? result.get()
        default: break
        }
      }
      while screen == nil { loop.turn(waiting: true) }
    }

    func configure() throws -> PointerPlane {
      outcome = nil
      _ = try commit(.configure(TwoScreenCard.mode, bufferCount: 2))
      while outcome == nil { loop.turn(waiting: true) }
      return try #require(outcome).capabilities.pointer
    }

    func turnOff() throws {
      outcome = nil
      _ = try commit(.turnOff)
      while outcome == nil { loop.turn(waiting: true) }
    }

    @discardableResult
    func commit(_ action: ScreenCommit.Action, _ pointer: PointerOverlay? = nil) throws -> CommitReceipt {
      lastToken.rawValue += 1
      return try backend.commit(
        ScreenCommit(
          screen: #require(screen), token: lastToken, action: action, frame: TwoScreenCard.picture.frame,
          pointer: pointer), testOnly: false)
    }

    func clear() {
      kernel.with { state in
        state.log = []
        state.commits = []
      }
    }

    var calls: [String] { kernel.log }

    /// The values of the cursor plane in a commit, by the names of its properties, and whether the commit changes nothing else.
    func cursor(_ index: Int = 0) throws -> (values: [String: Int64], isAlone: Bool) {
      let commits = kernel.with { $0.commits }
      try #require(commits.indices.contains(index))
      let settings = commits[index].settings
      let names = kernel.with { state in state.properties.mapValues(\.name) }
      var values: [String: Int64] = [:]
      for setting in settings where setting.object == 71 || setting.object == 72 {
        values[names[setting.property.rawValue] ?? "?"] = Int64(bitPattern: setting.value)
      }
      return (values, settings.allSatisfy { $0.object == 71 || $0.object == 72 })
    }

    /// How much of the kernel's is still alive at the end.
    func end() -> Int {
      backend.stop()
      return kernel.with { $0.framebuffers.count + $0.blobs.count + $0.handles.count + $0.mappings.count }
    }
  }

  private static let image = PointerImage(screen: TwoScreenCard.mode.size, transform: .normal)

  private func pointer(_ x: Int, _ y: Int) throws -> PointerOverlay {
    let image = try #require(Self.image)
    return PointerOverlay(image: image, destination: image.destination(tipX: x, tipY: y))
  }

  @Test("atomic: a move is one commit of the cursor plane alone, and draws no pixel of the picture")
  func atomicMove() throws {
    let rig = try Rig()
    #expect(try rig.configure() == .withCommits)
    try rig.commit(.flip(buffer: 1), nil)
    rig.clear()
    try rig.commit(.movePointer, pointer(40, 30))
    let first = try rig.cursor()
    #expect(first.isAlone)
    #expect(first.values["CRTC_X"] == 40 && first.values["CRTC_Y"] == 30 && first.values["CRTC_W"] == 64)
    #expect(first.values["SRC_W"] == 64 << 16 && first.values["FB_ID"] ?? 0 > 0)
    #expect(rig.calls.count { $0.hasPrefix("createDumb 64x64") } == 1, "\(rig.calls)")
    rig.clear()
    let before = rig.kernel.with(\.pixelsAtCommits.last)
    for step in 0..<10 { try rig.commit(.movePointer, pointer(step - 5, 20)) }
    #expect(rig.calls.count == 10 && rig.calls.allSatisfy { $0.hasPrefix("commit ") }, "\(rig.calls)")
    #expect(rig.kernel.with(\.pixelsAtCommits.last) == before)
    #expect(try rig.cursor(0).values["CRTC_X"] == -5, "a part may be beside the screen")
    rig.clear()
    try rig.commit(.movePointer, nil)
    #expect(try rig.cursor().values == ["FB_ID": 0, "CRTC_ID": 0])
    #expect(rig.end() == 0)
  }

  @Test("atomic: a flip carries a moved pointer in its commit, and leaves an unmoved one alone")
  func atomicFlip() throws {
    let rig = try Rig()
    _ = try rig.configure()
    rig.clear()
    try rig.commit(.flip(buffer: 1), pointer(10, 10))
    #expect(try rig.cursor().values["CRTC_X"] == 10)
    #expect(try !rig.cursor().isAlone)
    try rig.commit(.flip(buffer: 0), pointer(10, 10))
    #expect(try rig.cursor(1).values.isEmpty)
    #expect(rig.calls.count { $0.hasPrefix("commit ") } == 2)
    #expect(rig.end() == 0)
  }

  @Test("atomic: after a modeset the first flip hides a pointer of before, and the plane goes off with the screen")
  func atomicReset() throws {
    let rig = try Rig()
    _ = try rig.configure()
    try rig.commit(.movePointer, pointer(10, 10))
    _ = try rig.configure()
    rig.clear()
    try rig.commit(.flip(buffer: 1), nil)
    #expect(try rig.cursor().values == ["FB_ID": 0, "CRTC_ID": 0])
    try rig.commit(.movePointer, pointer(10, 10))
    rig.clear()
    try rig.turnOff()
    #expect(try rig.cursor().values == ["FB_ID": 0, "CRTC_ID": 0])
    #expect(rig.end() == 0)
  }

  @Test("without a cursor plane the backend says so")
  func noPlane() throws {
    let rig = try Rig(hasCursors: false)
    #expect(try rig.configure() == .none)
    #expect(rig.end() == 0)
  }

  @Test("legacy: the picture of the pointer is set once, and each move is one call at once")
  func legacy() throws {
    let rig = try Rig(forcesLegacy: true)
    #expect(try rig.configure() == .atOnce)
    rig.clear()
    #expect(try rig.commit(.movePointer, pointer(40, 30)).presented != nil)
    let kinds = rig.calls.map { $0.split(separator: " ").first ?? "" }
    #expect(kinds.filter { $0.hasSuffix("Cursor") } == ["moveCursor", "setCursor"], "\(rig.calls)")
    rig.clear()
    try rig.commit(.movePointer, pointer(41, 31))
    #expect(rig.calls.count == 1 && rig.calls.first?.hasPrefix("moveCursor 4") == true, "\(rig.calls)")
    rig.clear()
    try rig.commit(.movePointer, nil)
    #expect(rig.calls.map { $0.prefix(10) } == ["hideCursor"])
    rig.clear()
    try rig.commit(.movePointer, pointer(5, 5))
    #expect(rig.calls.contains { $0.hasPrefix("setCursor") }, "a hidden pointer appears again")
    #expect(rig.end() == 0)
  }

  @Test("legacy: a driver without pointers refuses the first one")
  func legacyRefuses() throws {
    let rig = try Rig(forcesLegacy: true)
    _ = try rig.configure()
    rig.kernel.with { $0.failures["setCursor"] = .noSuchAddressOrDevice }
    let error = #expect(throws: DisplayError.self) { try rig.commit(.movePointer, pointer(1, 1)) }
    #expect(error?.code == .unsupported, "the card is not lost")
    #expect(rig.end() == 0)
  }
}
