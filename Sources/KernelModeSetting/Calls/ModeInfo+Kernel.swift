internal import CDRM
internal import DisplayTypes

extension ModeInfo {
  init(kernelMode mode: drmModeModeInfo) {
    self.init(
      clockKilohertz: mode.clock,
      horizontal: ModeTiming(
        display: mode.hdisplay, syncStart: mode.hsync_start, syncEnd: mode.hsync_end, total: mode.htotal,
        skew: mode.hskew),
      vertical: ModeTiming(
        display: mode.vdisplay, syncStart: mode.vsync_start, syncEnd: mode.vsync_end, total: mode.vtotal),
      verticalScan: mode.vscan, refresh: mode.vrefresh, flags: mode.flags, type: mode.type,
      name: KernelInterface.text(mode.name))
  }

  /// The mode as libdrm's struct.
  ///
  /// A name of more than 31 bytes is cut.
  var kernelMode: drmModeModeInfo {
    var mode = drmModeModeInfo()
    mode.clock = clockKilohertz
    mode.hdisplay = horizontal.display
    mode.hsync_start = horizontal.syncStart
    mode.hsync_end = horizontal.syncEnd
    mode.htotal = horizontal.total
    mode.hskew = horizontal.skew
    mode.vdisplay = vertical.display
    mode.vsync_start = vertical.syncStart
    mode.vsync_end = vertical.syncEnd
    mode.vtotal = vertical.total
    mode.vscan = verticalScan
    mode.vrefresh = refresh
    mode.flags = flags
    mode.type = type
    unsafe withUnsafeMutableBytes(of: &mode.name) { characters in
      unsafe characters.dropLast().copyBytes(from: name.utf8.prefix(characters.count - 1))
    }
    return mode
  }

  /// The bytes of the blob that `MODE_ID` takes: `struct drm_mode_modeinfo`, 68 bytes.
  package var kernelBytes: [UInt8] {
    let mode = kernelMode
    return unsafe withUnsafeBytes(of: mode) { unsafe Array($0) }
  }

  /// Reads the bytes of a mode blob; nil if there are not 68 of them.
  package init?(kernelBytes bytes: [UInt8]) {
    var mode = drmModeModeInfo()
    guard bytes.count == MemoryLayout<drmModeModeInfo>.size else { return nil }
    unsafe withUnsafeMutableBytes(of: &mode) { unsafe $0.copyBytes(from: bytes) }
    self.init(kernelMode: mode)
  }
}
