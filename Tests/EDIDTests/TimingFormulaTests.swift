import DisplayTypes
import Testing

@testable import EDID

/// Figures from edid-decode's calculators.
@Suite struct TimingFormulaTests {
  private func timing(_ mode: ScreenMode?) -> [Int]? {
    guard let mode else { return nil }
    let (across, down) = (mode.horizontal, mode.vertical)
    return [
      Int(mode.clockKilohertz), Int(across.syncStart), Int(across.syncEnd), Int(across.total), Int(down.syncStart),
      Int(down.syncEnd), Int(down.total),
    ]
  }

  @Test(
    "CVT with normal blanking agrees with edid-decode",
    arguments: [
      (640, 480, 60.0, [23750, 656, 720, 800, 483, 487, 500]),
      (1024, 768, 75.0, [82000, 1088, 1192, 1360, 771, 775, 805]),
      (1280, 1024, 85.0, [159500, 1376, 1512, 1744, 1027, 1034, 1078]),
      (1360, 768, 60.0, [84750, 1432, 1568, 1776, 771, 781, 798]),
      (1920, 1080, 60.0, [173000, 2048, 2248, 2576, 1083, 1088, 1120]),
      (1920, 1200, 60.0, [193250, 2056, 2256, 2592, 1203, 1209, 1245]),
      (2560, 1440, 144.0, [808750, 2792, 3072, 3584, 1443, 1448, 1568]),
      (3440, 1440, 60.0, [419500, 3696, 4064, 4688, 1443, 1453, 1493]),
      (1080, 1920, 60.0, [176500, 1168, 1280, 1480, 1923, 1933, 1989]),
    ] as [(Int, Int, Double, [Int])])
  func normal(width: Int, height: Int, refresh: Double, expected: [Int]) {
    #expect(
      timing(CoordinatedVideoTiming.mode(width: width, height: height, refresh: refresh, blanking: .normal)) == expected
    )
  }

  @Test(
    "CVT with reduced blanking agrees with edid-decode",
    arguments: [
      (640, 480, 60.0, [23500, 688, 720, 800, 483, 487, 494]),
      (1024, 768, 75.0, [70500, 1072, 1104, 1184, 771, 775, 796]),
      (1280, 1024, 85.0, [130250, 1328, 1360, 1440, 1027, 1034, 1066]),
      (1360, 768, 60.0, [72000, 1408, 1440, 1520, 771, 781, 790]),
      (1920, 1080, 60.0, [138500, 1968, 2000, 2080, 1083, 1088, 1111]),
      (1920, 1200, 60.0, [154000, 1968, 2000, 2080, 1203, 1209, 1235]),
      (2560, 1440, 144.0, [604250, 2608, 2640, 2720, 1443, 1448, 1543]),
      (3440, 1440, 60.0, [319750, 3488, 3520, 3600, 1443, 1453, 1481]),
      (1080, 1920, 60.0, [146750, 1128, 1160, 1240, 1923, 1933, 1975]),
    ] as [(Int, Int, Double, [Int])])
  func reduced(width: Int, height: Int, refresh: Double, expected: [Int]) {
    #expect(
      timing(CoordinatedVideoTiming.mode(width: width, height: height, refresh: refresh, blanking: .reduced))
        == expected)
  }

  @Test(
    "GTF agrees with edid-decode",
    arguments: [
      (640, 480, 60.0, [23856, 656, 720, 800, 481, 484, 497]),
      (1024, 768, 75.0, [81804, 1080, 1192, 1360, 769, 772, 802]),
      (1280, 1024, 85.0, [159358, 1376, 1512, 1744, 1025, 1028, 1075]),
      (1360, 768, 60.0, [84715, 1424, 1568, 1776, 769, 772, 795]),
      (1920, 1080, 60.0, [172798, 2040, 2248, 2576, 1081, 1084, 1118]),
      (1920, 1200, 60.0, [193156, 2048, 2256, 2592, 1201, 1204, 1242]),
      (2560, 1440, 144.0, [807690, 2784, 3072, 3584, 1441, 1444, 1565]),
      (3440, 1440, 60.0, [419107, 3688, 4064, 4688, 1441, 1444, 1490]),
      (1080, 1920, 60.0, [178353, 1168, 1288, 1496, 1921, 1924, 1987]),
    ] as [(Int, Int, Double, [Int])])
  func generalized(width: Int, height: Int, refresh: Double, expected: [Int]) throws {
    let size = PixelSize(width: width, height: height)
    let numbers = try #require(timing(GeneralizedTimingFormula.mode(size: size, hertz: Int(refresh), curve: .first)))
    #expect(numbers.dropFirst() == expected.dropFirst())
    // The kernel rounds the line rate.
    #expect(abs(numbers[0] - expected[0]) * 1000 < expected[0])
  }

  @Test("nothing is computed for absurd sizes and rates") func absurd() {
    for (width, height, refresh) in [
      (0, 0, 60.0), (.max, .max, 60), (640, 480, 0), (640, 480, .nan), (640, 480, .infinity),
    ] {
      #expect(CoordinatedVideoTiming.mode(width: width, height: height, refresh: refresh, blanking: .normal) == nil)
      #expect(CoordinatedVideoTiming.mode(width: width, height: height, refresh: refresh, blanking: .reduced) == nil)
      let hertz = refresh.isFinite ? Int(refresh) : .max
      let size = PixelSize(width: width, height: height)
      #expect(GeneralizedTimingFormula.mode(size: size, hertz: hertz, curve: .first) == nil)
    }
  }

  @Test("a three-byte code gives each of its rates") func codes() {
    var bytes = [UInt8](repeating: 0, count: 18)
    // 1200 lines (599 = 0x257), 16:10, at 60 Hz with normal and with reduced blanking: edid-decode's example for 1920x1200.
    bytes.replaceSubrange(6..<9, with: [0x57, 0x28, 0x09])
    let modes = CoordinatedTimingCode.modes(descriptor: ByteWindow(bytes))
    #expect(modes == [DMTMode.mode(identifier: 0x45), DMTMode.mode(identifier: 0x44)].compactMap { $0 })
  }
}
