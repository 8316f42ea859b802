public import DisplayTypes
internal import SystemPackage

/// All objects of one card at one moment.
public struct CardSnapshot: Hashable, Sendable {
  /// The device file, for messages.
  public var device: String
  /// Connectors in the kernel's order, including writeback connectors.
  public var connectors: [ConnectorSnapshot]
  /// CRTCs in the order of the masks.
  public var crtcs: [CRTCSnapshot]
  /// Planes in the kernel's order.
  public var planes: [PlaneSnapshot] = []

  /// The connector of that number; nil if it is not listed.
  public func connector(_ id: ConnectorID) -> ConnectorSnapshot? { connectors.first { $0.id == id } }

  /// The CRTC of that number; nil if it is not listed.
  public func crtc(_ id: CRTCID) -> CRTCSnapshot? { crtcs.first { $0.id == id } }

  /// The plane of that number; nil if it is not listed.
  public func plane(_ id: PlaneID) -> PlaneSnapshot? { planes.first { $0.id == id } }
}

/// The objects of a card (`drmModeGetResources`).
///
/// Bit n of a mask of possible CRTCs means the n-th CRTC. Connectors appear and disappear with docks. CRTCs and planes stay.
public struct CardResources: Hashable, Sendable {
  /// Connectors, including writeback connectors if the client enabled them.
  public var connectors: [ConnectorID]
  /// CRTCs in the order of the masks.
  public var crtcs: [CRTCID]
  /// Encoders.
  public var encoders: [EncoderID]

  /// Makes the list.
  public init(connectors: [ConnectorID], crtcs: [CRTCID], encoders: [EncoderID] = []) {
    self.connectors = connectors
    self.crtcs = crtcs
    self.encoders = encoders
  }
}

/// A CRTC at one moment.
public struct CRTCSnapshot: Hashable, Sendable {
  /// Its number.
  public var id: CRTCID
  /// Its index in `CardResources.crtcs` and in masks.
  public var index: Int
  /// Whether it makes a picture, so it has a mode and `ACTIVE` does not turn it off.
  public var isActive = false
  /// The current mode; nil for none.
  public var mode: ScreenMode?
  /// The framebuffer on its primary plane; nil if there is none, or the kernel hides it from this process.
  public var framebuffer: FramebufferID?
  /// The number of entries of its legacy gamma ramp; 0 if there is none.
  public var gammaSize = 0
  /// Its properties by name.
  public var properties = PropertySet()
}

/// A set of CRTCs by their index in `CardResources.crtcs` (`possible_crtcs` in drm_mode.h).
public struct CRTCMask: OptionSet, Hashable, Sendable {
  /// Bit n is the n-th CRTC.
  public var rawValue: UInt32

  /// Takes the kernel's mask.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The set of one CRTC; empty if the index is not in 0...31.
  public init(index: Int) {
    rawValue = index >= 0 && index < 32 ? 1 << UInt32(index) : 0
  }

  /// Whether the CRTC of that index is in it.
  public func contains(index: Int) -> Bool {
    !intersection(CRTCMask(index: index)).isEmpty
  }
}

/// An encoder at one moment (`drmModeGetEncoder`).
public struct EncoderSnapshot: Hashable, Sendable {
  /// Its number.
  public var id: EncoderID
  /// The CRTC that feeds it; nil for none.
  public var crtc: CRTCID?
  /// The CRTCs that can feed it.
  public var possibleCRTCs: CRTCMask

  /// Makes a snapshot.
  public init(id: EncoderID, crtc: CRTCID? = nil, possibleCRTCs: CRTCMask) {
    self.id = id
    self.crtc = crtc
    self.possibleCRTCs = possibleCRTCs
  }
}

extension CardDescriptor {
  /// The numbers of all connectors, CRTCs and encoders (`drmModeGetResources`).
  public func resources() throws(DisplayError) -> CardResources {
    try calling("list the card's connectors") { () throws(Errno) in try interface.resources(number) }
  }

  /// A connector and its display.
  ///
  /// - Parameter probing: true probes the display again, which reads its EDID and takes 12 to 50 ms, and seconds on some docks. Use it only
  ///   on a probe thread, at the start and after a hotplug event. False returns the kernel's last state.
  /// - Throws: `gone` if the connector has vanished with its dock.
  /// - C: `drmModeGetConnector`, `drmModeGetConnectorCurrent`.
  public func connector(_ id: ConnectorID, probing: Bool) throws(DisplayError) -> ConnectorSnapshot {
    try calling("\(probing ? "probe" : "read") the connector \(id)") { () throws(Errno) in
      try readConnector(id, probing: probing)
    }
  }

  /// A CRTC by its number and its index in `CardResources.crtcs` (`drmModeGetCrtc`).
  public func crtc(_ id: CRTCID, index: Int) throws(DisplayError) -> CRTCSnapshot {
    try calling("read the CRTC \(id)") { () throws(Errno) in try readCRTC(id, index: index) }
  }

  /// All planes.
  ///
  /// Without the capability for universal planes, only the overlay planes (`drmModeGetPlane`).
  public func planes() throws(DisplayError) -> [PlaneSnapshot] {
    do throws(Errno) {
      return try interface.planes(number).map { (plane) throws(Errno) in try readPlane(PlaneID(rawValue: plane)) }
    } catch {
      let failure = failure(error, "list the card's planes")
      if failure.code == .unsupported { return [] }
      throw failure
    }
  }

