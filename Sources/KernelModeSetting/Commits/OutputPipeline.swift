public import DisplayTypes

/// A connector, its CRTC and its primary plane on the atomic path, and their properties.
///
/// Its functions fill an `AtomicRequest`. A modeset also resets the settings of other programs: other planes of the CRTC, other connectors
/// on it, another CRTC that feeds the connector, gamma, rotation, HDR. If another process may have been master meanwhile, make the pipeline
/// again from a fresh snapshot.
public struct OutputPipeline: Hashable, Sendable {
  /// The connector.
  public let connector: ConnectorID
  /// The connector's name, for messages.
  public let name: String
  /// The CRTC.
  public let crtc: CRTCID
  /// The primary plane.
  public let plane: PlaneID
  /// The plane for a pointer; nil without one.
  public let cursor: UpperPlane?
  /// The plane for a picture above that of the primary plane; nil without one.
  public let overlay: UpperPlane?

  private let connectorCRTC: PropertyID
  private let crtcActive: PropertyID
  private let crtcMode: PropertyID
  private let planeFramebuffer: PropertyID
  private let planeCRTC: PropertyID
  private let damageClips: PropertyID?
  /// `SRC_X`, `SRC_Y`, `SRC_W`, `SRC_H`, `CRTC_X`, `CRTC_Y`, `CRTC_W` and `CRTC_H`.
  private let placement: [PropertyID]
  private let inherited: InheritedState

  /// Finds the properties that the pipeline needs.
  ///
  /// - Throws: `unsupported` if one is missing, as on a card without atomic commits; `gone` if an object is not in the snapshot.
  public init(connector: ConnectorID, crtc: CRTCID, plane: PlaneID, in card: CardSnapshot) throws(DisplayError) {
    guard let connectorNow = card.connector(connector), let crtcNow = card.crtc(crtc), let planeNow = card.plane(plane)
    else {
      throw DisplayError(
        code: .gone, operation: "use connector \(connector), CRTC \(crtc) and plane \(plane)", device: card.device)
    }
    self.connector = connector
    self.crtc = crtc
    self.plane = plane
    name = connectorNow.name
    func require(_ name: String, of properties: PropertySet, _ object: String) throws(DisplayError) -> PropertyID {
      if let property = properties[name] { return property.id }
      throw DisplayError(
        code: .unsupported, operation: "find the property \(name) of \(object), as atomic commits need it",
        device: card.device)
    }
    connectorCRTC = try require("CRTC_ID", of: connectorNow.properties, "connector \(connector)")
    crtcActive = try require("ACTIVE", of: crtcNow.properties, "CRTC \(crtc)")
    crtcMode = try require("MODE_ID", of: crtcNow.properties, "CRTC \(crtc)")
    planeFramebuffer = try require("FB_ID", of: planeNow.properties, "plane \(plane)")
    planeCRTC = try require("CRTC_ID", of: planeNow.properties, "plane \(plane)")
    placement = try ["SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"].map {
      (name) throws(DisplayError) in try require(name, of: planeNow.properties, "plane \(plane)")
    }
    damageClips = planeNow.properties["FB_DAMAGE_CLIPS"]?.id
    cursor = UpperPlane(.cursor, above: planeNow, of: crtcNow, in: card)
    overlay = UpperPlane(.overlay, above: planeNow, of: crtcNow, in: card)
    inherited = InheritedState(connector: connectorNow, crtc: crtcNow, plane: planeNow, in: card)
  }

  /// Whether the plane accepts the changed parts of a frame.
  public var hasDamageClips: Bool { damageClips != nil }

  /// Requests a mode with a picture, and a reset of the settings of other programs.
  ///
  /// Needs `CommitFlags.allowModeset`.
  ///
  /// - Parameter mode: the mode's blob, which must live until the commit has returned.
  /// - Parameter size: the mode's size in pixels. The framebuffer must be at least as large.
  public func addModeset(to request: inout AtomicRequest, mode: BlobID, framebuffer: FramebufferID, size: PixelSize) {
    for setting in inherited.resets { request.add(setting) }
    request.add(connector, connectorCRTC, UInt64(crtc.rawValue))
    request.add(crtc, crtcMode, UInt64(mode.rawValue))
    request.add(crtc, crtcActive, 1)
    addPlacement(to: &request, framebuffer: framebuffer, size: size)
  }

  /// Requests another framebuffer of the same size on the same plane.
  ///
  /// - Parameter damage: a blob of `PropertyBlob.damage` with the parts that differ from the current picture; ignored if the plane does not
  /// support it. Without one the whole picture counts as changed.
  public func addFlip(to request: inout AtomicRequest, framebuffer: FramebufferID, damage: BlobID? = nil) {
    request.add(plane, planeFramebuffer, UInt64(framebuffer.rawValue))
    if let damage, let damageClips { request.add(plane, damageClips, UInt64(damage.rawValue)) }
  }

