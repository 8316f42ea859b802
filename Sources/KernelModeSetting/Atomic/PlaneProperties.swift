internal import DisplayTypes

/// The numbers of a plane's properties that atomic commits use.
struct PlaneProperties: Hashable, Sendable {
  let framebuffer: PropertyID
  let crtc: PropertyID
  let damageClips: PropertyID?
  private let sourceX: PropertyID
  private let sourceY: PropertyID
  private let sourceWidth: PropertyID
  private let sourceHeight: PropertyID
  private let crtcX: PropertyID
  private let crtcY: PropertyID
  private let crtcWidth: PropertyID
  private let crtcHeight: PropertyID

  init(of plane: PlaneSnapshot, in card: CardSnapshot) throws(DisplayError) {
    func require(_ name: String) throws(DisplayError) -> PropertyID {
      try OutputPipeline.require(name, of: plane.properties, "plane \(plane.id)", card)
    }
    framebuffer = try require("FB_ID")
    crtc = try require("CRTC_ID")
    sourceX = try require("SRC_X")
    sourceY = try require("SRC_Y")
    sourceWidth = try require("SRC_W")
    sourceHeight = try require("SRC_H")
    crtcX = try require("CRTC_X")
    crtcY = try require("CRTC_Y")
    crtcWidth = try require("CRTC_W")
    crtcHeight = try require("CRTC_H")
    damageClips = plane.properties["FB_DAMAGE_CLIPS"]?.id
  }

  /// The picture's top left corner in that of the CRTC, pixel for pixel.
  ///
  /// The source is in 16.16 fixed point.
  func addPlacement(
    to request: inout AtomicRequest, plane: PlaneID, crtc: CRTCID, framebuffer: FramebufferID, size: PixelSize
  ) {
    let width = UInt64(size.width)
    let height = UInt64(size.height)
    request.add(plane, self.framebuffer, UInt64(framebuffer.rawValue))
    request.add(plane, self.crtc, UInt64(crtc.rawValue))
    request.add(plane, sourceX, 0)
    request.add(plane, sourceY, 0)
    request.add(plane, sourceWidth, width << 16)
    request.add(plane, sourceHeight, height << 16)
    request.add(plane, crtcX, 0)
    request.add(plane, crtcY, 0)
    request.add(plane, crtcWidth, width)
    request.add(plane, crtcHeight, height)
  }
}
