import DisplayTypes

/// What narrows a choice, and who said so.
struct ModeConstraint {
  var limit: ModeLimit = .none
  var aspect: WishedAspect?
  /// As in "above … of the rule (marquee.yaml:3)".
  var origin: String

  func admits(_ mode: ScreenMode) -> Bool {
    limit.admits(mode) && (aspect?.fits(mode) ?? true)
  }

  /// What to say when it leaves nothing.
  var refusal: String {
    var parts: [String] = []
    if !limit.isNone { parts.append("the limit \(limit)") }
    if let aspect { parts.append("the picture aspect \(aspect)") }
    return "\(parts.joined(separator: " and ")) of \(origin)"
  }

  /// The limits of a rule; empty where it has none.
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
