/// What `drmModeGetConnector` tells, as a value.
package struct RawConnector: Hashable, Sendable {
  package var kind: UInt32
  package var kindIndex: UInt32
  package var connection: UInt32
  package var widthMillimeters: UInt32
  package var heightMillimeters: UInt32
  package var currentEncoder: UInt32
  package var encoders: [UInt32]
  package var modes: [ModeInfo]
  package var properties: [RawPropertyValue]

  package init(
    kind: UInt32, kindIndex: UInt32, connection: UInt32, widthMillimeters: UInt32 = 0, heightMillimeters: UInt32 = 0,
    currentEncoder: UInt32 = 0, encoders: [UInt32] = [], modes: [ModeInfo] = [], properties: [RawPropertyValue] = []
  ) {
    self.kind = kind
    self.kindIndex = kindIndex
    self.connection = connection
    self.widthMillimeters = widthMillimeters
    self.heightMillimeters = heightMillimeters
    self.currentEncoder = currentEncoder
    self.encoders = encoders
    self.modes = modes
    self.properties = properties
  }
}
