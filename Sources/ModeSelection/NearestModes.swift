import DisplayTypes

/// Names of modes to offer when the one that was asked for is not there.
enum NearestModes {
  /// The nearest first: by size, then scan, then refresh.
  ///
  /// Without a size in the wish, the largest modes.
  static func names(to wish: ModeWish?, in list: ModeList, limit: Int = 4) -> [String] {
    let pool = list.plausible.isEmpty ? list.modes : list.plausible
    var ordered: [ScreenMode]
    if case .size(let size, let interlaced) = wish?.target {
      let refresh = wish?.refresh?.millihertz ?? 60_000
      ordered = ModeList.sorted(pool) { mode in
        [
          Double(abs(mode.size.width - size.width) + abs(mode.size.height - size.height)),
          mode.isInterlaced == interlaced ? 0 : 1, Double(abs(mode.refreshMillihertz - refresh)),
          mode.isPreferred ? 0 : 1,
        ]
      }
    } else {
      ordered = ModeList.ordered(pool, like: nil)
      if let preferred = list.preferred {
        ordered = [preferred] + ordered.filter { $0 != preferred }
      }
    }
    return ordered.prefix(max(0, limit)).map { list.names[$0] }
  }
}
