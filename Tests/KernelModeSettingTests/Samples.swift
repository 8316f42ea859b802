import DisplayTypes

@testable import KernelModeSetting

/// Modes and snapshots that several tests use.
enum Samples {
  static let mode = ScreenMode(
    clockKilohertz: 148_500, horizontal: ModeTiming(display: 1920, syncStart: 2008, syncEnd: 2052, total: 2200),
    vertical: ModeTiming(display: 1080, syncStart: 1084, syncEnd: 1089, total: 1125), flags: 0x5,
    pictureAspect: .sixteenByNine, isPreferred: true)

  /// Properties with numbers from `first` on, in the order of the names.
  static func properties(_ first: UInt32, _ values: KeyValuePairs<String, UInt64>) -> PropertySet {
    PropertySet(
      values.enumerated().map { index, entry in
        Property(id: PropertyID(rawValue: first + UInt32(index)), name: entry.key, value: entry.value)
      })
  }

  static func connector(
    _ id: UInt32, crtc: UInt32? = nil, possible: UInt32 = 0b11, more: KeyValuePairs<String, UInt64> = [:]
  ) -> ConnectorSnapshot {
    var all = [Property(id: PropertyID(rawValue: 20), name: "CRTC_ID", value: UInt64(crtc ?? 0))]
    all += properties(21, more).all
    return ConnectorSnapshot(
      id: ConnectorID(rawValue: id), kind: .hdmiA, status: .connected, modes: [mode], properties: PropertySet(all),
      possibleCRTCs: CRTCMask(rawValue: possible), currentCRTC: crtc.map(CRTCID.init(rawValue:)))
  }

  static func crtc(_ id: UInt32, index: Int, gammaSize: Int = 0, more: [Property] = []) -> CRTCSnapshot {
    let basic = properties(40, ["ACTIVE": 0, "MODE_ID": 0]).all
    return CRTCSnapshot(
      id: CRTCID(rawValue: id), index: index, gammaSize: gammaSize, properties: PropertySet(basic + more))
  }

  static func plane(
    _ id: UInt32, _ kind: PlaneKind = .primary, crtc: UInt32? = nil, possible: UInt32 = 0b1, more: [Property] = []
  ) -> PlaneSnapshot {
    let basic = properties(
      60,
      [
        "FB_ID": 0, "CRTC_ID": 0, "SRC_X": 0, "SRC_Y": 0, "SRC_W": 0, "SRC_H": 0, "CRTC_X": 0, "CRTC_Y": 0, "CRTC_W": 0,
        "CRTC_H": 0,
      ]
    ).all
    return PlaneSnapshot(
      id: PlaneID(rawValue: id), kind: kind, possibleCRTCs: CRTCMask(rawValue: possible),
      currentCRTC: crtc.map(CRTCID.init(rawValue:)), properties: PropertySet(basic + more))
  }

  static func property(_ id: UInt32, _ name: String, _ value: UInt64, _ enumeration: [String: UInt64] = [:]) -> Property
  {
    Property(id: PropertyID(rawValue: id), name: name, value: value, enumeration: enumeration)
  }
}
