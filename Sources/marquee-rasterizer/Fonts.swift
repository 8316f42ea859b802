internal import CPango

/// What fontconfig has found.
@safe enum Fonts {
  /// Whether there is a font at all.
  ///
  /// Pango ends the process where there is none, so this is asked first.
  static let areInstalled: Bool = {
    guard FcInit() != 0 else { return false }
    let system = unsafe FcConfigGetFonts(nil, FcSetSystem)
    let application = unsafe FcConfigGetFonts(nil, FcSetApplication)
    return unsafe (system?.pointee.nfont ?? 0) > 0 || (application?.pointee.nfont ?? 0) > 0
  }()
}
