import DisplayTypes
import EDID
import Testing

/// The readings of real EDIDs agree with Debian's edid-decode.
///
/// Two readings are ours: a size that only describes the picture's shape is ignored, and so is the serial number 01010101.
/// One reading is the kernel's: a standard timing outside DMT is ignored for a display without a formula.
@Suite struct EDIDSampleTests {
  struct Expected: Sendable, CustomTestStringConvertible {
    let file: String
    let identity: DisplayIdentity
    let size: PhysicalSize?
    let preferred: String
    let modes: Int
    let isHDMI: Bool
    let ycbcr420Only: Int
    let complaints: Int

    init(
      _ file: String, _ make: String, _ model: String, _ serial: String, _ millimeters: (Int, Int)?,
      _ preferred: String, _ modes: Int, hdmi: Bool = false, ycbcr420Only: Int = 0, complaints: Int = 0
    ) {
      self.file = file
      identity = DisplayIdentity(make: make, model: model, serial: serial)
      size = millimeters.map { PhysicalSize(widthMillimeters: $0.0, heightMillimeters: $0.1) }
      self.preferred = preferred
      self.modes = modes
      isHDMI = hdmi
      self.ycbcr420Only = ycbcr420Only
      self.complaints = complaints
    }

    var testDescription: String { file }
  }

  static let table: [Expected] = [
    .init("av-receiver-1", "YMH", "RX-V471", "", (708, 398), "1920x1080i@60", 30, hdmi: true),
    .init("av-receiver-2", "DON", "DENON-AVR", "", (1420, 800), "3840x2160@30", 47, hdmi: true, ycbcr420Only: 4),
    .init("displayid-1", "HSX", "YHB03P24", "8947848", (120, 190), "1600x2560@144", 2, complaints: 1),
    .init("displayid-2", "GSM", "LG ULTRAGEAR", "304NTHM1Q241", (697, 392), "2560x1440@120", 16),
    .init("high-refresh-1", "BNQ", "BenQ XL2411Z", "SCD06797SL0", (531, 298), "1920x1080@60", 19),
    .init("high-refresh-2", "PHL", "27M2N3200", "UK02426065695", (598, 336), "1920x1080@60", 37),
    .init("interlaced-1", "AOC", "22B1W", "GMYK7XA004814", (476, 268), "1920x1080@60", 33, hdmi: true),
    .init("interlaced-2", "DEL", "DELL U2515H", "FJYC775S0C6L", (553, 311), "2560x1440@59.95", 34),
    .init("monitor-dell-uhd-1", "DEL", "DELL U2718Q", "4K8X798U18GL", (609, 349), "3840x2160@60", 34, complaints: 1),
    .init("monitor-dell-uhd-2", "DEL", "DELL U2718Q", "FN84K7C60GLL", (609, 349), "3840x2160@60", 41, hdmi: true),
    .init("monitor-hp-1", "HWP", "HP ZR22w", "CN41070RZW", (475, 267), "1920x1080@60", 11),
    .init("monitor-hp-2", "HPN", "HP 22w", "CNC8300V0T", (476, 268), "1920x1080@60", 21, hdmi: true),
    .init("no-name-1", "HKC", "9122", "", (316, 203), "2560x1600@60", 2),
    .init("no-name-2", "CS_", "5211", "1025", (430, 290), "1920x1080@60", 2, complaints: 1),
    .init("panel-laptop-1", "SAM", "SyncMaster", "1296511794", (700, 390), "1360x768@60.02", 22),
    .init("panel-laptop-2", "AUO", "20EC", "", (344, 193), "1366x768@60.07", 1),
    .init("portrait-1", "ANX", "ANX7530_DP", "1", (60, 50), "1080x1920@60", 1),
    .init("projector-benq-1", "BNQ", "BenQ PJ", "522", nil, "1920x1080@60", 40, hdmi: true),
    .init("projector-benq-2", "BNQ", "BenQ PJ", "1165", nil, "1920x1080@60", 41, hdmi: true),
    .init("projector-epson-1", "SEC", "EPSON PJ", "", nil, "1024x768@70.07", 24),
    .init("projector-epson-2", "SEC", "EPSON PJ", "", nil, "1280x800@59.81", 33, hdmi: true),
    .init("serial-string-1", "BNQ", "BenQ PD3200Q", "92M00570019", (708, 399), "2560x1440@59.95", 34),
    .init("serial-string-2", "SAM", "SyncMaster", "HS3PB09130", (408, 300), "1400x1050@59.98", 19),
    .init("three-blocks-1", "DSG", "32W_LCD_TV", "", (708, 398), "1920x1080@50", 36, hdmi: true, complaints: 1),
    .init("three-blocks-2", "SAM", "LF27T35", "HCNW102588", (598, 337), "1920x1080@60", 33, hdmi: true, complaints: 1),
    .init("tv-4k-hdmi2-1", "GSM", "LG TV SSCR2", "", nil, "3840x2160@60", 34, hdmi: true),
    .init("tv-4k-hdmi2-2", "GSM", "LG TV SSCR2", "", nil, "3840x2160@60", 34, hdmi: true),
    .init("tv-lg-1", "GSM", "LG TV", "", (1150, 650), "1024x768@60", 17, hdmi: true),
    .init("tv-lg-2", "GSM", "LG TV", "", nil, "1920x1080@60", 24, hdmi: true),
    .init("tv-sony-1", "SNY", "SONY TV XV", "", nil, "1920x1080@60", 18, hdmi: true),
    .init("tv-sony-2", "SNY", "SONY TV", "", (1018, 573), "1920x1080@60", 29, hdmi: true),
    .init("ultrawide-1", "DEL", "DELL P3421W", "5P75TR3", (800, 335), "3440x1440@59.97", 27),
    .init("ultrawide-2", "GBT", "G34WQC A", "", (797, 334), "3440x1440@60", 41, hdmi: true),
    .init("vga-analog-1", "BNQ", "BenQ GW2265", "74F00468019", (477, 268), "1920x1080@60", 9),
    .init("vga-analog-2", "SAN", "SANYO LCD", "", (570, 320), "1360x768@60.02", 12),
    .init("ycbcr420-1", "RKU", "55U6", "", (1220, 680), "3840x2160@60", 37, hdmi: true),
    .init("ycbcr420-2", "SAM", "U32R59x", "HNATC00441", (697, 392), "3840x2160@60", 40, hdmi: true),
  ]

  @Test("reads each sample as edid-decode does", arguments: table)
  func readsSample(_ expected: Expected) throws {
    let edid = try EDID(bytes: SampleEDIDs.bytes(expected.file))
    #expect(edid.displayIdentity == expected.identity)
    #expect(edid.physicalSize == expected.size)
    #expect(edid.preferredMode.map(ModeNames.plainName) == expected.preferred)
    #expect(edid.modes.count == expected.modes)
    #expect(edid.isHDMI == expected.isHDMI)
    #expect(edid.ycbcr420OnlyModes.count == expected.ycbcr420Only)
    #expect(edid.complaints.count == expected.complaints)
    #expect(edid.modes.first == edid.preferredMode)
  }

  @Test("no sample is left out of the table") func tableIsComplete() {
    #expect(Set(SampleEDIDs.all.keys) == Set(Self.table.map(\.file)))
  }
}
