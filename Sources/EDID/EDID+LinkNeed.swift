public import DisplayTypes

extension EDID {
  /// A sentence about a mode that the link is too slow for; nil if the link allows it or a limit is unknown.
  ///
  /// `linkMegahertz` is the fastest TMDS clock of the source; the display's own limit counts too.
  public func linkNeed(of mode: ScreenMode, linkMegahertz: Int? = nil) -> String? {
    guard let limit = [linkMegahertz, maximumTMDSMegahertz].compactMap(\.self).min() else { return nil }
    let need = (UInt64(mode.clockKilohertz) + 999) / 1000
    guard UInt64(clamping: limit) < need else { return nil }
    let other = ycbcr420Modes.contains(mode) ? "YCbCr 4:2:0 or " : ""
    return "\(ModeNames.plainName(of: mode)) needs \(other)\(need) MHz; the link allows \(limit) MHz."
  }
}
