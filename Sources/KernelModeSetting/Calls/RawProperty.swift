/// What `drmModeGetProperty` tells, as a value.
package struct RawProperty: Hashable, Sendable {
  package var name: String
  package var flags: UInt32
  package var values: [UInt64]
  package var enumeration: [String: UInt64]

  package init(name: String, flags: UInt32, values: [UInt64] = [], enumeration: [String: UInt64] = [:]) {
    self.name = name
    self.flags = flags
    self.values = values
    self.enumeration = enumeration
  }
}
