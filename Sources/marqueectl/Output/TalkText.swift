import ControlProtocol

/// A talk in some lines.
enum TalkText {
  static func text(_ talk: TalkInfo) -> String {
    var lines = ["\(talk.title): slide \(talk.page) of \(talk.pages)"]
    if talk.frozen { lines.append("frozen: the audience sees slide \(talk.shownPage)") }
    if talk.cover != .none { lines.append("covered: \(talk.cover.rawValue)") }
    lines += talk.screens.map { screen in
      let mode = screen.mode.map { " \($0)" } ?? ""
      return switch screen.state {
      case .shown: "\(screen.screen)\(mode): shows it"
      case .hidden: "\(screen.screen)\(mode): shows something else"
      case .waiting: "\(screen.screen)\(mode): waits to be told that it may show it"
      }
    }
    if talk.screens.isEmpty { lines.append("no display is connected; the talk goes on") }
    if let remark = talk.remark { lines.append(remark) }
    if let trouble = talk.trouble { lines.append(trouble) }
    return lines.joined(separator: "\n")
  }
}
