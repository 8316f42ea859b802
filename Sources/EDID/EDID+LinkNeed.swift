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

  /// Sentences about modes that the display can show, and that its connector does not offer because the link is too slow; the largest first.
  ///
  /// If the display itself allows a mode, its connector is the limit: that allows the fastest mode that it offers.
  public func linkNeeds(beyond offered: [ScreenMode], most: Int = 4) -> [String] {
    guard let fastest = offered.map(\.clockKilohertz).max() else { return [] }
    var names = Set(offered.map { ModeNames.plainName(of: $0) })
    var missing: [ScreenMode] = []
    // Of modes of one name first that which the display takes in YCbCr 4:2:0.
    for mode in ycbcr420Modes + modes where mode.clockKilohertz > fastest {
      if names.insert(ModeNames.plainName(of: mode)).inserted { missing.append(mode) }
    }
    missing.sort { left, right in
      (left.size.width * left.size.height, left.refreshMillihertz)
        > (right.size.width * right.size.height, right.refreshMillihertz)
    }
    let megahertz = Int(fastest / 1000)
    return Array(
      missing.lazy.compactMap { linkNeed(of: $0) ?? linkNeed(of: $0, linkMegahertz: megahertz) }.prefix(most))
  }
}
