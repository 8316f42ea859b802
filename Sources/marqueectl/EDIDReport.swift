import ControlProtocol
import DisplayTypes
import EDID

/// What an EDID says, for `marqueectl edid`.
struct EDIDReport: Encodable {
  var file: String
  var bytes: Int
  /// Why the bytes are no EDID; the rest is empty then.
  var error: String?
  var make = ""
  var model = ""
  var serial = ""
  var year: Int?
  var physicalSize: PhysicalSizeInfo?
  var hdmi = false
  var preferredMode: ScreenModeInfo?
  var modes: [ScreenModeInfo] = []
  var problems: [String] = []

  init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes.count
    do throws(EDIDError) {
      read(try EDID(bytes: bytes))
    } catch {
      self.error = error.description
    }
  }

  private mutating func read(_ edid: EDID) {
    make = edid.displayIdentity.make
    model = edid.displayIdentity.model
    serial = edid.displayIdentity.serial
    year = edid.manufactureYear
    physicalSize = edid.physicalSize.map {
      PhysicalSizeInfo(widthMillimeters: $0.widthMillimeters, heightMillimeters: $0.heightMillimeters)
    }
    hdmi = edid.isHDMI
    let names = ModeNames(of: edid.modes)
    modes = edid.modes.map { ScreenModeInfo($0, names: names) }
    preferredMode = edid.preferredMode.map { ScreenModeInfo($0, names: names) }
    problems = edid.complaints
  }

  var text: String {
    if let error { return "\(file): \(error)" }
    let size = physicalSize.map { "\($0.widthMillimeters)x\($0.heightMillimeters) mm" } ?? "size unknown"
    let facts = [
      size, hdmi ? "HDMI" : nil, year.map { "of \($0)" }, serial.isEmpty ? nil : "serial \(serial)", "\(bytes) bytes",
    ]
    var lines = ["\(file): \(make) \(model)", facts.compactMap(\.self).joined(separator: ", ")]
    lines += problems.map { "Problem: \($0)" }
    lines.append(ModeTable.text(modes, current: nil))
    return lines.joined(separator: "\n")
  }
}

extension ScreenModeInfo {
  init(_ mode: ScreenMode, names: ModeNames) {
    self.init(
      name: names[mode], width: mode.size.width, height: mode.size.height, refreshMillihertz: mode.refreshMillihertz,
      interlaced: mode.isInterlaced, preferred: mode.isPreferred, pixelAspectRatio: mode.pixelAspectRatio,
      pictureAspect: mode.pictureAspect?.rawValue)
  }
}
