import ControlProtocol
import DisplayTypes
import Testing

@testable import marqueed

@Suite struct ModeLineTests {
  @Test func aModeComesBackWhole() throws {
    var mode = ScreenMode(
      clockKilohertz: 27_027,
      horizontal: ModeTiming(display: 1440, syncStart: 1478, syncEnd: 1602, total: 1716, skew: 3),
      vertical: ModeTiming(display: 480, syncStart: 488, syncEnd: 494, total: 525), verticalScan: 2, flags: 0x101A,
      pictureAspect: .fourByThree, isPreferred: true)
    for isPreferred in [true, false] {
      mode.isPreferred = isPreferred
      mode.pictureAspect = isPreferred ? .fourByThree : nil
      let back = try JSON.decode([ModeLine].self, from: JSON.encode([ModeLine(mode)])).first?.mode
      #expect(back == mode)
      #expect(back?.isPreferred == isPreferred)
      #expect(back?.verticalScan == 2)
    }
  }

  @Test(arguments: [
    "", "1", "1 2 3 4 5 6 7 8 9 10 11 12 13", "1 2 3 4 5 6 7 8 9 10 11 12 13 16:9 best",
    "1 70000 3 4 5 6 7 8 9 10 11 12 13 -", "-1 2 3 4 5 6 7 8 9 10 11 12 13 -", "1 2 3 4 5 6 7 8 9 10 11 70000 13 -",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 5:4",
  ])
  func anythingElseIsNone(text: String) throws {
    #expect(throws: DecodingError.self) { try JSON.decode([ModeLine].self, from: JSON.encode([text])) }
  }
}
