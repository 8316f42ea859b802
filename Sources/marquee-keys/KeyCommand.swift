internal import Configuration
internal import ContentModel
internal import ControlProtocol

/// The command of a key.
enum KeyCommand: Hashable {
  case talk(ControlTalkCall)
  case endTalk
  case deck(TurnPageCall)
  /// Changes a state of a screen. Without `on` it inverts the state.
  case screen(ScreenSwitch, name: String, on: Bool?)
  /// Brings an app to the foreground; on all screens if `screen` is nil.
  case foreground(app: String, screen: String?)
  case place(app: String, screen: String)
  case input(app: String, kind: String, values: [String: JSONValue])
  case identify
  /// Removes a key of the built-in map.
  case nothing

  /// The states of a screen that a key can change.
  enum ScreenSwitch: String {
    case blank, freeze, power
  }
}

extension KeyCommand {
  /// The commands with their usage.
  static let usages: [(name: String, usage: String)] = [
    ("next", "next"), ("previous", "previous"), ("first", "first"), ("last", "last"), ("goto", "goto NUMBER"),
    ("freeze", "freeze [on | off], or freeze SCREEN on | off | toggle"), ("black", "black [on | off]"),
    ("white", "white [on | off]"), ("video", "video [on | off]"), ("pointer-off", "pointer-off"),
    ("timer", "timer start | pause | reset"),
    ("message", "message TEXT"), ("code", "code TEXT"), ("show", "show SCREEN"), ("end", "end"),
    ("deck", "deck SCREEN next | previous | first | last | goto NUMBER"), ("blank", "blank SCREEN on | off | toggle"),
    ("power", "power SCREEN on | off | toggle"), ("foreground", "foreground APP [SCREEN]"),
    ("place", "place APP SCREEN"),
    ("input", "input APP KIND [NAME=VALUE]…"), ("identify", "identify"), ("nothing", "nothing"),
  ]

  /// Reads a command, such as `next`, `goto 12` or `deck HDMI-A-1 next`.
  init(_ text: String) throws(KeyMapWordError) {
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.first, let usage = Self.usages.first(where: { $0.name == name })?.usage else {
      let names = Self.usages.map(\.name)
      throw KeyMapWordError(
        "\"\(Quoting.short(words.first ?? ""))\" is no command", expected: "one of \(names.joined(separator: ", "))",
        near: words.first.flatMap { NearestWord.find($0, among: names) })
    }
    guard let command = Self.read(name, Array(words.dropFirst())) else {
      throw KeyMapWordError(
        "\"\(Quoting.short(text))\" is not complete, or has too many words", expected: usage,
        near: Self.near(words.dropFirst(), in: usage))
    }
    do throws(ControlError) {
      try command.validate()
    } catch {
      if case .invalidValue(_, _, let expected) = error, usage.contains("NUMBER") {
        throw KeyMapWordError("\"\(Quoting.short(text))\" names no page", expected: "\(usage), NUMBER from \(expected)")
      }
      throw KeyMapWordError("\"\(Quoting.short(text))\" cannot be: \(error)", expected: usage)
    }
    self = command
  }

  /// Returns the most similar word of a usage for an unknown word, such as `start` for "strat" in `timer start | pause | reset`.
  private static func near(_ words: ArraySlice<String>, in usage: String) -> String? {
    let known = usage.split { !$0.isLowercase }.map(String.init).filter { $0 != "or" }
    for word in words where !known.contains(word) {
      // Of two equally similar names, prefer the name with the same first letter.
      let candidates = known.filter { $0.hasPrefix(word) } + known
      if let near = NearestWord.find(word, among: candidates) { return near }
    }
    return nil
  }

