package import DisplayTypes
internal import EDID

/// A display for a simulated connector.
package enum SimulatedDisplay: Hashable, Sendable {
  case edid([UInt8])
  case synthesized(SynthesizedDisplay)
  /// A display with an invalid EDID, or without one. The kernel guesses its modes.
  case unreadable([UInt8])

  func bytes(connector: String) throws(SimulatedCommandError) -> [UInt8] {
    switch self {
    case .edid(let bytes):
      do throws(EDIDError) {
        _ = try EDID(bytes: bytes)
        return bytes
      } catch {
        throw .notAnEDID(connector: connector, reason: error.description)
      }
    case .synthesized(let display): return try display.edid(connector: connector)
    case .unreadable(let bytes):
      guard (try? EDID(bytes: bytes)) == nil else { throw .readableEDID(connector: connector) }
      return bytes
    }
  }
}

/// A display made from a description, with one preferred mode and the usual smaller modes.
package struct SynthesizedDisplay: Hashable, Sendable {
  package var size: PixelSize
  /// The refresh rate in millihertz, of fields if interlaced.
  package var refreshMillihertz: Int
  package var isInterlaced: Bool
  /// The identity; nil for `MRQ`, a name from the mode, and the connector's name as the serial.
  package var identity: DisplayIdentity?
  /// The size; nil for 92 pixels an inch.
  package var physicalSize: PhysicalSize?

  package init(
    size: PixelSize, refreshMillihertz: Int = 60_000, isInterlaced: Bool = false, identity: DisplayIdentity? = nil,
    physicalSize: PhysicalSize? = nil
  ) {
    self.size = size
    self.refreshMillihertz = refreshMillihertz
    self.isInterlaced = isInterlaced
    self.identity = identity
    self.physicalSize = physicalSize
  }

  /// Reads `1920x1080`, `1920x1080@59.94`, `1920x1080i@60` or `1080p`; nil for anything else.
  package init?(modeName: String) {
    let parts = VideoFormat.spelledOut(modeName).split(separator: "@", omittingEmptySubsequences: false)
    let sides = (parts.first ?? "").split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count <= 2, sides.count == 2, let width = Int(sides[0]) else { return nil }
    let isInterlaced = sides[1].hasSuffix("i")
    guard let height = Int(isInterlaced ? sides[1].dropLast() : sides[1]) else { return nil }
    guard (1...16384).contains(width), (1...16384).contains(height) else { return nil }
    var refresh = 60_000
    if parts.count == 2 {
      guard let hertz = Double(parts[1]), hertz >= 1, hertz <= 1000 else { return nil }
      refresh = Int((hertz * 1000).rounded())
    }
    self.init(size: PixelSize(width: width, height: height), refreshMillihertz: refresh, isInterlaced: isInterlaced)
  }

  func edid(connector: String) throws(SimulatedCommandError) -> [UInt8] {
    let suffix = isInterlaced ? "i" : ""
    let name = "\(size.width)x\(size.height)\(suffix)@\(ModeNames.refreshText(millihertz: refreshMillihertz))"
    guard
      let preferred = ScreenMode.standard(
        width: size.width, height: size.height, refreshMillihertz: refreshMillihertz, interlaced: isInterlaced),
      preferred.isPlausible
    else { throw .impossibleMode(name) }
    let who =
      identity ?? DisplayIdentity(make: "MRQ", model: "\(size.width)x\(size.height)\(suffix)", serial: connector)
    return EDID.synthesized(
      identity: who, physicalSize: physicalSize ?? desktopSize, preferred: preferred, others: smallerModes)
  }

  private var desktopSize: PhysicalSize {
    PhysicalSize(widthMillimeters: size.width * 254 / 920, heightMillimeters: size.height * 254 / 920)
  }

  private var smallerModes: [ScreenMode] {
    [(1920, 1080), (1280, 720), (1024, 768), (800, 600), (640, 480)]
      .filter { $0.0 <= size.width && $0.1 <= size.height && $0 != (size.width, size.height) }
      .compactMap { ScreenMode.standard(width: $0.0, height: $0.1) }
  }
}

/// The delay of a display's EDID, as on a TV that is still waking up.
package struct SimulatedEDIDDelay: Hashable, Sendable {
  /// The modes that the kernel lists until the EDID can be read.
  package enum Interim: String, Hashable, Sendable, CaseIterable {
    case noModes = "no-modes"
    /// The kernel's guess, up to 1024x768.
    case guessedModes = "guessed-modes"
  }

  /// Nanoseconds from plug or change to the readable EDID.
  package var nanoseconds: UInt64
  /// The modes that the kernel lists until then.
  package var interim: Interim
  /// Whether an event reports the EDID's arrival. Otherwise only another probe finds it.
  package var isAnnounced: Bool

  package init(nanoseconds: UInt64, interim: Interim, isAnnounced: Bool = true) {
    self.nanoseconds = nanoseconds
    self.interim = interim
    self.isAnnounced = isAnnounced
  }
}
