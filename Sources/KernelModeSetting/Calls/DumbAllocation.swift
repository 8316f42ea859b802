/// What the kernel made for `drmModeCreateDumbBuffer`.
package struct DumbAllocation: Hashable, Sendable {
  package var handle: UInt32
  package var stride: UInt32
  package var byteCount: UInt64

  package init(handle: UInt32, stride: UInt32, byteCount: UInt64) {
    self.handle = handle
    self.stride = stride
    self.byteCount = byteCount
  }
}
