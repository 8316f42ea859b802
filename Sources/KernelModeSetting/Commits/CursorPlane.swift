internal import DisplayTypes

/// The cursor plane of a CRTC on the atomic path, and its properties.
public struct CursorPlane: Hashable, Sendable {
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
  /// The settings of an earlier program that would change the pointer.
  private let resets: [PropertySetting]

  /// Finds the cursor plane that only this CRTC can blend; nil without one, so that no other output needs the plane.
  init?(of crtc: CRTCSnapshot, in card: CardSnapshot) {
    let own = CRTCMask(index: crtc.index)
    guard
      let found = card.planes.first(where: {
        $0.kind == .cursor && $0.possibleCRTCs == own && $0.formats.contains(.argb8888)
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
    let (width, height) = (UInt64(buffer.size.width), UInt64(buffer.size.height))
    for setting in resets { request.add(setting) }
    request.add(plane, framebuffer, UInt64(buffer.id.rawValue))
    request.add(plane, self.crtc, UInt64(crtc.rawValue))
    let corner = (x: UInt64(bitPattern: Int64(x)), y: UInt64(bitPattern: Int64(y)))
    request.add(plane, sourceX, 0)
    request.add(plane, sourceY, 0)
    // The source is in 16.16 fixed point.
    request.add(plane, sourceWidth, width << 16)
    request.add(plane, sourceHeight, height << 16)
    request.add(plane, self.x, corner.x)
    request.add(plane, self.y, corner.y)
    request.add(plane, self.width, width)
    request.add(plane, self.height, height)
  }

  /// Requests no pointer.
  public func addOff(to request: inout AtomicRequest) {
    request.add(plane, framebuffer, 0)
    request.add(plane, crtc, 0)
  }
}