  /// A snapshot of the whole card, without connectors that vanish during it.
  ///
  /// - Parameter probing: as for `connector`. The times of all connectors add up.
  public func snapshot(probing: Bool) throws(DisplayError) -> CardSnapshot {
    let resources = try resources()
    var snapshot = CardSnapshot(device: path, connectors: [], crtcs: [])
    for id in resources.connectors {
      do throws(DisplayError) {
        snapshot.connectors.append(try connector(id, probing: probing))
      } catch {
        if error.code != .gone { throw error }
      }
    }
    for (index, id) in resources.crtcs.enumerated() {
      snapshot.crtcs.append(try crtc(id, index: index))
    }
    snapshot.planes = try planes()
    return snapshot
  }

  private func readConnector(_ id: ConnectorID, probing: Bool) throws(Errno) -> ConnectorSnapshot {
    let raw = try interface.connector(number, id.rawValue, probing: probing)
    var values = raw.properties
    var properties = try readProperties(values)
    var edid = try readBlob(properties["EDID"])
    if edid == nil {
      // The kernel has replaced the EDID meanwhile, so read its new number.
      values = try interface.objectProperties(number, id.rawValue, .connector)
      properties = try readProperties(values)
      edid = try readBlob(properties["EDID"])
    }
    let path = try readBlob(properties["PATH"]) ?? []
    var possible: CRTCMask = []
    var feeding: CRTCID?
    for encoder in raw.encoders {
      guard let snapshot = try found({ () throws(Errno) in try interface.encoder(number, encoder) }) else { continue }
      possible.formUnion(snapshot.possibleCRTCs)
      if encoder == raw.currentEncoder { feeding = snapshot.crtc }
    }
    if let property = properties["CRTC_ID"] { feeding = CRTCID(nonzero: UInt32(truncatingIfNeeded: property.value)) }
    let hasSize = raw.widthMillimeters > 0 && raw.heightMillimeters > 0
    return ConnectorSnapshot(
      id: id, kind: ConnectorKind(kernelValue: raw.kind), kindIndex: raw.kindIndex,
      status: ConnectorStatus(kernelValue: raw.connection), modes: raw.modes.map(\.screenMode),
      physicalSize: hasSize
        ? PhysicalSize(
          widthMillimeters: Int(raw.widthMillimeters), heightMillimeters: Int(raw.heightMillimeters)) : nil,
      properties: properties, edid: edid ?? [], path: String(decoding: path.prefix { $0 != 0 }, as: UTF8.self),
      possibleCRTCs: possible, currentCRTC: feeding)
  }

  private func readCRTC(_ id: CRTCID, index: Int) throws(Errno) -> CRTCSnapshot {
    let raw = try interface.crtc(number, id.rawValue)
    let properties = try readProperties(try interface.objectProperties(number, id.rawValue, .crtc))
    let isSwitchedOff = properties.value("ACTIVE") == 0
    return CRTCSnapshot(
      id: id, index: index, isActive: raw.mode != nil && !isSwitchedOff, mode: raw.mode?.screenMode,
      framebuffer: FramebufferID(nonzero: raw.framebuffer), gammaSize: Int(max(0, raw.gammaSize)),
      properties: properties)
  }

  private func readPlane(_ id: PlaneID) throws(Errno) -> PlaneSnapshot {
    let raw = try interface.plane(number, id.rawValue)
    let properties = try readProperties(try interface.objectProperties(number, id.rawValue, .plane))
    return PlaneSnapshot(
      id: id, kind: properties.value("type").flatMap(PlaneKind.init(rawValue:)) ?? .overlay,
      possibleCRTCs: CRTCMask(rawValue: raw.possibleCRTCs), formats: raw.formats.map(PixelFormat.init(rawValue:)),
      currentCRTC: CRTCID(nonzero: raw.crtc), framebuffer: FramebufferID(nonzero: raw.framebuffer),
      properties: properties)
  }

  private func readProperties(_ values: [RawPropertyValue]) throws(Errno) -> PropertySet {
    var properties: [Property] = []
    properties.reserveCapacity(values.count)
    for held in values {
      let read = { () throws(Errno) in try interface.property(number, held.property) }
      let definition = try found { () throws(Errno) in try definitions.definition(held.property, read) }
      guard let raw = definition else { continue }
      properties.append(
        Property(
          id: PropertyID(rawValue: held.property), name: raw.name, value: held.value,
          isImmutable: raw.flags & 1 << 2 != 0, enumeration: raw.enumeration))
    }
    return PropertySet(properties)
  }

  /// Reads a blob's bytes.
  ///
  /// They are empty if the property has no blob, and nil if its blob is gone.
  private func readBlob(_ property: Property?) throws(Errno) -> [UInt8]? {
    guard let blob = UInt32(exactly: property?.value ?? 0), blob != 0 else { return [] }
    return try found { () throws(Errno) in try interface.blob(number, blob) }
  }

  /// Returns the result of a call, or nil if the object has disappeared since it was listed.
  private func found<Value>(_ call: () throws(Errno) -> Value) throws(Errno) -> Value? {
    do throws(Errno) {
      return try call()
    } catch {
      if error == .noSuchFileOrDirectory { return nil }
      throw error
    }
  }
}
