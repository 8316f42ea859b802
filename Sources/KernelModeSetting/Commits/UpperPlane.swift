public import DisplayTypes

/// A plane above the primary one of a CRTC on the atomic path, and its properties: for a pointer, or for a picture with alpha.
public struct UpperPlane: Hashable, Sendable {
  /// The plane.
  public let plane: PlaneID
  private let framebuffer: PropertyID
  private let crtc: PropertyID
  private let sourceX: PropertyID
  private let sourceY: PropertyID
  private let sourceWidth: PropertyID
  private let sourceHeight: PropertyID
  private let x: PropertyID
  private let y: PropertyID
  private let width: PropertyID
  private let height: PropertyID
  /// The settings of an earlier program that would change the picture.
  private let resets: [PropertySetting]

  /// Finds a plane that only this CRTC can blend; nil without one, so that no other output needs the plane.
  init?(_ kind: PlaneKind, above primary: PlaneSnapshot, of crtc: CRTCSnapshot, in card: CardSnapshot) {
    let own = CRTCMask(index: crtc.index)
    // A driver without positions blends overlay planes above the primary one.
    let bottom = primary.properties.value("zpos")
    guard
      let found = card.planes.first(where: {
        $0.kind == kind && $0.possibleCRTCs == own && $0.formats.contains(.argb8888)
          && (bottom == nil || $0.properties.value("zpos").map { $0 > bottom ?? 0 } ?? true)
      })
    else { return nil }
    let properties = found.properties
    guard let framebuffer = properties["FB_ID"]?.id, let planeCRTC = properties["CRTC_ID"]?.id,
      let sourceX = properties["SRC_X"]?.id, let sourceY = properties["SRC_Y"]?.id,
      let sourceWidth = properties["SRC_W"]?.id, let sourceHeight = properties["SRC_H"]?.id,
      let x = properties["CRTC_X"]?.id, let y = properties["CRTC_Y"]?.id,
      let width = properties["CRTC_W"]?.id, let height = properties["CRTC_H"]?.id
    else { return nil }
    plane = found.id
    self.framebuffer = framebuffer
    self.crtc = planeCRTC
    (self.sourceX, self.sourceY, self.sourceWidth, self.sourceHeight) = (sourceX, sourceY, sourceWidth, sourceHeight)
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    resets = InheritedState.resets(of: found)
  }

  /// Requests a pointer whose upper left corner is at `x` and `y` of the CRTC; they may be negative. It is upright and premultiplied, at any
  /// settings of an earlier program.
  public func addPointer(
    to request: inout AtomicRequest, _ buffer: borrowing PointerBuffer, x: Int, y: Int, on crtc: CRTCID
  ) {
    for setting in resets { request.add(setting) }
    add(to: &request, buffer.id, buffer.size, x: x, y: y, on: crtc)
  }

  /// Requests a framebuffer with alpha over the whole CRTC, pixel for pixel.
  public func addPicture(to request: inout AtomicRequest, framebuffer: FramebufferID, size: PixelSize, on crtc: CRTCID)
  {
    for setting in resets { request.add(setting) }
    add(to: &request, framebuffer, size, x: 0, y: 0, on: crtc)
  }

  private func add(
    to request: inout AtomicRequest, _ picture: FramebufferID, _ size: PixelSize, x: Int, y: Int, on crtc: CRTCID
  ) {
    let (width, height) = (UInt64(size.width), UInt64(size.height))
    request.add(plane, framebuffer, UInt64(picture.rawValue))
    request.add(plane, self.crtc, UInt64(crtc.rawValue))
    request.add(plane, sourceX, 0)
    request.add(plane, sourceY, 0)
    // The source is in 16.16 fixed point.
    request.add(plane, sourceWidth, width << 16)
    request.add(plane, sourceHeight, height << 16)
    request.add(plane, self.x, UInt64(bitPattern: Int64(x)))
    request.add(plane, self.y, UInt64(bitPattern: Int64(y)))
    request.add(plane, self.width, width)
    request.add(plane, self.height, height)
  }

  /// Requests no picture.
  public func addOff(to request: inout AtomicRequest) {
    request.add(plane, framebuffer, 0)
    request.add(plane, crtc, 0)
  }
}
