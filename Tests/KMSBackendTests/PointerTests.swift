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
  private func rig(forcesLegacy: Bool = false, hasCursors: Bool = true) throws -> CardRig {
    try CardRig(TwoScreenCard.kernel(hasCursors: hasCursors), forcesLegacy: forcesLegacy)
  }

  private static let image = PointerImage(screen: TwoScreenCard.mode.size, transform: .normal)

  private func pointer(_ x: Int, _ y: Int) throws -> PointerOverlay {
    let image = try #require(Self.image)
    return PointerOverlay(image: image, destination: image.destination(tipX: x, tipY: y))
  }

  @Test("atomic: a move is one commit of the cursor plane alone, and draws no pixel of the picture")
  func atomicMove() throws {
    let rig = try rig()
    #expect(try rig.light() == .withCommits)
    try rig.commit(.flip(buffer: 1))
    rig.clear()
    try rig.commit(.movePointer, pointer: pointer(40, 30))
    let first = try rig.cursor()
    #expect(first.isAlone)
    #expect(first.values["CRTC_X"] == 40 && first.values["CRTC_Y"] == 30 && first.values["CRTC_W"] == 64)
    #expect(first.values["SRC_W"] == 64 << 16 && first.values["FB_ID"] ?? 0 > 0)
    #expect(rig.calls.count { $0.hasPrefix("createDumb 64x64") } == 1, "\(rig.calls)")
    #expect(!rig.calls.contains { $0.hasPrefix("capability") }, "the size is known since the modeset: \(rig.calls)")
    rig.clear()
    let before = rig.kernel.with(\.pixelsAtCommits.last)
    for step in 0..<10 { try rig.commit(.movePointer, pointer: pointer(step - 5, 20)) }
    #expect(rig.calls.count == 10 && rig.calls.allSatisfy { $0.hasPrefix("commit ") }, "\(rig.calls)")
    #expect(rig.kernel.with(\.pixelsAtCommits.last) == before)
    #expect(try rig.cursor(0).values["CRTC_X"] == -5, "a part may be beside the screen")
    rig.clear()
    try rig.commit(.movePointer)
    #expect(try rig.cursor().values == ["FB_ID": 0, "CRTC_ID": 0])
    #expect(rig.end() == 0)
  }

  @Test("atomic: a flip carries a moved pointer in its commit, and leaves an unmoved one alone")
  func atomicFlip() throws {
    let rig = try rig()
    try rig.light()
    rig.clear()
    try rig.commit(.flip(buffer: 1), pointer: pointer(10, 10))
    #expect(try rig.cursor().values["CRTC_X"] == 10)
    #expect(try !rig.cursor().isAlone)
    try rig.commit(.flip(buffer: 0), pointer: pointer(10, 10))
    #expect(try rig.cursor(1).values.isEmpty)
    #expect(rig.calls.count { $0.hasPrefix("commit ") } == 2)
    #expect(rig.end() == 0)
  }

  @Test("atomic: after a modeset the first flip hides a pointer of before, and the plane goes off with the screen")
  func atomicReset() throws {
    let rig = try rig()
    try rig.light()
    try rig.commit(.movePointer, pointer: pointer(10, 10))
    try rig.light()
    rig.clear()
    try rig.commit(.flip(buffer: 1))
    #expect(try rig.cursor().values == ["FB_ID": 0, "CRTC_ID": 0])
    try rig.commit(.movePointer, pointer: pointer(10, 10))
    rig.clear()
    try rig.finish(.turnOff)
    #expect(try rig.cursor().values == ["FB_ID": 0, "CRTC_ID": 0])
    #expect(rig.end() == 0)
  }

  @Test("atomic: a pointer is upright, opaque and premultiplied, whatever an earlier program has left on the plane")
  func atomicInherited() throws {
    let rig = try rig()
    try rig.light()
    rig.clear()
    try rig.commit(.movePointer, pointer: pointer(10, 10))
    let values = try rig.cursor().values
    #expect(values["rotation"] == 1 && values["alpha"] == 0xffff && values["pixel blend mode"] == 0, "\(values)")
    #expect(rig.end() == 0)
  }

  @Test("without a cursor plane the backend says so")
  func noPlane() throws {
    let rig = try rig(hasCursors: false)
    #expect(try rig.light() == .none)
    #expect(rig.end() == 0)
  }

  @Test("legacy: the picture of the pointer is set once, and each move is one call at once")
  func legacy() throws {
    let rig = try rig(forcesLegacy: true)
    #expect(try rig.light() == .atOnce)
    rig.clear()
    #expect(try rig.commit(.movePointer, pointer: pointer(40, 30)).presented != nil)
    let kinds = rig.calls.map { $0.split(separator: " ").first ?? "" }
    #expect(kinds.filter { $0.hasSuffix("Cursor") } == ["moveCursor", "setCursor"], "\(rig.calls)")
    rig.clear()
    try rig.commit(.movePointer, pointer: pointer(41, 31))
    #expect(rig.calls.count == 1 && rig.calls.first?.hasPrefix("moveCursor 4") == true, "\(rig.calls)")
    rig.clear()
    try rig.commit(.movePointer)
    #expect(rig.calls.map { $0.prefix(10) } == ["hideCursor"])
    rig.clear()
    try rig.commit(.movePointer, pointer: pointer(5, 5))
    #expect(rig.calls.contains { $0.hasPrefix("setCursor") }, "a hidden pointer appears again")
    #expect(rig.end() == 0)
  }

  @Test("legacy: a driver without pointers refuses the first one")
  func legacyRefuses() throws {
    let rig = try rig(forcesLegacy: true)
    try rig.light()
    rig.kernel.with { $0.failures["setCursor"] = .noSuchAddressOrDevice }
    let error = #expect(throws: DisplayError.self) { try rig.commit(.movePointer, pointer: pointer(1, 1)) }
    #expect(error?.code == .unsupported, "the card is not lost")
    #expect(rig.end() == 0)
  }
}

extension CardRig {
  /// Lights the first screen, and returns the way in which it shows a pointer.
  @discardableResult
  fileprivate func light() throws -> PointerPlane {
    try finish(.configure(TwoScreenCard.mode, bufferCount: 2)).capabilities.pointer
  }

  fileprivate func clear() {
    kernel.with { state in
      state.log = []
      state.commits = []
    }
  }

  fileprivate var calls: [String] { kernel.log }

  /// The values of the cursor plane in a commit, by the names of its properties, and whether the commit changes nothing else.
  fileprivate func cursor(_ index: Int = 0) throws -> (values: [String: Int64], isAlone: Bool) {
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
}
