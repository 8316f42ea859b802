import Composition
import DisplayTypes
import Presentation
import SimulatedBackend
import Testing

/// Pictures that must appear together, on a clock that the test advances. Refreshes are counted.
@Suite("Pictures of several screens in one command")
struct SimulatedTogetherTests {
  /// When each screen has shown something new since, in microseconds.
  private static func change(
    _ screens: [(screen: ScreenID, token: CommitToken, geometry: OutputGeometry)], to tree: LayerTree,
    on rig: PresenterRig
  ) -> [UInt64] {
    _ = rig.takeReports()
    rig.send(
      .presentTogether(
        screens.enumerated().map { index, lit in
          PresentOrder(
            screen: lit.screen, token: lit.token, geometry: lit.geometry, tree: tree,
            request: RequestID(rawValue: UInt64(index)))
        }))
    rig.advance(milliseconds: 200)
    var times = [UInt64](repeating: 0, count: screens.count)
    for case .presented(let requests, let record) in rig.takeReports() where record.ending == .presented {
      for request in requests { times[Int(request.rawValue)] = record.timestamp.nanoseconds / 1000 }
    }
    return times
  }

  private static func spread(_ times: [UInt64]) -> UInt64 { (times.max() ?? 0) - (times.min() ?? 0) }

  @Test("screens of one refresh change less than a refresh apart, wherever in it the command comes", arguments: 0..<16)
  func oneRefresh(phase: UInt64) throws {
    let rig = try PresenterRig()
    let first = try rig.light(PresenterTests.unmoved)
    rig.advance(milliseconds: phase)
    let second = try rig.light(PresenterTests.solid(.black), on: "DP-1")
    for number in 0..<6 {
      rig.advance(milliseconds: 300 + UInt64(number) * 3)
      let times = Self.change([first, second], to: PresenterTests.solid(number % 2 == 0 ? .white : .black), on: rig)
      #expect(!times.contains(0))
      #expect(Self.spread(times) < 16_667, "\(times)")
    }
  }

  @Test(
    "screens in step change with the same refresh, also if one of them has just got another frame")
  func sameRefresh() throws {
    let rig = try PresenterRig()
    let first = try rig.light(PresenterTests.moving)
    let second = try rig.light(PresenterTests.moving, on: "DP-1")
    rig.advance(milliseconds: 1000)
    for number in 0..<8 {
      // A flip of the first is in flight, or is not.
      rig.send(.present(first.screen, first.token, first.geometry, PresenterTests.solid(.black), nil))
      rig.advance(milliseconds: UInt64(number) * 2)
      let times = Self.change([first, second], to: PresenterTests.solid(number % 2 == 0 ? .white : .black), on: rig)
      #expect(Self.spread(times) <= 1, "\(number): \(times)")
    }
  }

  @Test("a screen of another refresh rate changes with its next refresh, and no other waits for it")
  func others() throws {
    let rig = try PresenterRig()
    let first = try rig.light(PresenterTests.moving)
    let slow = try rig.light(PresenterTests.moving, on: "DP-1", hertz: 24)
    rig.advance(milliseconds: 1000)
    for number in 0..<8 {
      rig.advance(milliseconds: UInt64(number))
      let start = rig.milliseconds * 1000
      let times = Self.change([first, slow], to: PresenterTests.solid(number % 2 == 0 ? .white : .black), on: rig)
      #expect(times[0] > 0 && times[0] - start <= 2 * 16_667)
      #expect(times[1] > 0 && times[1] - start <= 2 * 41_667)
    }
  }

  @Test("an overtaken picture, or one whose screen is unplugged, is reported once")
  func endings() throws {
    let rig = try PresenterRig()
    let lit = try rig.light(PresenterTests.solid(.black))
    func order(_ request: UInt64, _ color: Color) -> PresentOrder {
      PresentOrder(
        screen: lit.screen, token: lit.token, geometry: lit.geometry, tree: PresenterTests.solid(color),
        request: RequestID(rawValue: request))
    }
    rig.send(.presentTogether([order(1, .white), order(2, .black)]))
    rig.send(.presentTogether([order(3, .white)]))
    rig.advance(milliseconds: 100)
    rig.send(.presentTogether([order(4, .black)]))
    rig.send(.turnOff(lit.screen, CommitToken(rawValue: 77)))
    rig.advance(milliseconds: 100)
    var endings: [UInt64: [FlipRecord.Ending]] = [:]
    for case .presented(let requests, let record) in rig.takeReports() {
      for request in requests { endings[request.rawValue, default: []].append(record.ending) }
    }
    #expect(endings == [1: [.superseded], 2: [.presented], 3: [.presented], 4: [.discarded]])
  }
}
