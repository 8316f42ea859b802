import Composition
import DisplayTypes
import KernelModeSetting
import Presentation
import RecordingKernel

@testable import KMSBackend

/// A card with two connectors that both of its CRTCs can feed, and a primary plane for each CRTC.
enum TwoScreenCard {
  static let mode = ScreenMode(
    clockKilohertz: 40_000, horizontal: ModeTiming(display: 800, syncStart: 840, syncEnd: 968, total: 1056),
    vertical: ModeTiming(display: 600, syncStart: 601, syncEnd: 605, total: 628), isPreferred: true)
  private static let names = [
    1: "CRTC_ID", 2: "ACTIVE", 3: "MODE_ID", 4: "type", 5: "FB_ID", 6: "SRC_X", 7: "SRC_Y", 8: "SRC_W", 9: "SRC_H",
    10: "CRTC_X", 11: "CRTC_Y", 12: "CRTC_W", 13: "CRTC_H", 14: "rotation", 15: "alpha",
  ]

  /// With nothing lit, or the second connector lit by the first CRTC, which may be the only one. With `hasCursors` each CRTC has a cursor
  /// plane: 71 and 72, which an earlier program has turned, made transparent, and left without premultiplied alpha.
  static func kernel(secondIsLit: Bool = false, crtcCount: UInt32 = 2, hasCursors: Bool = false) -> RecordingDRM {
    RecordingDRM { state in
      state.nextNumber = 1000
      state.resources = CardResources(
        connectors: [ConnectorID(rawValue: 31), ConnectorID(rawValue: 32)],
        crtcs: (0..<crtcCount).map { CRTCID(rawValue: 41 + $0) })
      for (number, name) in names { state.properties[UInt32(number)] = RawProperty(name: name, flags: 1 << 1) }
      state.properties[16] = RawProperty(
        name: "pixel blend mode", flags: 1 << 3, enumeration: ["None": 2, "Pre-multiplied": 0, "Coverage": 1])
      for connector in UInt32(31)...32 {
        let isLit = secondIsLit && connector == 32
        state.connectors[connector] = RawConnector(
          kind: 11, kindIndex: connector - 30, connection: 1, encoders: [connector + 20], modes: [ModeInfo(mode)],
          properties: [RawPropertyValue(property: 1, value: isLit ? 41 : 0)])
        state.encoders[connector + 20] = EncoderSnapshot(
          id: EncoderID(rawValue: connector + 20), possibleCRTCs: CRTCMask(rawValue: 3))
      }
      for crtc in UInt32(41)...42 {
        state.crtcs[crtc] = RawCRTC()
        state.objectProperties[crtc] = [2, 3].map { RawPropertyValue(property: $0, value: 0) }
      }
      for plane in UInt32(61)...62 {
        state.planes[plane] = RawPlane(
          crtc: secondIsLit && plane == 61 ? 41 : 0, possibleCRTCs: plane - 60,
          formats: [PixelFormat.xrgb8888.rawValue])
        let others = [UInt32(1)] + Array(5...13)
        state.objectProperties[plane] =
          [RawPropertyValue(property: 4, value: 1)] + others.map { RawPropertyValue(property: $0, value: 0) }
        guard hasCursors else { continue }
        state.planes[plane + 10] = RawPlane(possibleCRTCs: plane - 60, formats: [PixelFormat.argb8888.rawValue])
        state.objectProperties[plane + 10] =
          [(4, 2), (14, 4), (15, 0x7fff), (16, 1)].map { RawPropertyValue(property: $0, value: $1) }
          + others.map { RawPropertyValue(property: $0, value: 0) }
      }
    }
  }

  static func order(
    others: Set<ConnectorID> = [], yielding: Set<ConnectorID> = [], isAtomic: Bool = true, isLit: Bool = false,
    newMemoryIsBlack: Bool = false, mayAdopt: Bool = false, keepsSplash: Bool = false, prepared: PreparedBuffers? = nil,
    spares: [PreparedBuffers] = []
  ) -> ModesetOrder {
    ModesetOrder(
      screen: ScreenID(rawValue: 1), token: CommitToken(rawValue: 7), connector: ConnectorID(rawValue: 31), mode: mode,
      bufferCount: 2, prepared: prepared, spares: spares, others: others, yielding: yielding, preferredCRTC: nil,
      isAtomic: isAtomic,
      isLit: isLit, newMemoryIsBlack: newMemoryIsBlack, mayAdopt: mayAdopt, keepsSplash: keepsSplash)
  }

  static var picture: FirstFrame { picture(Color(red: 255, green: 0, blue: 0)) }

  static func picture(_ background: Color) -> FirstFrame {
    FirstFrame(
      frame: ResolvedFrame(size: mode.size, pictureArea: PixelRect(size: mode.size), background: background),
      capture: .hash)
  }
}