  /// Requests a framebuffer at the top left corner of the CRTC, pixel for pixel.
  ///
  /// A flip needs it if the plane's geometry is unknown, for example the first flip after a previous process in the same mode.
  public func addPlacement(to request: inout AtomicRequest, framebuffer: FramebufferID, size: PixelSize) {
    let (width, height) = (UInt64(size.width), UInt64(size.height))
    // A previous process may have left a picture above.
    overlay?.addOff(to: &request)
    request.add(plane, planeFramebuffer, UInt64(framebuffer.rawValue))
    request.add(plane, planeCRTC, UInt64(crtc.rawValue))
    // The source is in 16.16 fixed point.
    for (property, value) in zip(placement, [0, 0, width << 16, height << 16, 0, 0, width, height]) {
      request.add(plane, property, value)
    }
  }

  /// Turns the screen off: no mode, no planes, and no CRTC for the connector.
  ///
  /// Needs `CommitFlags.allowModeset`.
  public func addOff(to request: inout AtomicRequest) {
    for setting in inherited.planesOff { request.add(setting) }
    cursor?.addOff(to: &request)
    overlay?.addOff(to: &request)
    request.add(plane, planeFramebuffer, 0)
    request.add(plane, planeCRTC, 0)
    request.add(connector, connectorCRTC, 0)
    request.add(crtc, crtcActive, 0)
    request.add(crtc, crtcMode, 0)
  }

}

/// The values that reset settings of other programs on a screen.
///
/// Such settings stay until a commit changes them.
///
/// A boot splash may clone one CRTC to two connectors, and a desktop may leave gamma, rotation, overlay planes and HDR. The following stay,
/// because they are choices of the machine or the user: `max bpc`, `content type`, `underscan`, `Broadcast RGB`, `scaling mode` and `zpos`.
struct InheritedState: Hashable, Sendable {
  let resets: [PropertySetting]
  /// The part of `resets` that removes other planes from the CRTC.
  let planesOff: [PropertySetting]

  init(connector: ConnectorSnapshot, crtc: CRTCSnapshot, plane: PlaneSnapshot, in card: CardSnapshot) {
    planesOff = card.planes.flatMap { other in
      other.id != plane.id && other.currentCRTC == crtc.id ? Self.off(other) : []
    }
    var resets = planesOff
    for other in card.connectors where other.id != connector.id && other.currentCRTC == crtc.id {
      resets += Self.settings(other.id, other.properties, ["CRTC_ID": 0])
    }
    if let former = connector.currentCRTC, former != crtc.id, let formerNow = card.crtc(former),
      !card.connectors.contains(where: { $0.id != connector.id && $0.currentCRTC == former })
    {
      // A CRTC must not stay on without a connector, because the kernel refuses the whole commit.
      resets += Self.settings(former, formerNow.properties, ["ACTIVE": 0, "MODE_ID": 0])
      for other in card.planes where other.id != plane.id && other.currentCRTC == former { resets += Self.off(other) }
    }
    resets += Self.settings(
      connector.id, connector.properties, ["link-status": 0, "HDR_OUTPUT_METADATA": 0, "Colorspace": 0])
    resets += Self.settings(
      crtc.id, crtc.properties, ["GAMMA_LUT": 0, "DEGAMMA_LUT": 0, "CTM": 0, "VRR_ENABLED": 0, "SCALING_FILTER": 0])
    self.resets = resets + Self.resets(of: plane)
  }

  /// The values that show a plane upright, opaque and with premultiplied alpha.
  static func resets(of plane: PlaneSnapshot) -> [PropertySetting] {
    var resets = settings(plane.id, plane.properties, ["rotation": 1, "alpha": 0xffff, "SCALING_FILTER": 0])
    if let blend = plane.properties["pixel blend mode"], let value = blend.enumeration["Pre-multiplied"] {
      resets += settings(plane.id, plane.properties, [blend.name: value])
    }
    return resets
  }

  private static func off(_ plane: PlaneSnapshot) -> [PropertySetting] {
    settings(plane.id, plane.properties, ["FB_ID": 0, "CRTC_ID": 0])
  }

  /// The settings of the properties that the object has and that are not immutable.
  private static func settings<Kind>(
    _ object: ObjectID<Kind>, _ properties: PropertySet, _ values: KeyValuePairs<String, UInt64>
  ) -> [PropertySetting] {
    values.compactMap { name, value in
      guard let property = properties[name], !property.isImmutable else { return nil }
      return PropertySetting(object: object.rawValue, property: property.id, value: value)
    }
  }
}
