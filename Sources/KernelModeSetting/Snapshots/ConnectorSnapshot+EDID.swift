public import DisplayTypes
public import EDID

extension ConnectorSnapshot {
  /// What the display says of itself; nil where there is no EDID, or one that cannot be read.
  ///
  /// It is read anew at each use.
  public var readEDID: EDID? { edid.isEmpty ? nil : try? EDID(bytes: edid) }

  /// Who the display says it is: make, model and serial; `.unknown` where it says nothing.
  public var identity: DisplayIdentity { readEDID?.displayIdentity ?? .unknown }
}
