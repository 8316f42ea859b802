package import SystemPackage

/// Every call to libgbm that this target makes, one function each; tests put another in its place.
package protocol GBMInterface: Sendable {
  func createDevice(_ descriptor: Int32) throws(Errno) -> OpaquePointer
  func destroyDevice(_ device: OpaquePointer)
  func createBuffer(
    _ device: OpaquePointer, width: UInt32, height: UInt32, format: UInt32, writable: Bool
  ) throws(Errno) -> OpaquePointer
  func destroyBuffer(_ buffer: OpaquePointer)
  func handle(_ buffer: OpaquePointer) -> UInt32
  func stride(_ buffer: OpaquePointer) -> UInt32
  func export(_ buffer: OpaquePointer) throws(Errno) -> Int32
}
