import DisplayTypes
import Testing

@testable import EDID

/// The readings of the samples, compared with edid-decode and the kernel's rules (`Samples/expected.txt`).
@Suite struct ExpectedReadingsTests {
  @Test("each row of the table agrees with the reading") func eachRow() throws {
    for row in try ExpectedReading.all() {
      let edid = try EDID(bytes: row.bytes)
      for (key, value) in row.values {
        let found = try found(key, edid)
        #expect(try holds(key, value, edid), "\(row.testDescription): \(key) must be \(value), and is \(found)")
      }
    }
  }

  @Test("the table has each repaired kind of reading, and the facts of each sample") func tableIsComplete() throws {
    let rows = try ExpectedReading.all()
    let kinds = Set(rows.map(\.kind))
    #expect(
      kinds == [
        "stereo bits", "descriptors of a CTA block", "checksums of blocks", "physical size", "texts",
        "DisplayID timings of type 7", "standard timings with reduced blanking", "problem lines",
        "facts of each sample", "facts that no sample has",
      ])
    #expect(rows.allSatisfy { !$0.values.isEmpty })
    let facts = rows.filter { $0.kind == "facts of each sample" }
    #expect(facts.map(\.testDescription).sorted() == SampleEDIDs.all.keys.sorted())
    let keys: Set = [
      "blocks", "product", "number", "week", "year", "interface", "depth", "vertical", "horizontal", "pixel clock",
      "cec", "tmds", "scdc", "4:2:0", "audio",
    ]
    #expect(facts.allSatisfy { Set($0.values.map(\.key)) == keys })
  }

  @Test("a wrong value in the table is found") func wrongValues() throws {
    for row in try ExpectedReading.all() {
      let edid = try EDID(bytes: row.bytes)
      for (key, value) in row.values where !key.hasSuffix("clock") || key == "pixel clock" {
        #expect(try !holds(key, value + "1", edid), "\(row.testDescription): \(key)")
      }
    }
  }

  private func holds(_ key: String, _ value: String, _ edid: EDID) throws -> Bool {
    switch key {
    case "clock": modes(edid).contains(value)
    case "no clock": !modes(edid).contains(value)
    case "problem": edid.complaints.contains(value)
    default: try found(key, edid) == value
    }
  }

  /// Each mode's size and clock.
  private func modes(_ edid: EDID) -> [String] {
    edid.modes.map { "\($0.size.width)x\($0.size.height) \($0.clockKilohertz)" }
  }

  private struct UnknownKey: Error {
    let key: String
  }

  /// The reading for a key of the table.
  private func found(_ key: String, _ edid: EDID) throws -> String {
    func text(_ value: (some CustomStringConvertible)?) -> String {
      guard let value = value.map(\.description), !value.isEmpty else { return "-" }
      return value
    }
    func list(_ values: [String]) -> String { text(values.joined(separator: " ")) }
    func range(_ range: ClosedRange<Int>?) -> String { text(range.map { "\($0.lowerBound)-\($0.upperBound)" }) }
    switch key {
    case "clock", "no clock": return list(modes(edid))
    case "problem": return edid.complaints.joined(separator: " ")
    case "problems": return "\(edid.complaints.count)"
    case "preferred": return text(edid.preferredMode.map { ModeNames.plainName(of: $0) })
    case "serial": return text(edid.displayIdentity.serial)
    case "model": return text(edid.displayIdentity.model)
    case "size": return text(edid.physicalSize.map { "\($0.widthMillimeters)x\($0.heightMillimeters)" })
    case "hdmi": return edid.isHDMI ? "yes" : "no"
    case "blocks": return "\(edid.blockCount)"
    case "product": return "\(edid.productCode)"
    case "number": return edid.serialNumber == 0 ? "-" : "\(edid.serialNumber)"
    case "week": return text(edid.manufactureWeek)
    case "year": return text(edid.manufactureYear)
    case "interface": return edid.isDigital ? text(edid.inputInterface.map(name)) : "analog"
    case "depth": return text(edid.bitsPerColor)
    case "vertical": return range(edid.rangeLimits?.verticalHertz)
    case "horizontal": return range(edid.rangeLimits?.horizontalKilohertz)
    case "pixel clock": return text(edid.rangeLimits?.maximumPixelClockMegahertz)
    case "cec":
      return text(
        edid.hdmiPlace.map { place in [12, 8, 4, 0].map { String(place >> $0 & 15, radix: 16) } }?
          .joined(separator: "."))
    case "tmds": return text(edid.maximumTMDSMegahertz)
    case "scdc": return text(edid.hasSCDC.map { $0 ? "yes" : "no" })
    case "4:2:0": return list(Set(edid.ycbcr420Modes.map { ModeNames.plainName(of: $0) }).sorted())
    case "audio": return list(edid.audioFormats.map { "\($0.code)x\($0.channels)" })
    default: throw UnknownKey(key: key)
    }
  }

  /// As edid-decode writes it.
  private func name(_ interface: DigitalInterface) -> String {
    switch interface {
    case .dvi: "DVI"
    case .hdmiA: "HDMI-a"
    case .hdmiB: "HDMI-b"
    case .mddi: "MDDI"
    case .displayPort: "DisplayPort"
    }
  }
}
