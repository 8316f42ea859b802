import DisplayTypes

/// One of VESA's display monitor timings (DMT 1.0 revision 13).
struct DMTMode {
  let identifier: Int
  /// The two bytes by which an EDID's standard timing names it, the first one high; zero where it has none.
  let standardCode: Int
  let mode: ScreenMode

  init(_ identifier: Int, _ standardCode: Int, _ row: TimingRow) {
    self.identifier = identifier
    self.standardCode = standardCode
    mode = row.mode
  }

  /// The timing with this identifier.
  static func mode(identifier: Int) -> ScreenMode? {
    DMTModeTable.rows.first { $0.identifier == identifier }?.mode
  }

  /// The first timing of a size and a refresh in whole hertz, with or without reduced blanking (drm_edid.c `drm_mode_find_dmt`).
  static func mode(size: PixelSize, hertz: Int, isReduced: Bool) -> ScreenMode? {
    DMTModeTable.rows.lazy.map(\.mode).first {
      $0.size == size && CTAMode.wholeHertz(of: $0) == hertz && Self.isReduced($0) == isReduced
    }
  }

  private static func isReduced(_ mode: ScreenMode) -> Bool {
    let (across, down) = (mode.horizontal, mode.vertical)
    return Int(across.total) - Int(across.display) == 160 && Int(across.syncStart) - Int(across.display) == 48
      && Int(across.syncEnd) - Int(across.display) == 80 && Int(down.syncStart) - Int(down.display) == 3
  }
}
