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

  /// The timing that a standard timing code names.
  static func mode(standardCode: Int) -> ScreenMode? {
    DMTModeTable.rows.first { $0.standardCode == standardCode }?.mode
  }
}
