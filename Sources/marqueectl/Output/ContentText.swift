import ControlProtocol

/// What is shown of a content, for people.
enum ContentText {
  static func text(_ reply: ContentAtReply) -> String {
    let told = Set(reply.moments.flatMap(\.skipped))
    return
      (lines(reply.moments) + reply.troubles.filter { !told.contains($0) }.map { "  cannot be shown: \($0)" }
      + reply.notes.map { "Note: \($0)" }).joined(separator: "\n")
  }

  /// Each moment, and beneath it what was passed over.
  static func lines(_ moments: [ContentMomentInfo]) -> [String] {
    moments.flatMap { moment in
      let place = moment.region.map { "\($0): " } ?? ""
      let item = moment.item.isEmpty ? "" : " (\(moment.item))"
      let times = [moment.since.map { "since \($0)" }, moment.until.map { "until \($0)" }].compactMap(\.self)
      let time = times.isEmpty ? "" : ", \(times.joined(separator: " "))"
      return ["\(place)\(moment.shows)\(item)\(time)"] + moment.skipped.map { "  passed over: \($0)" }
    }
  }
}
