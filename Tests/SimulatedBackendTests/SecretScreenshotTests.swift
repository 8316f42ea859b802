import Composition
import DisplayTypes
import Presentation
import SimulatedBackend
import Testing

/// A picture is reported as secret if it contains a code that gives its reader more rights.
@Suite("Screenshots of secret pictures")
struct SecretScreenshotTests {
  private static func tree(isSecret: Bool, frame: PointRect = PointRect(x: 20, y: 30, width: 64, height: 48))
    -> LayerTree
  {
    let inner = Layer(
      id: LayerID(rawValue: 2), frame: PointRect(x: 0, y: 0, width: 9, height: 9), contents: .solid(.black))
    return LayerTree(
      background: .white,
      layers: [Layer(id: LayerID(rawValue: 1), frame: frame, isSecret: isSecret, sublayers: [inner])])
  }

  private static func captured(_ rig: PresenterRig) -> CapturedFrame? {
    var found: CapturedFrame?
    for case .presented(let requests, let record) in rig.takeReports() where requests.contains(RequestID(rawValue: 1)) {
      found = record.captured
    }
    return found
  }

  @Test("the picture that is read is marked, and has no hash by which it could be guessed", arguments: [true, false])
  func capture(isSecret: Bool) throws {
    let rig = try PresenterRig()
    let lit = try rig.light(Self.tree(isSecret: isSecret))
    rig.advance(milliseconds: 100)
    _ = rig.takeReports()
    rig.send(.capture(lit.screen, RequestID(rawValue: 1)))
    rig.advance(milliseconds: 100)
    let captured = try #require(Self.captured(rig))
    #expect(captured.pixels != nil)
    #expect(captured.isSecret == isSecret && captured.hash.isEmpty == isSecret)
  }

  @Test("the pixels that were read count, and not the picture at the time of the answer", arguments: [true, false])
  func change(isSecret: Bool) throws {
    let rig = try PresenterRig()
    let lit = try rig.light(Self.tree(isSecret: isSecret))
    rig.advance(milliseconds: 100)
    _ = rig.takeReports()
    rig.send(.capture(lit.screen, RequestID(rawValue: 1)))
    rig.send(
      .present(lit.screen, lit.token, lit.geometry, Self.tree(isSecret: !isSecret), RequestID(rawValue: 7)))
    rig.advance(milliseconds: 100)
    #expect(try #require(Self.captured(rig)).isSecret == isSecret)
  }

  @Test("a frozen picture stays secret, with any content under it")
  func held() throws {
    let rig = try PresenterRig()
    let lit = try rig.light(Self.tree(isSecret: true))
    rig.advance(milliseconds: 100)
    rig.send(.freeze(lit.screen, true))
    rig.send(.present(lit.screen, lit.token, lit.geometry, Self.tree(isSecret: false), RequestID(rawValue: 7)))
    rig.advance(milliseconds: 100)
    _ = rig.takeReports()
    rig.send(.capture(lit.screen, RequestID(rawValue: 1)))
    rig.advance(milliseconds: 100)
    #expect(try #require(Self.captured(rig)).isSecret)
  }

  @Test("a code beside the picture is not in it")
  func beside() throws {
    let rig = try PresenterRig()
    let lit = try rig.light(Self.tree(isSecret: true, frame: PointRect(x: 2000, y: 30, width: 64, height: 48)))
    rig.advance(milliseconds: 100)
    _ = rig.takeReports()
    rig.send(.capture(lit.screen, RequestID(rawValue: 1)))
    rig.advance(milliseconds: 100)
    #expect(try !#require(Self.captured(rig)).isSecret)
  }
}
