import DisplayTypes

/// Puts a plan together step by step; each step only adds what no step before it has added.
struct ModePlanBuilder {
  private let input: ModeSelectionInput
  private let list: ModeList
  private let resolver: ModeWishResolver
  private let constraints: [ModeConstraint]
  private var plan = ModeSelectionPlan()
  private var added: Set<ScreenMode> = []

  init(_ input: ModeSelectionInput) {
    self.input = input
    list = ModeList(input.modes, isGuessed: input.isGuessed)
    resolver = ModeWishResolver(list: list, isGuessed: input.isGuessed)
    constraints = ModeConstraint.all(of: input.rule)
  }

  /// The whole order, as `ModeSelector` documents it.
  mutating func build() -> ModeSelectionPlan {
    // Who asks by hand means it: the rule's limits are for what is chosen automatically.
    if let choice = input.trialChoice { add(choice, source: .trialChoice, within: []) }
    if let choice = input.runtimeChoice { add(choice, source: .runtimeChoice, within: []) }
    if input.isGuessed || list.plausible.isEmpty { addHistory() }
    addSceneWishes()
    for wish in input.rule?.modes ?? [] { add(wish.value, source: .rule(wish.location), within: constraints) }
    if !input.isGuessed { addPreferred() }
    addFallbacks()
    return plan
  }

  private mutating func addSceneWishes() {
    for wish in input.sceneWishes {
      if let allows = input.rule?.allowsAppModes, !allows.value {
        let place = allows.location.map { " (\($0))" } ?? ""
        refuse(
          wish.value, source: .sceneWish(wish.location), reason: "the rule does not let apps choose the mode\(place)",
          near: [])
      } else {
        add(wish.value, source: .sceneWish(wish.location), within: constraints)
      }
    }
  }

  private mutating func addHistory() {
    guard let mode = input.history else { return }
    let why =
      list.modes.isEmpty
      ? "there are no modes" : input.isGuessed ? "the EDID could not be read" : "no mode can be shown"
    add(mode, source: .history, reason: "\(why): the last known display on this connector used it")
  }

  private mutating func addPreferred() {
    guard let best = list.preferred else { return }
    switch resolver.resolve(.preferred, within: constraints) {
    case .modes(let found):
      for (mode, note) in found { add(mode, source: mode == best ? .preferred : .fallback, reason: note) }
    case .refused(let reason):
      refuse(.preferred, source: .preferred, reason: reason, near: [])
    }
  }

  /// Whatever can still show a picture, what is likeliest to work and to please first.
  private mutating func addFallbacks() {
    let admitted = list.plausible.filter { mode in constraints.allSatisfy { $0.admits(mode) } }
    addFallbacks(among: admitted, because: "")
    addFallbacks(among: list.plausible, because: "; the rule's limits leave nothing that works")
    for mode in input.failSafeModes {
      add(mode, source: .fallback, reason: "a mode that nearly every display shows, since nothing else works")
    }
    for mode in list.modes where !mode.isPlausible && !mode.size.isEmpty {
      guard list.plausible.isEmpty else { return }
      add(mode, source: .fallback, reason: "its timing is absurd, but there is no better")
    }
  }

  private mutating func addFallbacks(among modes: [ScreenMode], because suffix: String) {
    guard let best = list.preferred else { return }
    let ordered = ModeList.ordered(modes, like: best)
    let regular = ordered.filter { list.isInterlacedOnly || !$0.isInterlaced }
    let word = list.isInterlacedOnly ? "mode" : "progressive mode"
    if input.isGuessed {
      for mode in regular {
        add(
          mode, source: .fallback, reason: "the EDID could not be read: the largest guessed mode that is left\(suffix)")
      }
    }
    for mode in regular where ModeList.fits(mode, within: best.size) {
      add(mode, source: .fallback, reason: "the largest \(word) left within the preferred \(list.names[best])\(suffix)")
    }
    for mode in regular.reversed() {
      add(
        mode, source: .fallback, reason: "the smallest \(word) left beyond the preferred \(list.names[best])\(suffix)")
    }
    for mode in ordered where mode.isInterlaced {
      add(mode, source: .fallback, reason: "interlaced, since no progressive mode works\(suffix)")
    }
  }

  private mutating func add(_ wish: ModeWish, source: ModeChoiceSource, within constraints: [ModeConstraint]) {
    switch resolver.resolve(wish, within: constraints) {
    case .refused(let reason):
      refuse(wish, source: source, reason: reason, near: NearestModes.names(to: wish, in: list))
    case .modes(let found):
      for (mode, note) in found {
        let reason = "\(source) asks for \(wish)" + (note.isEmpty ? "" : ": \(note)")
        add(mode, source: source, wish: "\(wish)", reason: reason)
      }
    }
  }

  private mutating func add(_ mode: ScreenMode, source: ModeChoiceSource, wish: String? = nil, reason: String) {
    guard added.insert(mode).inserted else { return }
    plan.candidates.append(
      ModeCandidate(mode: mode, name: list.names[mode], source: source, wish: wish, reason: reason))
  }

  private mutating func refuse(_ wish: ModeWish, source: ModeChoiceSource, reason: String, near: [String]) {
    plan.refusals.append(ModeRefusal(wish: "\(wish)", source: source, reason: reason, near: near))
  }
}
