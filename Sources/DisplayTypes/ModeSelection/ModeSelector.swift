/// Chooses a screen's mode.
///
/// Pure: the same input gives the same plan.
///
/// The order of the candidates, each mode once:
///
/// 1. the choice that is tried out, then the run-time choice;
/// 2. while the EDID could not be read, or there is no mode: the mode of the last known display on this connector, even if it is not among
///    the modes;
/// 3. the scene's wishes within the rule's limits, unless the rule keeps apps from choosing;
/// 4. the rule's wishes in their order, within its limits;
/// 5. the display's preferred mode, or the largest smaller one within the rule's limits; of guessed modes, none is preferred;
/// 6. the other progressive modes no larger than that, the largest first, then by nearness to 60 Hz; then larger ones; then interlaced
///    ones; then those outside the rule's limits;
/// 7. the fail-safe modes; and absurd timings if there is nothing else.
public enum ModeSelector {
  /// The modes to try, in order, and the wishes that gave none.
  public static func candidates(_ input: ModeSelectionInput) -> ModeSelectionPlan {
    var builder = ModePlanBuilder(input)
    return builder.build()
  }

  /// The display's preferred mode, interlaced or not; the largest if none is marked; nil if none can be shown.
  public static func preferredMode(of modes: [ScreenMode]) -> ScreenMode? {
    let list = ModeList(modes, isGuessed: false)
    return list.flagged ?? list.preferred
  }

  /// The modes that match a wish, the best first; empty if the display has none.
  public static func modes(for wish: ModeWish, in modes: [ScreenMode]) -> [ScreenMode] {
    switch ModeWishResolver(list: ModeList(modes, isGuessed: false), isGuessed: false).resolve(wish, within: []) {
    case .modes(let found): found.map(\.mode)
    case .refused: []
    }
  }

  /// Names of similar modes, the nearest first, for a message about an unknown mode.
  ///
  /// If `text` is no wish at all, the preferred mode and then the largest.
  public static func nearest(to text: String, in modes: [ScreenMode], limit: Int = 4) -> [String] {
    let wish: ModeWish? = try? ModeWish(text)
    return NearestModes.names(to: wish, in: ModeList(modes, isGuessed: false), limit: limit)
  }
}

/// Everything that decides a screen's mode.
public struct ModeSelectionInput: Hashable, Sendable {
  /// The display's modes, in the kernel's order.
  ///
  /// May be empty and may hold the same mode twice.
  public var modes: [ScreenMode]
  /// Whether the modes are the kernel's guess, since the EDID could not be read.
  public var isGuessed: Bool
  /// The mode on trial, until it is confirmed; it goes before all.
  public var trialChoice: ModeWish?
  /// The stored manual choice.
  ///
  /// A display's own last mode does not belong here: rules decide again at each plug.
  public var runtimeChoice: ModeWish?
  /// The wishes of the scene configuration or the scene's delegate, in order.
  public var sceneWishes: [Sourced<ModeWish>]
  /// The configuration's rule for the screen.
  public var rule: ModeRule?
  /// The mode that the last known display on this connector used.
  ///
  /// Counts only while the display's own modes are not known.
  public var history: ScreenMode?
  /// Modes to try after all others, the best first.
  ///
  /// They need not be among `modes`.
  public var failSafeModes: [ScreenMode]

  /// Makes a mode selection input from its parts.
  public init(
    modes: [ScreenMode], isGuessed: Bool = false, trialChoice: ModeWish? = nil, runtimeChoice: ModeWish? = nil,
    sceneWishes: [Sourced<ModeWish>] = [], rule: ModeRule? = nil, history: ScreenMode? = nil,
    failSafeModes: [ScreenMode] = []
  ) {
    self.modes = modes
    self.isGuessed = isGuessed
    self.trialChoice = trialChoice
    self.runtimeChoice = runtimeChoice
    self.sceneWishes = sceneWishes
    self.rule = rule
    self.history = history
    self.failSafeModes = failSafeModes
  }
}

