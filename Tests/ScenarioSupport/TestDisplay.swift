public import DisplayTypes
internal import EDID

/// A display for the connectors of a bench.
public struct TestDisplay: Hashable, Sendable {
  /// The preferred mode's pixels.
  public var size: PixelSize
  /// The display's identity.
  public var identity: DisplayIdentity
  /// Whether only its size counts. The bench then chooses its identity and its other modes.
  public var isPlain = false
  /// Its smaller modes.
  public var others: [PixelSize]

  /// A display that prefers a size at 60 Hz, with the usual smaller modes.
  public init(
    _ width: Int, _ height: Int, model: String? = nil, serial: String = "1",
    others: [PixelSize] = [
      PixelSize(width: 1280, height: 720), PixelSize(width: 1024, height: 768), PixelSize(width: 800, height: 600),
      PixelSize(width: 640, height: 480),
    ]
  ) {
    size = PixelSize(width: width, height: height)
    identity = DisplayIdentity(make: "MRQ", model: model ?? "\(width)x\(height)", serial: serial)
    self.others = others.filter { $0.width * $0.height < width * height }
  }

  /// A display of which only the size counts. It takes less time to plug in.
  public static func plain(_ width: Int, _ height: Int) -> TestDisplay {
    var display = TestDisplay(width, height, model: "Plain")
    display.isPlain = true
    return display
  }

  /// The name of its preferred mode.
  public var modeName: String { "\(size.width)x\(size.height)@60" }

  /// The bytes of its EDID.
  public func edid() throws -> [UInt8] {
    guard let preferred = ScreenMode.standard(width: size.width, height: size.height) else {
      throw ScenarioFailure("There is no standard mode of \(size.width)x\(size.height).")
    }
    return EDID.synthesized(
      identity: identity,
      physicalSize: PhysicalSize(widthMillimeters: size.width / 4, heightMillimeters: size.height / 4),
      preferred: preferred, others: others.compactMap { ScreenMode.standard(width: $0.width, height: $0.height) })
  }
}
