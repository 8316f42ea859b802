internal import Configuration
internal import ContentModel
public import ControlProtocol

/// The command of a key.
public enum KeyCommand: Hashable, Sendable {
  /// Something in the talk that is going on.
  case talk(ControlTalkCall)
  /// Ends it.
  case endTalk
  /// Another page of the deck on a screen.
  case deck(TurnPageCall)
  /// Turns something of a screen on or off; nil for the other of the two.
  case screen(ScreenSwitch, name: String, on: Bool?)
  /// Brings an app to the foreground, on a screen or on all.
  case foreground(app: String, screen: String?)
  /// Puts an app's application scenes on a screen.
  case place(app: String, screen: String)
  /// Hands something to the app's application scene.
  case input(app: String, kind: String, values: [String: JSONValue])
  /// Shows its name on each screen.
  case identify
  /// Nothing: removes a key of the built-in map.
  case nothing
}

/// The state of a screen that a key turns on and off.
public enum ScreenSwitch: String, Hashable, Sendable, CaseIterable {
  /// Black instead of the picture.
  case blank
  /// The picture is held.
  case freeze
  /// The signal.
  case power
}

extension KeyCommand {
  /// The commands, and how each is written.
  static let usages: [(name: String, usage: String)] = [
    ("next", "next"), ("previous", "previous"), ("first", "first"), ("last", "last"), ("goto", "goto NUMBER"),
    ("freeze", "freeze [on | off], or freeze SCREEN on | off | toggle"), ("black", "black [on | off]"),
    ("white", "white [on | off]"), ("pointer-off", "pointer-off"), ("timer", "timer start | pause | reset"),
    ("message", "message TEXT"), ("code", "code TEXT"), ("show", "show SCREEN"), ("end", "end"),
    ("deck", "deck SCREEN next | previous | first | last | goto NUMBER"), ("blank", "blank SCREEN on | off | toggle"),
    ("power", "power SCREEN on | off | toggle"), ("foreground", "foreground APP [SCREEN]"),
    ("place", "place APP SCREEN"),
    ("input", "input APP KIND [NAME=VALUE]…"), ("identify", "identify"), ("nothing", "nothing"),
  ]

  /// Reads a command, as `next`, `goto 12` or `deck HDMI-A-1 next`.
  public init(_ text: String) throws(KeyMapWordError) {
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.first, let usage = Self.usages.first(where: { $0.name == name })?.usage else {
      let names = Self.usages.map(\.name)
      let near = words.first.flatMap { NearestWord.find($0, among: names) }
      throw KeyMapWordError(
        "“\(Quoting.short(words.first ?? ""))” is no command", expected: "one of \(names.joined(separator: ", "))",
        hint: near.map { "did you mean “\($0)”?" } ?? "")
    }
    guard let command = Self.read(name, Array(words.dropFirst())) else {
      throw KeyMapWordError(
        "“\(Quoting.short(text))” is not complete, or has too many words", expected: usage,
        hint: Self.near(Array(words.dropFirst()), in: usage))
    }
    do throws(ControlError) {
      try command.validate()
    } catch {
      if case .invalidValue(_, _, let expected) = error, usage.contains("NUMBER") {
        throw KeyMapWordError("“\(Quoting.short(text))” names no page", expected: "\(usage), NUMBER from \(expected)")
      }
      throw KeyMapWordError("“\(Quoting.short(text))” cannot be: \(error)", expected: usage)
    }
    self = command
  }

  /// The probably meant word for an unknown one: “strat” of `timer start | pause | reset`.
  private static func near(_ words: [String], in usage: String) -> String {
    let known = usage.split { !$0.isLowercase }.map(String.init).filter { $0 != "or" }
    for word in words where !known.contains(word) {
      // Of two equally similar names, the one with the same first letter.
      let candidates = known.filter { $0.hasPrefix(word) } + known
      if let near = NearestWord.find(word, among: candidates) { return "did you mean “\(near)”?" }
    }
    return ""
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

  /// Answered at once: a key is not held up by a flip.
  private static func talk(_ name: String, _ words: [String]) -> KeyCommand? {
    let rest = words.joined(separator: " ")
    switch name {
    case "next", "previous", "first", "last":
      guard let action = TalkAction(rawValue: name), words.isEmpty else { return nil }
      return .talk(ControlTalkCall(action: action, noWait: true))
    case "goto":
      guard words.count == 1, let page = Self.page(rest) else { return nil }
      return .talk(ControlTalkCall(action: .goto, page: page, noWait: true))
    case "freeze", "black", "white":
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
    guard words.count >= 2, let turn = PageTurn(rawValue: words[1]) else { return nil }
    guard turn == .goto else {
      return words.count == 2 ? .deck(TurnPageCall(screen: words[0], turn: turn, noWait: true)) : nil
    }
    guard words.count == 3, let page = Self.page(words[2]) else { return nil }
    return .deck(TurnPageCall(screen: words[0], turn: .goto, page: page, noWait: true))
  }

  /// A number.
  ///
  /// One with too many digits is as far from any page as the largest; nil if it is no number.
  private static func page(_ text: String) -> Int? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(text) ?? .max
  }

  private static func screen(_ name: String, _ words: [String]) -> KeyCommand? {
    guard let what = ScreenSwitch(rawValue: name), words.count == 2 else { return nil }
    switch words[1] {
    case "on": return .screen(what, name: words[0], on: true)
    case "off": return .screen(what, name: words[0], on: false)
    case "toggle": return .screen(what, name: words[0], on: nil)
    default: return nil
    }
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

  /// Values that the daemon would refuse are refused when the file is read.
  private func validate() throws(ControlError) {
    switch self {
    case .talk(let call): try call.validate()
    case .deck(let call): try call.validate()
    case .input(_, let kind, let values): try SendInputCall(session: "", kind: kind, values: values).validate()
    case .endTalk, .screen, .foreground, .place, .identify, .nothing: break
    }
  }
}