  private static func read(_ name: String, _ words: [String]) -> KeyCommand? {
    switch name {
    case "freeze" where words.count == 2, "blank", "power": screen(name, words)
    case "deck": deck(words)
    case "foreground":
      (1...2).contains(words.count) ? .foreground(app: words[0], screen: words.dropFirst().first) : nil
    case "place": words.count == 2 ? .place(app: words[0], screen: words[1]) : nil
    case "input": input(words)
    case "identify": words.isEmpty ? .identify : nil
    case "nothing": words.isEmpty ? .nothing : nil
    case "end": words.isEmpty ? .endTalk : nil
    default: talk(name, words)
    }
  }

  /// Makes a command of the talk. The daemon replies at once, because a key does not wait for a flip.
  private static func talk(_ name: String, _ words: [String]) -> KeyCommand? {
    let rest = words.joined(separator: " ")
    switch name {
    case "next", "previous", "first", "last":
      guard let action = TalkAction(rawValue: name), words.isEmpty else { return nil }
      return .talk(ControlTalkCall(action: action, noWait: true))
    case "goto":
      guard words.count == 1, let page = Self.page(rest) else { return nil }
      return .talk(ControlTalkCall(action: .goto, page: page, noWait: true))
    case "freeze", "black", "white", "video":
      guard let action = TalkAction(rawValue: name), words.isEmpty || ["on", "off"].contains(rest) else { return nil }
      return .talk(ControlTalkCall(action: action, on: words.isEmpty ? nil : rest == "on", noWait: true))
    case "pointer-off":
      return words.isEmpty ? .talk(ControlTalkCall(action: .pointerOff, noWait: true)) : nil
    case "timer":
      let actions: [String: TalkAction] = ["start": .startTimer, "pause": .pauseTimer, "reset": .resetTimer]
      return actions[rest].map { .talk(ControlTalkCall(action: $0, noWait: true)) }
    case "message": return words.isEmpty ? nil : .talk(ControlTalkCall(action: .message, text: rest, noWait: true))
    case "code": return words.isEmpty ? nil : .talk(ControlTalkCall(action: .code, text: rest, noWait: true))
    case "show": return words.count == 1 ? .talk(ControlTalkCall(action: .show, screen: rest, noWait: true)) : nil
    default: return nil
    }
  }

  private static func deck(_ words: [String]) -> KeyCommand? {
    guard words.count >= 2, let turn = PageTurn(rawValue: words[1]), words.count == (turn == .goto ? 3 : 2) else {
      return nil
    }
    let page = turn == .goto ? page(words[2]) : nil
    guard turn != .goto || page != nil else { return nil }
    return .deck(TurnPageCall(screen: words[0], turn: turn, page: page, noWait: true))
  }

  /// Reads a page number. A number with too many digits becomes the largest integer, which is no page.
  private static func page(_ text: String) -> Int? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(text) ?? .max
  }

  private static func screen(_ name: String, _ words: [String]) -> KeyCommand? {
    let states: [String: Bool?] = ["on": true, "off": false, "toggle": nil]
    guard let what = ScreenSwitch(rawValue: name), words.count == 2, let on = states[words[1]] else { return nil }
    return .screen(what, name: words[0], on: on)
  }

  private static func input(_ words: [String]) -> KeyCommand? {
    guard words.count >= 2 else { return nil }
    var values: [String: JSONValue] = [:]
    for word in words.dropFirst(2) {
      guard let sign = word.firstIndex(of: "="), sign > word.startIndex else { return nil }
      let text = String(word[word.index(after: sign)...])
      let value =
        Int64(text).map(JSONValue.integer) ?? ["true": .bool(true), "false": .bool(false)][text] ?? .string(text)
      guard values.updateValue(value, forKey: String(word[..<sign])) == nil else { return nil }
    }
    return .input(app: words[0], kind: words[1], values: values)
  }

  /// Refuses the values that the daemon would refuse.
  private func validate() throws(ControlError) {
    switch self {
    case .talk(let call): try call.validate()
    case .deck(let call): try call.validate()
    case .input(_, let kind, let values): try SendInputCall(session: "", kind: kind, values: values).validate()
    case .endTalk, .screen, .foreground, .place, .identify, .nothing: break
    }
  }
}
