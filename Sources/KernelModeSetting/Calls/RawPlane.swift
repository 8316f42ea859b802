/// What `drmModeGetPlane` tells, as a value.
package struct RawPlane: Hashable, Sendable {
  package var crtc: UInt32
  package var framebuffer: UInt32
  package var possibleCRTCs: UInt32
  package var formats: [UInt32]

  package init(crtc: UInt32 = 0, framebuffer: UInt32 = 0, possibleCRTCs: UInt32, formats: [UInt32] = []) {
    self.crtc = crtc
    self.framebuffer = framebuffer
    self.possibleCRTCs = possibleCRTCs
    self.formats = formats
  }
}
