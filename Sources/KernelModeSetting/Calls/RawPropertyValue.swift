/// A property's number and what an object holds under it.
package struct RawPropertyValue: Hashable, Sendable {
  package var property: UInt32
  package var value: UInt64

  package init(property: UInt32, value: UInt64) {
    self.property = property
    self.value = value
  }
}
