public import DisplayTypes

extension EDID {
  /// The CTA formats of `modes` at their other rate (59.94 for 60, 23.976 for 24, …), as far as they are not in `modes`.
  ///
  /// A display that takes one takes the other (CTA-861-H section 4), so the kernel lists both for displays with a CTA-861
  /// extension (drm_edid.c `add_alternate_cea_modes`).
  public var alternateRateModes: [ScreenMode] {
    guard hasCTAExtension else { return [] }
    var found: [ScreenMode] = []
    for mode in modes {
      guard let (_, match) = CTAMode.match(mode, tolerance: 0) else { continue }
      let alternate = CTAMode.alternateClock(of: match)
      guard alternate != match.clockKilohertz else { continue }
      var other = match
      other.clockKilohertz = mode.clockKilohertz == match.clockKilohertz ? alternate : match.clockKilohertz
      if !modes.contains(other) && !found.contains(other) { found.append(other) }
    }
    return found
  }
}
