/// Finds the modes of a display that match a wish.
struct ModeWishResolver {
  enum Outcome {
    /// The matching modes, best first, each with a remark about the choice, or an empty one.
    case modes([(mode: ScreenMode, note: String)])
    /// No mode matches; with the reason.
    case refused(String)
  }

  let list: ModeList
  let isGuessed: Bool

  func resolve(_ wish: ModeWish, within constraints: [ModeConstraint]) -> Outcome {
    guard !list.modes.isEmpty else { return .refused("the display has given no modes yet") }
    var constraints = constraints
    if !wish.limit.isNone { constraints.insert(ModeConstraint(limit: wish.limit, origin: "the wish itself"), at: 0) }
    switch wish.target {
    case .preferred: return preferred(wish, within: constraints)
    case .highest: return highest(wish, within: constraints)
    case .size(let size, let interlaced):
      return sized(wish, size: size, interlaced: interlaced, within: constraints)
    }
  }

  private func preferred(_ wish: ModeWish, within constraints: [ModeConstraint]) -> Outcome {
    guard !isGuessed else {
      return .refused("the modes are the kernel's guess: the display itself prefers none of them")
    }
    guard let best = list.preferred else { return .refused("the display has no mode that can be shown") }
    let fitting = list.regular.filter { mode in
      (wish.aspect?.fits(mode) ?? true) && constraints.allSatisfy { $0.admits(mode) }
    }
    if fitting.contains(best) { return .modes([(best, list.preferredReason)]) }
    let smaller = ModeList.ordered(fitting.filter { ModeList.fits($0, within: best.size) }, like: best)
    guard let first = smaller.first else {
      return .refused("neither the preferred \(list.names[best]) nor a smaller mode is within the limits")
    }
    let note = "the largest mode within the limits, because the preferred \(list.names[best]) is not"
    return .modes(smaller.prefix { $0.size == first.size }.map { ($0, note) })
  }

  private func highest(_ wish: ModeWish, within constraints: [ModeConstraint]) -> Outcome {
    var pool = list.regular
    guard !pool.isEmpty else { return .refused("the display has no mode that can be shown") }
    if let refused = narrow(&pool, wish: wish, constraints: constraints) { return .refused(refused) }
    let largest = pool.map(\.area).max() ?? 0
    let ordered = ModeList.sorted(pool.filter { $0.area == largest }) { mode in
      [
        wish.refresh?.distance(to: mode.refreshMillihertz).map(Double.init) ?? Double(-mode.refreshMillihertz),
        mode.isPreferred ? 0 : 1, shapeDistance(mode),
      ]
    }
    return .modes(ordered.map { ($0, refreshNote($0, wish: wish)) })
  }

  private func sized(
    _ wish: ModeWish, size: PixelSize, interlaced: Bool, within constraints: [ModeConstraint]
  ) -> Outcome {
    // A mode's own name always means that mode, even if its timing is unusual.
    var named = wish
    named.limit = .none
    let exact = list.modes.first { list.names[$0] == named.description }
    if let exact, constraints.allSatisfy({ $0.admits(exact) }), wish.ordinal != nil || !exact.isPlausible {
      return .modes([(exact, "")])
    }
    guard wish.ordinal == nil || exact != nil else { return .refused("the display has no mode of that name") }
    let text = "\(size.width)x\(size.height)"
    var pool = list.plausible.filter { $0.size == size }
    guard !pool.isEmpty else { return .refused("the display has no mode of \(text)") }
    pool.removeAll { $0.isInterlaced != interlaced && (interlaced || !list.isInterlacedOnly) }
    guard !pool.isEmpty else {
      return .refused(
        interlaced
          ? "the display has \(text) only progressive: leave out the i"
          : "the display has \(text) only interlaced: \(text)i asks for it")
    }
    if let refused = narrow(&pool, wish: wish, constraints: constraints) { return .refused(refused) }
    let ordered = ModeList.sorted(pool) { mode in
      let distance = wish.refresh?.distance(to: mode.refreshMillihertz).map(Double.init)
      let common = [mode.isPreferred ? 0 : 1, shapeDistance(mode)]
      if let distance { return [mode == exact ? 0 : 1, distance] + common }
      return [mode.isPreferred ? 0 : 1, Double(mode.distanceFromSixty), Double(-mode.refreshMillihertz)] + common
    }
    return .modes(ordered.map { ($0, refreshNote($0, wish: wish)) })
  }

