import Composition
import DisplayTypes
import Presentation
import SimulatedBackend
import Testing

/// A private layer is on its own screen, and in no screenshot of it.
@Suite("Screenshots of private layers")
struct PrivateScreenshotTests {
  private static let secret = Color(red: 201, green: 7, blue: 99)

  private static func count(_ color: Color, in pixels: FramePixels?) -> Int {
    guard let pixels else { return -1 }
    return stride(from: 0, to: pixels.rgb.count - 2, by: 3).count {
      pixels.rgb[$0] == color.red && pixels.rgb[$0 + 1] == color.green && pixels.rgb[$0 + 2] == color.blue
    }
  }

  private static func tree(_ frame: PointRect) -> LayerTree {
    LayerTree(
      background: .white,
      layers: [Layer(id: LayerID(rawValue: 1), frame: frame, contents: .solid(secret), isPrivate: true)])
  }

  @Test("no hash is reported for a frame with a private part, to callers that wait for it or observe")
  func hash() throws {
    func hashes(_ frame: PointRect) throws -> [Bool] {
      let rig = try PresenterRig()
      let lit = try rig.light(LayerTree())
      rig.advance(milliseconds: 100)
      rig.send(.observe(lit.screen, true))
      rig.advance(milliseconds: 100)
      _ = rig.takeReports()
      rig.send(.present(lit.screen, lit.token, lit.geometry, Self.tree(frame), RequestID(rawValue: 7)))
      rig.advance(milliseconds: 100)
      return rig.takeReports().compactMap { report in
        switch report {
        case .presented(_, let record), .observed(let record): record.captured?.hash.isEmpty == false
        case .screens, .tested, .configured, .turnedOff, .refused, .played, .stalled, .notice: nil
        }
      }
    }
    #expect(try hashes(PointRect(x: 20, y: 30, width: 64, height: 48)) == [false, false])
    #expect(try hashes(PointRect(x: 2000, y: 30, width: 64, height: 48)) == [true, true])
  }

  @Test(
    "the placeholder covers all of it in the screenshot, also over the edge",
    arguments: [
      (PointRect(x: 20, y: 30, width: 64, height: 48), 64 * 48),
      (PointRect(x: -20, y: 470, width: 64, height: 48), 440),
    ])
  func screenshot(frame: PointRect, pixels: Int) throws {
    let rig = try PresenterRig()
    let lit = try rig.light(Self.tree(frame))
    rig.advance(milliseconds: 100)
    #expect(Self.count(Self.secret, in: try rig.backend.photograph("HDMI-A-1")?.pixels) == pixels)
    rig.send(.capture(lit.screen, RequestID(rawValue: 1)))
    rig.advance(milliseconds: 100)
    var captured: FramePixels?
    for case .presented(_, let record) in rig.takeReports() { captured = record.captured?.pixels ?? captured }
    #expect(Self.count(Self.secret, in: captured) == 0)
    #expect(Self.count(LayerTree.placeholder, in: captured) == pixels)
    #expect(Self.count(.white, in: captured) == 640 * 480 - pixels)
  }
}
