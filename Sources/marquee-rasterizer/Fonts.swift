internal import CPango

/// What fontconfig has found.
@safe enum Fonts {
  /// Whether there is a font at all.
  ///
  /// Pango ends the process where there is none, so this is asked first. Where there is none they are looked for anew: fontconfig keeps what
  /// it found first, and they may be installed while the process lives.
  static var areInstalled: Bool { FcInit() != 0 && (areKnown || FcInitReinitialize() != 0 && areKnown) }

  private static var areKnown: Bool {
    let system = unsafe FcConfigGetFonts(nil, FcSetSystem)
    let application = unsafe FcConfigGetFonts(nil, FcSetApplication)
    return unsafe (system?.pointee.nfont ?? 0) > 0 || (application?.pointee.nfont ?? 0) > 0
  }
}