  /// Removes modes from `pool` that do not match the wish or the constraints; returns the reason if none is left.
  private func narrow(_ pool: inout [ScreenMode], wish: ModeWish, constraints: [ModeConstraint]) -> String? {
    if let aspect = wish.aspect {
      pool.removeAll { !aspect.fits($0) }
      if pool.isEmpty { return "the display has such a mode, but none with the picture aspect \(aspect)" }
    }
    if let refresh = wish.refresh {
      let rates = Set(pool.map(\.refreshMillihertz)).sorted(by: >).prefix(8).map(ModeNames.refreshText)
      pool.removeAll { refresh.distance(to: $0.refreshMillihertz) == nil }
      if pool.isEmpty {
        return "the display has it, but not at \(refresh) Hz: only at \(rates.joined(separator: ", ")) Hz"
      }
    }
    for constraint in constraints {
      pool.removeAll { !constraint.admits($0) }
      if pool.isEmpty { return "the display has it, but it is outside \(constraint.refusal)" }
    }
    return nil
  }

  private func shapeDistance(_ mode: ScreenMode) -> Double {
    guard let preferred = list.preferred else { return 0 }
    return (abs(mode.pictureShape - preferred.pictureShape) * 1000).rounded()
  }

  /// A remark about a refresh rate that matched a rounded number.
  private func refreshNote(_ mode: ScreenMode, wish: ModeWish) -> String {
    let actual = mode.refreshMillihertz
    guard let refresh = wish.refresh, abs(actual - refresh.millihertz) > 4 else { return "" }
    let text = ModeNames.refreshText(millihertz: actual)
    // The rate of NTSC. CTA-861 treats 60 and 60 × 1000/1001 as one format.
    let isTwin = abs(actual - refresh.millihertz * 1000 / 1001) <= 2
    return isTwin
      ? "@\(refresh) taken as \(text) Hz (\(refresh) × 1000/1001)"
      : "@\(refresh) taken as \(text) Hz, which rounds to it"
  }
}

/// A screen's modes prepared for a choice: each once, with its name, and with absurd and interlaced modes apart.
struct ModeList {
  /// The different modes in the given order; a repeated mode is preferred if one of its copies was.
  let modes: [ScreenMode]
  let names: ModeNames
  /// The modes that can be shown.
  let plausible: [ScreenMode]
  /// The modes for automatic choice: the progressive modes, or all if there are only interlaced ones.
  let regular: [ScreenMode]
  let isInterlacedOnly: Bool
  /// The first mode that the display marks as preferred; nil if there is none.
  let flagged: ScreenMode?
  /// The mode to which others are compared. It is the marked mode if that is regular, otherwise the best regular mode that is not larger,
  /// otherwise the largest.
  let preferred: ScreenMode?
  let preferredReason: String

  init(_ given: [ScreenMode], isGuessed: Bool) {
    modes = Self.unique(given)
    names = ModeNames(of: modes)
    plausible = modes.filter(\.isPlausible)
    let progressive = plausible.filter { !$0.isInterlaced }
    isInterlacedOnly = progressive.isEmpty && !plausible.isEmpty
    regular = isInterlacedOnly ? plausible : progressive
    // On DisplayPort, the kernel's guess marks 640x480 as preferred, although the display has not stated that.
    let flaggedModes = isGuessed ? [] : plausible.filter(\.isPreferred)
    let interlacedOnly = isInterlacedOnly
    let regularFlagged = flaggedModes.first { interlacedOnly || !$0.isInterlaced }
    flagged = regularFlagged ?? flaggedModes.first
    if let regularFlagged {
      preferred = regularFlagged
      preferredReason = "the display prefers it"
    } else if let flagged = flaggedModes.first {
      preferred =
        Self.ordered(regular.filter { Self.fits($0, within: flagged.size) }, like: flagged).first
        ?? Self.ordered(regular, like: flagged).first
      preferredReason =
        "the display prefers \(names[flagged]), which is interlaced: the best progressive mode takes its place"
    } else {
      preferred = Self.ordered(regular, like: nil).first
      preferredReason =
        isGuessed
        ? "the EDID could not be read: the largest of the kernel's guessed modes"
        : "the display names no preferred mode: the largest takes its place"
    }
  }

