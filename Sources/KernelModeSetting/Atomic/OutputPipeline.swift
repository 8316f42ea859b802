public import DisplayTypes

/// A connector, its CRTC and its primary plane on the atomic path, and what to say to them.
///
/// A value made from a snapshot; its functions only fill an `AtomicRequest`. A modeset also undoes what others left on the way:
/// other planes of the CRTC, other connectors on it, another CRTC that feeds the connector, gamma, rotation, HDR. Make it anew from a
/// fresh snapshot whenever someone else may have been master meanwhile.
public struct OutputPipeline: Hashable, Sendable {
  /// The connector.
  public let connector: ConnectorID
  /// The connector's name, for messages.
  public let name: String
  /// The CRTC.
  public let crtc: CRTCID
  /// The CRTC's place in `CardResources.crtcs`.
  public let crtcIndex: Int
  /// The primary plane.
  public let plane: PlaneID

  private let connectorCRTC: PropertyID
  private let crtcActive: PropertyID
  private let crtcMode: PropertyID
  private let planeProperties: PlaneProperties
  private let inherited: InheritedState

  /// Finds the properties that the pipeline needs.
  ///
  /// - Throws: `unsupported` where one is missing, as on a card without atomic commits; `gone` where an object is not in the snapshot.
  public init(
    connector: ConnectorID, crtc: CRTCID, plane: PlaneID, in card: CardSnapshot
  ) throws(DisplayError) {
    guard let connectorNow = card.connector(connector), let crtcNow = card.crtc(crtc), let planeNow = card.plane(plane)
    else {
      throw DisplayError(
        code: .gone, operation: "use connector \(connector), CRTC \(crtc) and plane \(plane)", device: card.device)
    }
    self.connector = connector
    self.crtc = crtc
    self.plane = plane
    name = connectorNow.name
    crtcIndex = crtcNow.index
    connectorCRTC = try Self.require("CRTC_ID", of: connectorNow.properties, "connector \(connector)", card)
    crtcActive = try Self.require("ACTIVE", of: crtcNow.properties, "CRTC \(crtc)", card)
    crtcMode = try Self.require("MODE_ID", of: crtcNow.properties, "CRTC \(crtc)", card)
    planeProperties = try PlaneProperties(of: planeNow, in: card)
    inherited = InheritedState(connector: connectorNow, crtc: crtcNow, plane: planeNow, in: card)
  }

  /// Whether the plane takes the parts that changed.
  public var hasDamageClips: Bool { planeProperties.damageClips != nil }

  /// Asks for a mode with a picture, and for everything that others left to be undone.
  ///
  /// Needs `CommitFlags.allowModeset`.
  ///
  /// - Parameter mode: the mode's blob, which must live until the commit has returned.
  /// - Parameter size: the mode's pixels, which the framebuffer must have at least.
  public func addModeset(
    to request: inout AtomicRequest, mode: BlobID, framebuffer: FramebufferID, size: PixelSize
  ) {
    for setting in inherited.resets { request.add(setting) }
    request.add(connector, connectorCRTC, UInt64(crtc.rawValue))
    request.add(crtc, crtcMode, UInt64(mode.rawValue))
    request.add(crtc, crtcActive, 1)
    planeProperties.addPlacement(to: &request, plane: plane, crtc: crtc, framebuffer: framebuffer, size: size)
  }

  /// Asks for another framebuffer of the same size on the same plane.
  ///
  /// - Parameter damage: a blob of `PropertyBlob.damage`, the parts that differ from what is on the screen now; left out where the
  ///   plane does not take it. Without one everything counts as changed.
  public func addFlip(to request: inout AtomicRequest, framebuffer: FramebufferID, damage: BlobID? = nil) {
    request.add(plane, planeProperties.framebuffer, UInt64(framebuffer.rawValue))
    if let damage, let property = planeProperties.damageClips {
      request.add(plane, property, UInt64(damage.rawValue))
    }
  }

  /// Asks for the whole picture to stand on the plane, as a modeset does: a flip to a framebuffer whose place is not known, such as
  /// the first one after the card was taken over from a former life in the same mode.
  public func addPlacement(to request: inout AtomicRequest, framebuffer: FramebufferID, size: PixelSize) {
    planeProperties.addPlacement(to: &request, plane: plane, crtc: crtc, framebuffer: framebuffer, size: size)
  }

  /// Asks for dark: no mode, no planes, the connector let go.
  ///
  /// Needs `CommitFlags.allowModeset`.
  public func addOff(to request: inout AtomicRequest) {
    for setting in inherited.planesOff { request.add(setting) }
    request.add(plane, planeProperties.framebuffer, 0)
    request.add(plane, planeProperties.crtc, 0)
    request.add(connector, connectorCRTC, 0)
    request.add(crtc, crtcActive, 0)
    request.add(crtc, crtcMode, 0)
  }

  /// The number of a property that is needed.
  static func require(
    _ name: String, of properties: PropertySet, _ object: String, _ card: CardSnapshot
  ) throws(DisplayError) -> PropertyID {
    guard let property = properties[name] else {
      throw DisplayError(
        code: .unsupported, operation: "find the property \(name) of \(object), as atomic commits need it",
        device: card.device)
    }
    return property.id
  }
}
