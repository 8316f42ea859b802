internal import CDRM

/// A plane at one moment.
public struct PlaneSnapshot: Hashable, Sendable {
  /// Its number.
  public var id: PlaneID
  /// The purpose of the plane.
  ///
  /// Without `DRM_CLIENT_CAP_UNIVERSAL_PLANES` the kernel lists only overlays.
  public var kind: PlaneKind
  /// The CRTCs that can blend it.
  public var possibleCRTCs: CRTCMask
  /// The pixel formats it takes.
  public var formats: [PixelFormat]
  /// The supported memory layouts; nil if the driver does not state them.
  ///
  /// Then it supports linear and its own layouts.
  public var modifiers: FormatModifiers?
  /// The CRTC that blends it; nil for none.
  public var currentCRTC: CRTCID?
  /// The framebuffer on it; nil for none.
  public var framebuffer: FramebufferID?
  /// Its properties by name.
  public var properties: PropertySet

  /// Makes a snapshot.
  public init(
    id: PlaneID, kind: PlaneKind, possibleCRTCs: CRTCMask, formats: [PixelFormat] = [.xrgb8888],
    modifiers: FormatModifiers? = nil, currentCRTC: CRTCID? = nil, framebuffer: FramebufferID? = nil,
    properties: PropertySet = PropertySet()
  ) {
    self.id = id
    self.kind = kind
    self.possibleCRTCs = possibleCRTCs
    self.formats = formats
    self.modifiers = modifiers
    self.currentCRTC = currentCRTC
    self.framebuffer = framebuffer
    self.properties = properties
  }

  /// Whether it accepts the changed rectangles of a frame (`FB_DAMAGE_CLIPS`).
  public var hasDamageClips: Bool { properties["FB_DAMAGE_CLIPS"] != nil }
}

/// The purpose of a plane (the property `type`).
public enum PlaneKind: UInt64, Hashable, Sendable {
  case overlay, primary, cursor
}

/// The memory layouts in which a plane takes each pixel format (the blob `IN_FORMATS`).
public struct FormatModifiers: Hashable, Sendable {
  private var layouts: [PixelFormat: [UInt64]] = [:]

  /// Reads `struct drm_format_modifier_blob` of drm_mode.h; nil if the bytes are invalid.
  public init?(blob: [UInt8]) {
    func word(_ offset: Int) -> UInt32? {
      guard offset >= 0, offset <= blob.count - 4 else { return nil }
      return (0..<4).reduce(0) { $0 | UInt32(blob[offset + $1]) << UInt32(8 * $1) }
    }
    func long(_ offset: Int) -> UInt64? {
      guard let low = word(offset), let high = word(offset + 4) else { return nil }
      return UInt64(high) << 32 | UInt64(low)
    }
    guard let version = word(0), version == 1, let formatCount = word(8), let formatsOffset = word(12),
      let modifierCount = word(16), let modifiersOffset = word(20),
      Int(formatCount) <= blob.count / 4, Int(modifierCount) <= blob.count / 24
    else { return nil }
    for entry in 0..<Int(modifierCount) {
      let start = Int(modifiersOffset) + 24 * entry
      guard let bits = long(start), let first = word(start + 8), let modifier = long(start + 16) else { return nil }
      for bit in 0..<64 where bits >> UInt64(bit) & 1 != 0 {
        let index = Int(first) + bit
        guard index < Int(formatCount) else { continue }
        guard let format = word(Int(formatsOffset) + 4 * index) else { return nil }
        layouts[PixelFormat(rawValue: format), default: []].append(modifier)
      }
    }
  }

  /// The modifiers of a format in the driver's order, the best first.
  public func modifiers(for format: PixelFormat) -> [UInt64] { layouts[format] ?? [] }

  /// Whether a format can be shown row by row (`DRM_FORMAT_MOD_LINEAR`).
  public func takesLinear(_ format: PixelFormat) -> Bool {
    modifiers(for: format).contains(MARQUEE_DRM_FORMAT_MOD_LINEAR)
  }
}

/// A pixel format by its four-character code (drm_fourcc.h).
public struct PixelFormat: RawRepresentable, Hashable, Sendable {
  /// The code.
  public var rawValue: UInt32

  /// Takes the kernel's code.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// 32 bits with, from the highest, an unused byte, red, green and blue (`DRM_FORMAT_XRGB8888`).
  ///
  /// All framebuffers here have this format.
  public static let xrgb8888 = PixelFormat(rawValue: MARQUEE_DRM_FORMAT_XRGB8888)
}
