internal import DisplayTypes
internal import EDID

/// The modes that the kernel lists for a display whose EDID it cannot read.
enum KernelGuess {
  /// DMT's modes up to 1024x768 and 61 Hz; DisplayPort gets its fail-safe mode alone.
  ///
  /// C: `drm_helper_probe_single_connector_modes` in drm_probe_helper.c, with `drm_add_modes_noedid(1024, 768)`, and 640x480
  /// preferred on DisplayPort.
  static func modes(isDisplayPort: Bool) -> [ScreenMode] {
    let sizes: [(Int, Int, Int)] = [
      (1024, 768, 60_000), (800, 600, 60_300), (800, 600, 56_250), (848, 480, 60_000), (640, 480, 59_940),
    ]
    return sizes.compactMap { width, height, refresh in
      guard var mode = ScreenMode.standard(width: width, height: height, refreshMillihertz: refresh) else { return nil }
      mode.isPreferred = isDisplayPort && width == 640
      return mode
    }
  }
}
