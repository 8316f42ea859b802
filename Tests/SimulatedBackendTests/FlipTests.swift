import Composition
import DisplayTypes
import SimulatedBackend
import Testing

@testable import Presentation

@Suite("SimulatedBackend: flips and updates")
struct FlipTests {
  static let red = Color(red: 255, green: 0, blue: 0)
  static let green = Color(red: 0, green: 255, blue: 0)
  static let blue = Color(red: 0, green: 0, blue: 255)
  static let corner = PixelRect(x: 0, y: 0, width: 64, height: 64)

  @Test("a flip ends at the next vertical blank: on the grid of the mode, numbered, with the new picture")
  func vblank() throws {
    let rig = try SimulatedRig()
    try rig.light("HDMI-A-1", "1280x720@50", color: Self.red)
    let lit = rig.clock.now
    let interval = try rig.mode("1280x720@50").refreshInterval
    #expect(interval == 20_000_000)
    rig.advance(milliseconds: 7)
    let (token, _) = try rig.flip("HDMI-A-1", to: 1, color: Self.green)
    #expect(try rig.status("HDMI-A-1").isFlipInFlight)
    rig.advance(milliseconds: 12)
    #expect(rig.takeEvents().isEmpty)
    #expect(try rig.color("HDMI-A-1") == Self.red)
    rig.advance(milliseconds: 1)
    let first = try #require(rig.takeFlips().first)
    #expect(first.token == token)
    #expect(first.timestamp == lit.advanced(by: interval))
    #expect(first.sequence == 1)
    #expect(try rig.color("HDMI-A-1") == Self.green)
    // At a vertical blank's very moment it is too late for that one.
    try rig.flip("HDMI-A-1", to: 0, color: Self.blue)
    rig.advance(milliseconds: 20)
    let second = try #require(rig.takeFlips().first)
    #expect(second.timestamp == lit.advanced(by: 2 * interval))
    #expect(second.sequence == 2)
    rig.advance(milliseconds: 105)
    try rig.flip("HDMI-A-1", to: 1, color: Self.red)
    rig.advance(milliseconds: 20)
    #expect(rig.takeFlips().first?.sequence == 8)
  }

  @Test("six hundred flips in a row hit every vertical blank", arguments: ["1920x1080@60", "1920x1080@59.94"])
  func steady(mode: String) throws {
    let rig = try SimulatedRig()
    try rig.light("DP-1", mode)
    var sequences: [UInt32] = []
    let interval = try rig.mode(mode).refreshInterval
    let square = PixelRect(x: 0, y: 0, width: 8, height: 8)
    for frame in 1...600 {
      try rig.flip("DP-1", to: frame % 2, color: .black, square: (square, Self.red), damage: DamageRegion(square))
      rig.clock.advance(by: interval)
      sequences += rig.takeFlips().map(\.sequence)
    }
    #expect(sequences == Array(1...600))
    #expect(try rig.status("DP-1").counters.flips == 600)
  }

  @Test("a second flip while one is in flight is EBUSY")
  func busy() throws {
    let rig = try SimulatedRig()
    try rig.light("HDMI-A-1")
    try rig.flip("HDMI-A-1", to: 1, color: Self.red)
    let error = #expect(throws: DisplayError.self) { try rig.flip("HDMI-A-1", to: 1, color: Self.green) }
    #expect(error?.isRetryable == true)
    #expect(error?.errno == 16)
    rig.advance(milliseconds: 17)
    #expect(try rig.color("HDMI-A-1") == Self.red)
  }

  @Test("the buffer on the screen and buffers that do not exist cannot be flipped to", arguments: [0, 2, -1, .max])
  func wrongBuffer(buffer: Int) throws {
    let rig = try SimulatedRig()
    try rig.light("HDMI-A-1")
    let error = #expect(throws: DisplayError.self) { try rig.flip("HDMI-A-1", to: buffer, color: Self.red) }
    #expect(error?.code == .refused)
    rig.advance(milliseconds: 50)
    #expect(rig.takeFlips().isEmpty)
  }

  @Test("only the damage is copied, and damage that a buffer missed comes from the shadow")
  func damage() throws {
    let rig = try SimulatedRig()
    try rig.light("HDMI-A-1", color: Self.red)
    let whole = DamageRegion(PixelRect(size: PixelSize(width: 640, height: 480)))
    try rig.flip(
      "HDMI-A-1", to: 1, color: Self.red, square: (Self.corner, Self.blue), damage: DamageRegion(Self.corner),
      bufferDamage: whole)
    rig.advance(milliseconds: 17)
    #expect(try rig.color("HDMI-A-1", x: 10, y: 10) == Self.blue)
    #expect(try rig.color("HDMI-A-1", x: 100, y: 100) == Self.red)
    let before = try rig.status("HDMI-A-1").counters.bytesCopied
    let other = PixelRect(x: 400, y: 400, width: 64, height: 64)
    var missed = DamageRegion(Self.corner)
    missed.add(other)
    try rig.flip(
      "HDMI-A-1", to: 0, color: Self.red, square: (other, Self.green), damage: missed, bufferDamage: missed)
    rig.advance(milliseconds: 17)
    #expect(try rig.color("HDMI-A-1", x: 10, y: 10) == Self.red)
    #expect(try rig.color("HDMI-A-1", x: 410, y: 410) == Self.green)
    #expect(try rig.status("HDMI-A-1").counters.bytesCopied - before == 2 * 64 * 64 * 4)
  }