/// The modes to try in order, and the wishes that gave none.
///
/// The first candidate that the hardware takes is the mode.
public struct ModeSelectionPlan: Hashable, Sendable {
  /// Each mode stands once, under the first reason for it.
  public var candidates: [ModeCandidate]
  /// The wishes that gave no candidate, in the order of asking.
  public var refusals: [ModeRefusal]

  /// Makes a mode selection plan from its parts.
  public init(candidates: [ModeCandidate] = [], refusals: [ModeRefusal] = []) {
    self.candidates = candidates
    self.refusals = refusals
  }
}

/// A mode to try, and why.
public struct ModeCandidate: Hashable, Sendable {
  /// The full timing.
  public var mode: ScreenMode
  /// Its name among the screen's modes.
  public var name: String
  /// The source of the choice.
  public var source: ModeChoiceSource
  /// The wish as it was written; nil if there was none.
  public var wish: String?
  /// Why it stands here, as a plain sentence without a full stop.
  public var reason: String

  /// Makes a mode candidate from its parts.
  public init(mode: ScreenMode, name: String, source: ModeChoiceSource, wish: String? = nil, reason: String) {
    self.mode = mode
    self.name = name
    self.source = source
    self.wish = wish
    self.reason = reason
  }
}

/// A wish that gave no candidate, and why.
public struct ModeRefusal: Hashable, Sendable, CustomStringConvertible {
  /// The wish in its canonical text.
  public var wish: String
  /// The source of the wish.
  public var source: ModeChoiceSource
  /// Why it fell through, as a plain sentence without a full stop.
  public var reason: String
  /// Names of modes that come near, the nearest first.
  public var near: [String]

  /// Makes a mode refusal from its parts.
  public init(wish: String, source: ModeChoiceSource, reason: String, near: [String]) {
    self.wish = wish
    self.source = source
    self.reason = reason
    self.near = near
  }

  /// Wish, source, reason and near modes in one line.
  public var description: String {
    "\(wish) from \(source): \(reason)" + (near.isEmpty ? "" : "; near: \(near.joined(separator: ", "))")
  }
}

/// The source of a candidate.
public enum ModeChoiceSource: Hashable, Sendable, CustomStringConvertible {
  /// A mode on trial, not confirmed yet.
  case trialChoice
  /// A request at run time.
  case runtimeChoice
  /// The scene's own wish, and its place in the file.
  case sceneWish(SourceLocation?)
  /// The rule for the screen, and its place in the file.
  case rule(SourceLocation?)
  /// The mode that the last known display on this connector used.
  case history
  /// The display prefers it.
  case preferred
  /// The last resort.
  case fallback

  /// Completes "asked for by …".
  public var description: String {
    switch self {
    case .trialChoice: "the choice that is tried out"
    case .runtimeChoice: "the run-time choice"
    case .sceneWish(let location): location.map { "the scene's wish (\($0))" } ?? "the scene's wish"
    case .rule(let location): location.map { "the rule (\($0))" } ?? "the rule"
    case .history: "the last display on this connector"
    case .preferred: "the display"
    case .fallback: "the fallback"
    }
  }

  /// A short word for machines: `trialChoice`, `runtimeChoice`, `sceneWish`, `rule`, `history`, `preferred` or `fallback`.
  public var word: String {
    switch self {
    case .trialChoice: "trialChoice"
    case .runtimeChoice: "runtimeChoice"
    case .sceneWish: "sceneWish"
    case .rule: "rule"
    case .history: "history"
    case .preferred: "preferred"
    case .fallback: "fallback"
    }
  }
}

/// Builds a plan step by step; each step adds only new modes.
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
    // The rule's limits apply to automatic choices. A manual choice may exceed them.
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

  /// All other modes, the most likely to work first.
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
