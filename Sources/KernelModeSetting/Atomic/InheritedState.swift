/// What others may have left on the way to a screen, and the settings that undo it.
///
/// A boot splash clones one CRTC to two connectors, a desktop leaves gamma, rotation, overlay planes and HDR: all of it stays until
/// somebody says otherwise. Left alone on purpose: `max bpc`, `content type`, `underscan`, `Broadcast RGB`, `scaling mode` and
/// `zpos`, which are the machine's or the user's choice.
struct InheritedState: Hashable, Sendable {
  /// What a modeset has to say besides its own.
  let resets: [Setting]
  /// The part of it that takes other planes off the CRTC.
  let planesOff: [Setting]

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
      // A CRTC must not stay on without a connector: the kernel refuses the whole commit.
      resets += Self.settings(former, formerNow.properties, ["ACTIVE": 0, "MODE_ID": 0])
      for other in card.planes where other.id != plane.id && other.currentCRTC == former { resets += Self.off(other) }
    }
    resets += Self.settings(
      connector.id, connector.properties, ["link-status": 0, "HDR_OUTPUT_METADATA": 0, "Colorspace": 0])
    resets += Self.settings(
      crtc.id, crtc.properties, ["GAMMA_LUT": 0, "DEGAMMA_LUT": 0, "CTM": 0, "VRR_ENABLED": 0, "SCALING_FILTER": 0])
    resets += Self.settings(
      plane.id, plane.properties, ["rotation": 1, "alpha": 0xffff, "SCALING_FILTER": 0])
    if let blend = plane.properties["pixel blend mode"], let value = blend.enumeration["Pre-multiplied"] {
      resets += Self.settings(plane.id, plane.properties, [blend.name: value])
    }
    self.resets = resets
  }

  private static func off(_ plane: PlaneSnapshot) -> [Setting] {
    settings(plane.id, plane.properties, ["FB_ID": 0, "CRTC_ID": 0])
  }

  /// The settings of those properties that the object has and that can be set.
  private static func settings(
    _ object: some ObjectID, _ properties: PropertySet, _ values: KeyValuePairs<String, UInt64>
  ) -> [Setting] {
    values.compactMap { name, value in
      guard let property = properties[name], !property.isImmutable else { return nil }
      return Setting(object: object.rawValue, property: property.id, value: value)
    }
  }
}