  @Test("the pixels that are read of a frame are those on the monitor later")
  func capture() throws {
    let rig = try SimulatedRig()
    try rig.light("HDMI-A-1", "640x480@60")
    let hash = try rig.flip("HDMI-A-1", to: 1, color: Self.green, capture: .hash).receipt.captured
    #expect(hash?.pixels == nil)
    #expect(try rig.backend.photograph("HDMI-A-1")?.hash != hash?.hash)
    rig.advance(milliseconds: 17)
    #expect(try rig.backend.photograph("HDMI-A-1")?.hash == hash?.hash)
    let pixels = try rig.flip("HDMI-A-1", to: 0, color: Self.blue, capture: .pixels).receipt.captured
    rig.advance(milliseconds: 17)
    #expect(try rig.backend.photograph("HDMI-A-1") == pixels)
    #expect(pixels?.pixels?.rgb.count == 640 * 480 * 3)
    #expect(try rig.flip("HDMI-A-1", to: 1, color: Self.red).receipt.captured == nil)
  }

  @Test("without vertical blanks a flip ends at once, but not within commit, and has no number")
  func noVBlank() throws {
    let rig = try SimulatedRig()
    try rig.perform(.vblank("HDMI-A-1", false))
    try rig.plug("HDMI-A-1")
    try rig.configure("HDMI-A-1", rig.mode("1920x1080@60"))
    rig.advance(milliseconds: 5)
    let outcome = try #require(try rig.takeEndings().first?.2.get())
    #expect(!outcome.capabilities.hasVBlank)
    try rig.flip("HDMI-A-1", to: 1, color: Self.red)
    #expect(rig.events.isEmpty)
    rig.advance(milliseconds: 0)
    let flip = try #require(rig.takeFlips().first)
    #expect(flip.timestamp == rig.clock.now)
    #expect(flip.sequence == 0)
    #expect(try rig.color("HDMI-A-1") == Self.red)
  }

  @Test("an update in place is on the screen when commit returns, and costs its damage only")
  func update() throws {
    let rig = try SimulatedRig()
    try rig.perform(.updatesInPlace("HDMI-A-1", true))
    try rig.light("HDMI-A-1", color: Self.red)
    let before = try rig.status("HDMI-A-1").counters
    let receipt = try rig.flip(
      "HDMI-A-1", to: 0, color: Self.red, square: (Self.corner, Self.green), damage: DamageRegion(Self.corner),
      capture: .hash, inPlace: true
    ).receipt
    #expect(receipt.presented == rig.clock.now)
    #expect(try rig.backend.photograph("HDMI-A-1")?.hash == receipt.captured?.hash)
    #expect(try rig.color("HDMI-A-1", x: 5, y: 5) == Self.green)
    #expect(try rig.color("HDMI-A-1", x: 70, y: 70) == Self.red)
    let after = try rig.status("HDMI-A-1").counters
    #expect(after.bytesCopied - before.bytesCopied == 16384)
    #expect(after.updates == 1)
    rig.advance(milliseconds: 100)
    #expect(rig.takeEvents().isEmpty)
  }

  @Test("an update is refused if the output cannot do it, during a flip, and on another buffer")
  func refusedUpdate() throws {
    let rig = try SimulatedRig()
    try rig.light("HDMI-A-1")
    #expect(
      #expect(throws: DisplayError.self) { try rig.flip("HDMI-A-1", to: 0, color: Self.red, inPlace: true) }?.code
        == .unsupported)
    try rig.perform(.updatesInPlace("DP-1", true))
    try rig.light("DP-1")
    #expect(
      #expect(throws: DisplayError.self) { try rig.flip("DP-1", to: 1, color: Self.red, inPlace: true) }?.code
        == .refused)
    try rig.flip("DP-1", to: 1, color: Self.red)
    #expect(
      #expect(throws: DisplayError.self) { try rig.flip("DP-1", to: 0, color: Self.red, inPlace: true) }?.code == .busy)
  }

  @Test("a dark screen takes no flip")
  func dark() throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1")
    let commit = ScreenCommit(
      screen: try rig.status("HDMI-A-1").screen, token: rig.token(), action: .flip(buffer: 1))
    #expect(throws: DisplayError.self) { try rig.backend.commit(commit, testOnly: false) }
  }

  @Test("an unplug during a flip: the flip ends, the monitor is dark, another screen continues")
  func unplugDuringFlip() throws {
    let rig = try SimulatedRig()
    try rig.light("HDMI-A-1")
    try rig.light("HDMI-A-2")
    let (token, _) = try rig.flip("HDMI-A-1", to: 1, color: Self.red)
    let (other, _) = try rig.flip("HDMI-A-2", to: 1, color: Self.green)
    rig.advance(milliseconds: 5)
    try rig.perform(.unplug("HDMI-A-1"))
    rig.advance(milliseconds: 12)
    #expect(Set(rig.takeFlips().map(\.token)) == [token, other])
    #expect(try rig.color("HDMI-A-1") == nil)
    #expect(try rig.color("HDMI-A-2") == Self.green)
  }

  @Test("stop is dark and silent")
  func stop() throws {
    let rig = try SimulatedRig()
    try rig.light("HDMI-A-1")
    try rig.flip("HDMI-A-1", to: 1, color: Self.red)
    rig.backend.stop()
    try rig.plug("DP-1")
    rig.advance(milliseconds: 1000)
    #expect(rig.takeEvents().isEmpty)
    #expect(try rig.color("HDMI-A-1") == nil)
    #expect(rig.backend.status.connectors.allSatisfy { $0.mode == nil })
  }
}
