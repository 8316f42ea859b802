import ArgumentParser
import ControlProtocol
import DisplayTypes
import EDID

struct ReadEDID: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edid",
    abstract: "Read EDID bytes: the display's identity, its modes, and the errors in the bytes.",
    discussion: "This command needs no daemon. The files of connected displays are /sys/class/drm/card*-*/edid.")

  @OptionGroup var output: OutputOptions
  @Argument(help: "Files with EDID bytes; - is standard input.", completion: .file()) var files: [String]

  func run() throws {
    let reports = files.map { file in
      do {
        return EDIDReport(file: file, bytes: try InputFile.bytes(from: file, limit: 32 * 1024, kind: "EDID"))
      } catch {
        return EDIDReport(file: file, error: "\(error)")
      }
    }
    try output.print(["files": reports]) { _ in reports.map(\.text).joined(separator: "\n\n") }
    // Each unreadable file has its own reason. Files without an EDID have one for all of them.
    var sentences = reports.filter { $0.bytes == nil }.compactMap(\.error)
    let others = reports.filter { $0.bytes != nil && $0.error != nil }.map(\.file)
    if !others.isEmpty {
      sentences.append("No EDID: \(others.joined(separator: ", ")). Read it again, or check the cable.")
    }
    guard sentences.isEmpty else { throw ToolFailure(message: sentences.joined(separator: " ")) }
  }
}

/// The contents of an EDID; JSON has all keys, and null for unknown values.
struct EDIDReport: Encodable {
  struct Limits: Encodable {
    var minimum: Int
    var maximum: Int
  }

  struct Audio: Encodable {
    var format: String
    var channels: Int
  }

  var file: String
  /// The number of bytes; nil if the file could not be read.
  var bytes: Int?
  /// The reason why the bytes are no EDID, or could not be read. In that case the other properties are empty.
  var error: String?
  var edid: EDID?

  private var serial: String { edid?.displayIdentity.serial ?? "" }

  private var physicalSize: PhysicalSizeInfo? {
    edid?.physicalSize.map {
      PhysicalSizeInfo(widthMillimeters: $0.widthMillimeters, heightMillimeters: $0.heightMillimeters)
    }
  }

  private var names: ModeNames { ModeNames(of: edid?.modes ?? []) }

  private func infos(_ modes: [ScreenMode]) -> [ScreenModeInfo] {
    let names = names
    return modes.map { ScreenModeInfo($0, name: names[$0]) }
  }

  private var interface: String? {
    guard let edid else { return nil }
    return switch edid.inputInterface {
    case .dvi: "DVI"
    case .hdmiA: "HDMI-A"
    case .hdmiB: "HDMI-B"
    case .mddi: "MDDI"
    case .displayPort: "DisplayPort"
    case nil: edid.isDigital ? nil : "analog"
    }
  }

  /// The physical address in CEC's notation, from the display outwards: 1.0.0.0 is the display's first socket.
  private var cecAddress: String? {
    edid?.hdmiPlace.map { place in
      [12, 8, 4, 0].map { String(place >> UInt16($0) & 0xF, radix: 16) }.joined(separator: ".")
    }
  }

  private enum Keys: String, CodingKey {
    case file, bytes, error, blocks, make, model, serial, productCode, serialNumber, week, year, version, digital
    case interface, bitsPerColor, physicalSize, verticalHertz, horizontalKilohertz, maximumPixelClockMegahertz, hdmi
    case cecAddress, maximumTMDSMegahertz, scdc, audio, preferredMode, modes, ycbcr420Modes, problems
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    let limits = edid?.rangeLimits
    try container.encode(file, forKey: .file)
    try container.encode(bytes, forKey: .bytes)
    try container.encode(error, forKey: .error)
    try container.encode(edid?.blockCount, forKey: .blocks)
    try container.encode(edid?.displayIdentity.make, forKey: .make)
    try container.encode(edid?.displayIdentity.model, forKey: .model)
    try container.encode(serial.isEmpty ? nil : serial, forKey: .serial)
    try container.encode(edid.map { Int($0.productCode) }, forKey: .productCode)
    try container.encode(edid.flatMap { $0.serialNumber == 0 ? nil : Int($0.serialNumber) }, forKey: .serialNumber)
    try container.encode(edid?.manufactureWeek, forKey: .week)
    try container.encode(edid?.manufactureYear, forKey: .year)
    try container.encode(edid.map { "\($0.version).\($0.revision)" }, forKey: .version)
    try container.encode(edid?.isDigital, forKey: .digital)
    try container.encode(interface, forKey: .interface)
    try container.encode(edid?.bitsPerColor, forKey: .bitsPerColor)
    try container.encode(physicalSize, forKey: .physicalSize)
    try container.encode(limits.map { Limits($0.verticalHertz) }, forKey: .verticalHertz)
    try container.encode(limits.map { Limits($0.horizontalKilohertz) }, forKey: .horizontalKilohertz)
    try container.encode(limits?.maximumPixelClockMegahertz, forKey: .maximumPixelClockMegahertz)
    try container.encode(edid?.isHDMI, forKey: .hdmi)
    try container.encode(cecAddress, forKey: .cecAddress)
    try container.encode(edid?.maximumTMDSMegahertz, forKey: .maximumTMDSMegahertz)
    try container.encode(edid?.hasSCDC, forKey: .scdc)
    try container.encode(edid?.audioFormats.map { Audio($0) } ?? [], forKey: .audio)
    try container.encode(infos(edid?.preferredMode.map { [$0] } ?? []).first, forKey: .preferredMode)
    try container.encode(infos(edid?.modes ?? []), forKey: .modes)
    try container.encode(infos(edid?.ycbcr420Modes ?? []), forKey: .ycbcr420Modes)
    try container.encode(edid?.complaints ?? [], forKey: .problems)
  }

