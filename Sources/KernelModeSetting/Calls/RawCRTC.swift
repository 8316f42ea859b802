/// What `drmModeGetCrtc` tells, as a value.
package struct RawCRTC: Hashable, Sendable {
  package var mode: ModeInfo?
  package var framebuffer: UInt32
  package var x: UInt32
  package var y: UInt32
  package var gammaSize: Int32

  package init(mode: ModeInfo? = nil, framebuffer: UInt32 = 0, x: UInt32 = 0, y: UInt32 = 0, gammaSize: Int32 = 0) {
    self.mode = mode
    self.framebuffer = framebuffer
    self.x = x
    self.y = y
    self.gammaSize = gammaSize
  }
}
