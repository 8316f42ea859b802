/// Chooses a screen's mode. The order of the candidates, in which each mode comes once:
///
/// 1. the mode on trial, then the run-time choice
/// 2. if the EDID could not be read, or there is no mode: the mode of the last known display on this connector, even if the mode list
///    does not have it
/// 3. the scene's wishes within the rule's limits, if the rule lets apps choose
/// 4. the rule's wishes in their order, within its limits
/// 5. the display's preferred mode, or the largest smaller mode within the rule's limits; guessed modes have no preferred one
/// 6. other progressive modes that are not larger, by size and then by nearness to 60 Hz; then larger modes; then interlaced modes;
///    then modes outside the rule's limits
/// 7. the fail-safe modes, and absurd timings if there is nothing else
package enum ModeSelector {
  /// The modes to try, in order, and the wishes without a mode.
  package static func candidates(_ input: ModeSelectionInput) -> ModeSelectionPlan {
    var builder = ModePlanBuilder(input)
    return builder.build()
  }

  /// The mode that the display prefers, interlaced or not. If the display marks none, it is the largest mode; nil if none can be shown.
  package static func preferredMode(of modes: [ScreenMode]) -> ScreenMode? {
    let list = ModeList(modes, isGuessed: false)
    return list.flagged ?? list.preferred
  }

  /// The modes that match a wish, best first; empty if there are none.
  package static func modes(for wish: ModeWish, in modes: [ScreenMode]) -> [ScreenMode] {
    switch ModeWishResolver(list: ModeList(modes, isGuessed: false), isGuessed: false).resolve(wish, within: []) {
    case .modes(let found): found.map(\.mode)
    case .refused: []
    }
  }

  /// Names of similar modes, nearest first; if `text` is not a wish, the preferred mode and then the largest ones.
  package static func nearest(to text: String, in modes: [ScreenMode], limit: Int = 4) -> [String] {
    NearestModes.names(to: try? ModeWish(text), in: ModeList(modes, isGuessed: false), limit: limit)
  }
}

/// All facts that decide a screen's mode.
public struct ModeSelectionInput: Hashable, Sendable {
  /// The display's modes in the kernel's order, which may have a mode twice.
  package var modes: [ScreenMode]
  /// Whether the modes are the kernel's guess, because the EDID could not be read.
  package var isGuessed: Bool
  /// The mode on trial, until it is confirmed; it has priority over all others.
  package var trialChoice: ModeWish?
  /// The stored manual choice. It is not the display's last mode, because rules decide again at each plug.
  package var runtimeChoice: ModeWish?
  /// The wishes of the scene configuration or the scene's delegate, in order.
  package var sceneWishes: [Sourced<ModeWish>]
  package var rule: ModeRule?
  /// The mode of the last known display on this connector, if the display's own modes are not known.
  package var history: ScreenMode?
  /// Modes to try after all others, best first; the display's list need not have them.
  package var failSafeModes: [ScreenMode]

  package init(
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

/// The modes to try in order, and the wishes without a mode. The first candidate that the hardware accepts is used.
public struct ModeSelectionPlan: Hashable, Sendable {
  /// The candidates; each mode comes once, with its first reason.
  package var candidates: [ModeCandidate] = []
  package var refusals: [ModeRefusal] = []

  package init() {}
}

/// A mode to try, with the reason.
public struct ModeCandidate: Hashable, Sendable {
  package var mode: ScreenMode
  /// Its name among the screen's modes.
  package var name: String
  package var source: ModeChoiceSource
  /// The wish as the user wrote it; nil if there was none.
  package var wish: String?
  /// The reason, as a plain sentence without a full stop.
  package var reason: String

  package init(mode: ScreenMode, name: String, source: ModeChoiceSource, wish: String? = nil, reason: String) {
    self.mode = mode
    self.name = name
    self.source = source
    self.wish = wish
    self.reason = reason
  }
}

/// A wish without a candidate, with the reason.
public struct ModeRefusal: Hashable, Sendable, CustomStringConvertible {
  /// The wish in its canonical text.
  package var wish: String
  package var source: ModeChoiceSource
  /// The reason, as a plain sentence without a full stop.
  package var reason: String
  /// Names of similar modes, nearest first.
  package var near: [String]

  /// Wish, source, reason and near modes in one line.
  public var description: String {
    "\(wish) from \(source): \(reason)" + (near.isEmpty ? "" : "; near: \(near.joined(separator: ", "))")
  }
}

/// The source of a candidate.
public enum ModeChoiceSource: Hashable, Sendable, CustomStringConvertible {
  case trialChoice
  case runtimeChoice
  /// The scene's own wish, and its place in the file.
  case sceneWish(SourceLocation?)
  /// The rule for the screen, and its place in the file.
  case rule(SourceLocation?)
  /// The mode of the last known display on this connector.
  case history
  /// The mode that the display prefers.
  case preferred
  /// A mode that is tried if nothing else works.
  case fallback

  /// The source as the subject of a sentence.
  public var description: String {
    switch self {
    case .trialChoice: "the mode on trial"
    case .runtimeChoice: "the run-time choice"
    case .sceneWish(let location): location.map { "the scene's wish (\($0))" } ?? "the scene's wish"
    case .rule(let location): location.map { "the rule (\($0))" } ?? "the rule"
    case .history: "the last display on this connector"
    case .preferred: "the display"
    case .fallback: "the fallback"
    }
  }

  /// The word for programs.
  package var word: String {
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

/// Builds a plan step by step. Each step adds only new modes.
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

  /// Adds all other modes; those that most likely work come first.
  private mutating func addFallbacks() {
    let admitted = list.plausible.filter { mode in constraints.allSatisfy { $0.admits(mode) } }
    addFallbacks(among: admitted, because: "")
    addFallbacks(among: list.plausible, because: "; no mode within the rule's limits works")
    for mode in input.failSafeModes {
      add(mode, source: .fallback, reason: "a mode that nearly every display shows, because no other mode works")
    }
    for mode in list.modes where !mode.isPlausible && !mode.size.isEmpty {
      guard list.plausible.isEmpty else { return }
      add(mode, source: .fallback, reason: "its timing is implausible, but no better mode is left")
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
      add(mode, source: .fallback, reason: "interlaced, because no progressive mode works\(suffix)")
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
