import ControlProtocol

/// A decision record for people.
enum DecisionText {
  static func text(_ record: DecisionRecord) -> String {
    var lines: [String] = []
    let identity = [record.make, record.model, record.serial].filter { !$0.isEmpty }.joined(separator: " ")
    lines.append("\(record.screen)  \(identity.isEmpty ? "(unknown display)" : identity)")
    lines.append("EDID: \(edid(record.edid))")
    lines += record.edid.problems.map { "  \($0)" }
    lines.append("Rule: \(record.rule ?? "none matches")")
    let isLater = record.shows == "dark" && record.winner != nil
    let modesets = record.modesets == 0 ? "" : " (\(record.modesets) modeset\(record.modesets == 1 ? "" : "s"))"
    lines.append("Mode: \(record.winner ?? "none")\(isLater ? " when it is lit" : "")\(modesets)")
    lines += section("Wishes that fell through:", record.unmetWishes.map(unmet))
    lines += section("Candidates, in order:", candidates(record.candidates))
    lines += section("Tried on the device:", record.attempts.map(attempt))
    lines += section("Settings:", record.settings.map(setting))
    lines += section("Steps:", steps(record.steps))
    if let shows = record.shows { lines.append("Shows: \(shows)") }
    lines += record.showsBecause.map { "  \($0.holds ? "yes" : "no ")  \($0.rule): \($0.reason)" }
    lines += section("Content:", ContentText.lines(record.content))
    lines += record.notes.map { "Note: \($0)" }
    return lines.joined(separator: "\n")
  }

  private static func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [title] + lines.map { "  \($0)" }
  }

  private static func edid(_ edid: EDIDInfo) -> String {
    let state = edid.settled ? "settled" : "guessed, since it could not be read"
    return "\(state), \(edid.bytes) bytes" + (edid.probes > 0 ? ", probed again \(edid.probes) times" : "")
  }

  private static func unmet(_ wish: UnmetWishInfo) -> String {
    "\(wish.wish) (\(wish.source)): \(wish.reason)"
      + (wish.near.isEmpty ? "" : "; near: \(wish.near.joined(separator: ", "))")
  }

  /// The first ones: a TV has dozens of modes, and those behind are never reached.
  private static func candidates(_ all: [CandidateInfo]) -> [String] {
    let shown = 10
    let lines = all.prefix(shown).enumerated().map(candidate)
    return all.count > shown ? lines + ["and \(all.count - shown) more, which --json lists"] : lines
  }

  private static func candidate(_ index: Int, _ candidate: CandidateInfo) -> String {
    "\(index + 1). \(candidate.mode): \(candidate.reason)" + (candidate.wish.map { " (wish \($0))" } ?? "")
  }

  private static func attempt(_ attempt: AttemptInfo) -> String {
    guard !attempt.accepted else { return "\(attempt.mode): \(attempt.kind.rawValue) accepted" }
    let reason = [attempt.message, attempt.errno.map { "errno \($0)" }].compactMap(\.self).joined(separator: ", ")
    return "\(attempt.mode): \(attempt.kind.rawValue) refused" + (reason.isEmpty ? "" : " (\(reason))")
  }

  private static func setting(_ setting: SettingInfo) -> String {
    let source = [setting.origin.rawValue, setting.level?.rawValue, setting.location].compactMap(\.self)
    return "\(setting.name): \(setting.value) (\(source.joined(separator: ", ")))"
  }

  private static func steps(_ steps: [StepInfo]) -> [String] {
    guard let first = steps.first else { return [] }
    return steps.map { step in
      let since =
        step.monotonicNanoseconds > first.monotonicNanoseconds
        ? step.monotonicNanoseconds - first.monotonicNanoseconds : 0
      return "\(step.step): +\(since / 1_000_000) ms"
    }
  }
}