  /// Whether a mode is no wider and no higher than `size`.
  static func fits(_ mode: ScreenMode, within size: PixelSize) -> Bool {
    mode.size.width <= size.width && mode.size.height <= size.height
  }

  /// Sorts by most pixels, then by nearness to 60 Hz, then by a picture shape as in `model`, then by the given order.
  static func ordered(_ modes: [ScreenMode], like model: ScreenMode?) -> [ScreenMode] {
    let shape = model?.pictureShape
    return sorted(modes) { mode in
      [
        Double(-mode.area), Double(mode.distanceFromSixty), Double(-mode.refreshMillihertz), mode.isPreferred ? 0 : 1,
        shape.map { (abs(mode.pictureShape - $0) * 1000).rounded() } ?? 0,
      ]
    }
  }

  /// Sorts by several numbers, smallest first; equal elements keep their order.
  static func sorted(_ modes: [ScreenMode], by keys: (ScreenMode) -> [Double]) -> [ScreenMode] {
    modes.enumerated().map { (index: $0.offset, mode: $0.element, keys: keys($0.element)) }
      .sorted { left, right in
        for (first, second) in zip(left.keys, right.keys) where first != second { return first < second }
        return left.index < right.index
      }
      .map(\.mode)
  }

  private static func unique(_ given: [ScreenMode]) -> [ScreenMode] {
    let preferred = Set(given.filter(\.isPreferred))
    var seen: Set<ScreenMode> = []
    var modes: [ScreenMode] = []
    for var mode in given where seen.insert(mode).inserted {
      mode.isPreferred = preferred.contains(mode)
      modes.append(mode)
    }
    return modes
  }
}

/// Names of modes to suggest instead of an unknown one.
enum NearestModes {
  /// The nearest names first: by size, then scan, then refresh; without a size in the wish, the largest modes.
  static func names(to wish: ModeWish?, in list: ModeList, limit: Int = 4) -> [String] {
    let pool = list.plausible.isEmpty ? list.modes : list.plausible
    var ordered = ModeList.ordered(pool, like: nil)
    if case .size(let size, let interlaced) = wish?.target {
      let refresh = wish?.refresh?.millihertz ?? 60_000
      ordered = ModeList.sorted(pool) { mode in
        [
          Double(abs(mode.size.width - size.width) + abs(mode.size.height - size.height)),
          mode.isInterlaced == interlaced ? 0 : 1, Double(abs(mode.refreshMillihertz - refresh)),
          mode.isPreferred ? 0 : 1,
        ]
      }
    } else if let preferred = list.preferred {
      ordered = [preferred] + ordered.filter { $0 != preferred }
    }
    return ordered.prefix(max(0, limit)).map { list.names[$0] }
  }
}

/// A constraint on a choice, and its source.
struct ModeConstraint {
  var limit: ModeLimit = .none
  var aspect: WishedAspect?
  /// Used as in "above … of the rule (marquee.yaml:3)".
  var origin: String

  func admits(_ mode: ScreenMode) -> Bool {
    limit.admits(mode) && (aspect?.fits(mode) ?? true)
  }

  var refusal: String {
    var parts: [String] = []
    if !limit.isNone { parts.append("the limit \(limit)") }
    if let aspect { parts.append("the picture aspect \(aspect)") }
    return "\(parts.joined(separator: " and ")) of \(origin)"
  }

  static func all(of rule: ModeRule?) -> [ModeConstraint] {
    var constraints: [ModeConstraint] = []
    if let maximum = rule?.maximum, !maximum.value.isNone {
      constraints.append(ModeConstraint(limit: maximum.value, origin: origin(maximum.location)))
    }
    if let aspect = rule?.aspect {
      constraints.append(ModeConstraint(aspect: aspect.value, origin: origin(aspect.location)))
    }
    return constraints
  }

  private static func origin(_ location: SourceLocation?) -> String {
    location.map { "the rule (\($0))" } ?? "the rule"
  }
}
