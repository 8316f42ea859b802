import DisplayTypes
import EDID
import Testing

@testable import Presentation

@Suite("ConnectorScanner")
struct ConnectorScannerTests {
  static let start = MonotonicTime(nanoseconds: 1_000_000_000)

  static func later(_ milliseconds: UInt64) -> MonotonicTime {
    start.advanced(by: milliseconds * 1_000_000)
  }

  static func edid(_ model: String, width: Int = 1920, height: Int = 1080) throws -> [UInt8] {
    EDID.synthesized(
      identity: DisplayIdentity(make: "MRQ", model: model, serial: "1"), physicalSize: nil,
      preferred: try #require(ScreenMode.standard(width: width, height: height)))
  }

  static func connector(_ number: UInt64, edid: [UInt8]? = nil, modes: [ScreenMode]? = nil) throws -> ProbedConnector {
    let modes = try modes ?? [#require(ScreenMode.standard(width: 1024, height: 768))]
    return ProbedConnector(
      id: ScreenID(rawValue: number), name: "HDMI-A-\(number)", device: "simulated", alwaysHasEDID: true,
      isConnected: edid != nil, modes: edid == nil ? [] : modes, edid: edid ?? [])
  }

  /// The changes in short: `-1 +2 ~3`.
  static func text(_ changes: [ScreenChange]) -> String {
    changes.map { change in
      switch change {
      case .disconnected(let id): "-\(id.rawValue)"
      case .connected(let screen): "+\(screen.id.rawValue)"
      case .changed(let screen): "~\(screen.id.rawValue)"
      }
    }.joined(separator: " ")
  }

  @Test("disconnected, connected, changed come in that order")
  func order() throws {
    var scanner = ConnectorScanner()
    let (first, second) = (try Self.edid("ONE"), try Self.edid("TWO"))
    let old = try [Self.connector(1, edid: first), Self.connector(2), Self.connector(3, edid: first)]
    #expect(Self.text(scanner.didProbeAll(old, at: Self.start)) == "+1 +3")
    let new = try [Self.connector(1, edid: second), Self.connector(2, edid: first), Self.connector(3)]
    #expect(Self.text(scanner.didProbeAll(new, at: Self.later(1))) == "-3 +2 ~1")
    #expect(scanner.screens.map(\.identity.model) == ["TWO", "ONE"])
  }

  @Test("the same look again is no change")
  func unchanged() throws {
    var scanner = ConnectorScanner()
    let connectors = try [Self.connector(1, edid: Self.edid("ONE")), Self.connector(2)]
    _ = scanner.didProbeAll(connectors, at: Self.start)
    #expect(scanner.didProbeAll(connectors, at: Self.later(1)).isEmpty)
    #expect(scanner.didProbe([connectors[1]], at: Self.later(2)).isEmpty)
  }

  @Test("changes are differences from the probe before, with invalid EDIDs and removed connectors")
  func news() throws {
    var scanner = ConnectorScanner()
    let first = try Self.connector(1, edid: Self.edid("ONE"))
    _ = scanner.didProbeAll([first, try Self.connector(2)], at: Self.start)
    #expect(scanner.takeFindings(at: Self.start)?.connectors.map(\.name) == ["HDMI-A-1", "HDMI-A-2"])
    scanner.hotplugged()
    scanner.hotplugged(first.id)
    _ = scanner.didProbeAll([first, try Self.connector(2)], at: Self.later(1))
    #expect(scanner.takeFindings(at: Self.later(1)) == nil)
    // A change from one invalid EDID to another is not reported to the upper layers.
    for rubbish in [[1, 2, 3], [3, 2, 1]] as [[UInt8]] {
      _ = scanner.didProbe([try Self.connector(2, edid: rubbish)], at: Self.later(2))
      let news = scanner.takeFindings(at: Self.later(3))
      #expect(news?.connectors.map(\.edid) == [rubbish])
      #expect(news?.time == Self.later(3))
      #expect(news?.hotplugs == (rubbish[0] == 1 ? 2 : 0))
    }
    _ = scanner.didProbeAll([first], at: Self.later(4))
    #expect(scanner.takeFindings(at: Self.later(4)) == ProbeFindings(time: Self.later(4), gone: ["HDMI-A-2"]))
  }

  @Test("other modes and a bad link are changes while the display stays")
  func modesAndLink() throws {
    var scanner = ConnectorScanner()
    var connector = try Self.connector(1, edid: Self.edid("ONE"))
    _ = scanner.didProbeAll([connector], at: Self.start)
    connector.isLinkBad = true
    #expect(Self.text(scanner.didProbe([connector], at: Self.later(1))) == "~1")
    connector.modes += [try #require(ScreenMode.standard(width: 800, height: 600))]
    #expect(Self.text(scanner.didProbe([connector], at: Self.later(2))) == "~1")
  }

  @Test("a connector that vanishes from the list, as a dock's, disconnects its screen")
  func vanishes() throws {
    var scanner = ConnectorScanner()
    let dock = try Self.connector(7, edid: Self.edid("DOCKED"))
    let panel = try Self.connector(1, edid: Self.edid("PANEL"))
    _ = scanner.didProbeAll([panel, dock], at: Self.start)
    #expect(Self.text(scanner.didProbeAll([panel], at: Self.later(1))) == "-7")
    #expect(scanner.didProbeAll([panel], at: Self.later(2)).isEmpty)
  }

  @Test("a probe of one connector does not change the others")
  func single() throws {
    var scanner = ConnectorScanner()
    let one = try Self.connector(1, edid: Self.edid("ONE"))
    let two = try Self.connector(2, edid: Self.edid("TWO"))
    _ = scanner.didProbeAll([one, two], at: Self.start)
    #expect(Self.text(scanner.didProbe([try Self.connector(2)], at: Self.later(1))) == "-2")
    #expect(scanner.screens.map(\.name) == ["HDMI-A-1"])
    #expect(Self.text(scanner.didProbe([two], at: Self.later(2))) == "+2")
  }

  @Test("rubbish instead of an EDID is a guessed screen without identity, and other rubbish no change")
  func rubbish() throws {
    var scanner = ConnectorScanner()
    var connector = try Self.connector(1, edid: [UInt8](repeating: 0x5A, count: 128))
    _ = scanner.didProbeAll([connector], at: Self.start)
    let screen = try #require(scanner.screens.first)
    #expect(screen.edidState == .guessed)
    #expect(screen.identity.isUnknown)
    #expect(screen.edid.isEmpty)
    connector.edid = [1, 2, 3]
    #expect(scanner.didProbe([connector], at: Self.later(250)).isEmpty)
  }

  @Test("a late EDID is looked for, and its arrival is one change")
  func lateEDID() throws {
    var scanner = ConnectorScanner()
    var connector = try Self.connector(1, edid: [])
    _ = scanner.didProbeAll([connector], at: Self.start)
    #expect(scanner.nextProbe == Self.later(250))
    #expect(scanner.takeDue(at: Self.later(249)).isEmpty)
    #expect(scanner.takeDue(at: Self.later(250)) == [ScreenID(rawValue: 1)])
    #expect(scanner.takeDue(at: Self.later(9999)).isEmpty)
    #expect(scanner.didProbe([connector], at: Self.later(260)).isEmpty)
    #expect(scanner.nextProbe == Self.later(1010))
    connector.edid = try Self.edid("LATE")
    #expect(Self.text(scanner.didProbe([connector], at: Self.later(1270))) == "~1")
    #expect(scanner.screens.first?.edidState == .settled)
    #expect(scanner.screens.first?.identity.model == "LATE")
    #expect(scanner.nextProbe == nil)
  }

  @Test("an event resets the back-off of the connector that it names")
  func event() throws {
    var scanner = ConnectorScanner()
    let connectors = try [Self.connector(1, edid: []), Self.connector(2, edid: [])]
    for step in 0..<3 { _ = scanner.didProbeAll(connectors, at: Self.later(UInt64(step))) }
    scanner.hotplugged(ScreenID(rawValue: 2))
    _ = scanner.didProbeAll(connectors, at: Self.later(10))
    #expect(scanner.nextProbe == Self.later(260))
    #expect(scanner.takeDue(at: Self.later(700)) == [ScreenID(rawValue: 2)])
  }

  @Test("a connector that had an EDID in an earlier life of the daemon is waited for")
  func earlierLife() throws {
    var scanner = ConnectorScanner(connectorsWithEDID: ["HDMI-A-1"])
    var connectors = try [Self.connector(1, edid: []), Self.connector(2, edid: [])]
    for index in connectors.indices { connectors[index].alwaysHasEDID = false }
    _ = scanner.didProbeAll(connectors, at: Self.start)
    #expect(scanner.screens.map(\.edidState) == [.guessed, .settled])
  }

  @Test("of two entries with one number the first counts")
  func duplicates() throws {
    var scanner = ConnectorScanner()
    let connectors = try [Self.connector(1, edid: Self.edid("ONE")), Self.connector(1, edid: Self.edid("TWO"))]
    #expect(Self.text(scanner.didProbeAll(connectors, at: Self.start)) == "+1")
    #expect(scanner.screens.map(\.identity.model) == ["ONE"])
  }

  @Test("the kernel's size counts if the EDID states none")
  func physicalSize() throws {
    var connector = try Self.connector(1, edid: [])
    connector.physicalSize = PhysicalSize(widthMillimeters: 154, heightMillimeters: 86)
    #expect(connector.snapshot(edidState: .settled).physicalSize == connector.physicalSize)
  }
}