  var text: String {
    guard let edid else { return "\(file): \(error ?? "There is no EDID.")" }
    let size = physicalSize.map { "\($0.widthMillimeters)x\($0.heightMillimeters) mm" } ?? "size unknown"
    let facts = [
      size, edid.isHDMI ? "HDMI" : nil, edid.manufactureYear.map { "of \($0)" },
      serial.isEmpty ? nil : "serial \(serial)", bytes.map { "\($0) bytes" },
    ]
    var lines = [
      "\(file): \(edid.displayIdentity.make) \(edid.displayIdentity.model)",
      facts.compactMap(\.self).joined(separator: ", "),
    ]
    let link = [
      interface, edid.bitsPerColor.map { "\($0) bits per colour" },
      edid.maximumTMDSMegahertz.map { "TMDS up to \($0) MHz" },
      edid.hasSCDC == true ? "SCDC" : nil, cecAddress.map { "CEC address \($0)" },
    ].compactMap(\.self)
    if !link.isEmpty { lines.append("Link: \(link.joined(separator: ", "))") }
    let audio = edid.audioFormats.map { Audio($0) }
    if !audio.isEmpty {
      lines.append("Audio: \(audio.map { "\($0.format) (\($0.channels))" }.joined(separator: ", "))")
    }
    let names = names
    let compatible = edid.ycbcr420Modes.map { names[$0] }
    if !compatible.isEmpty { lines.append("In YCbCr 4:2:0: \(compatible.joined(separator: ", "))") }
    lines += edid.complaints.map { "Problem: \($0)" }
    lines.append(ModeTable.text(infos(edid.modes), current: nil))
    return lines.joined(separator: "\n")
  }
}

extension EDIDReport {
  fileprivate init(file: String, bytes: [UInt8]) {
    self.init(file: file, bytes: bytes.count)
    do throws(EDIDError) {
      edid = try EDID(bytes: bytes)
    } catch {
      self.error = error.description
    }
  }
}

extension EDIDReport.Limits {
  fileprivate init(_ range: ClosedRange<Int>) {
    self.init(minimum: range.lowerBound, maximum: range.upperBound)
  }
}

extension EDIDReport.Audio {
  fileprivate init(_ audio: AudioFormat) {
    let known = audio.code == 15 ? Self.extended[audio.extendedCode ?? 0] : Self.plain[audio.code]
    let number = audio.extendedCode.map { "\(audio.code).\($0)" } ?? "\(audio.code)"
    self.init(format: known ?? "format \(number)", channels: audio.channels)
  }

  /// The audio formats of CTA-861-H, table 37.
  private static let plain = [
    1: "PCM", 2: "AC-3", 3: "MPEG-1", 4: "MP3", 5: "MPEG-2", 6: "AAC", 7: "DTS", 8: "ATRAC", 9: "DSD", 10: "E-AC-3",
    11: "DTS-HD", 12: "MAT", 13: "DST", 14: "WMA Pro",
  ]
  /// The extended audio formats of CTA-861-H, table 39.
  private static let extended = [
    4: "HE-AAC", 5: "HE-AAC v2", 6: "AAC LC", 7: "DRA", 8: "HE-AAC with MPEG Surround",
    10: "AAC LC with MPEG Surround", 11: "MPEG-H 3D", 12: "AC-4", 13: "PCM 3D",
  ]
}

extension ScreenModeInfo {
  init(_ candidate: ModeCandidate) { self.init(candidate.mode, name: candidate.name) }

  init(_ mode: ScreenMode, name: String) {
    self.init(
      name: name, width: mode.size.width, height: mode.size.height, refreshMillihertz: mode.refreshMillihertz,
      interlaced: mode.isInterlaced, preferred: mode.isPreferred, pixelAspectRatio: mode.pixelAspectRatio,
      pictureAspect: mode.pictureAspect?.rawValue)
  }
}
