extension SetModeCall {
  /// Checks the time.
  public func validate() throws(ControlError) {
    try checkSeconds(confirmSeconds, within: 1...3600, parameter: "confirmSeconds")
  }
}

extension SetScaleCall {
  /// Checks that the scale can be drawn.
  public func validate() throws(ControlError) {
    guard let scale, !(0.25...16).contains(scale) else { return }
    throw .invalidValue(parameter: "scale", value: "\(scale)", expected: "0.25 to 16, or none for automatic")
  }
}

extension IdentifyCall {
  /// How many seconds they may be shown.
  public static let times = 0.1...3600.0

  /// Checks the time.
  public func validate() throws(ControlError) {
    try checkSeconds(seconds, within: Self.times, parameter: "seconds")
  }
}

extension ScreenshotCall {
  /// The sides that a small picture may have at most, in pixels.
  public static let longestSides = 32...1024

  /// Checks the size.
  public func validate() throws(ControlError) {
    guard let longestSide, !ScreenshotCall.longestSides.contains(longestSide) else { return }
    throw .invalidValue(
      parameter: "longestSide", value: "\(longestSide)",
      expected: "\(ScreenshotCall.longestSides.lowerBound) to \(ScreenshotCall.longestSides.upperBound) pixels")
  }
}

extension WaitCall {
  /// How many seconds can be waited at most.
  public static let times = 0.0...86_400

  /// Checks the time.
  public func validate() throws(ControlError) {
    try checkSeconds(timeoutSeconds, within: Self.times, parameter: "timeoutSeconds")
  }
}

extension ShowCall {
  /// How long content may be shown for a time only, in seconds.
  public static let times = 0.1...604_800

  /// Goes back to the configured content.
  public init(configuredOn screen: String, noWait: Bool? = nil) {
    self.screen = screen
    self.configured = true
    self.noWait = noWait
  }

  /// Checks that exactly one of content and `configured` is there, the time, and the length of a text.
  public func validate() throws(ControlError) {
    guard (content != nil) != (configured == true) else {
      throw .invalidValue(
        parameter: "content", value: content == nil ? "none" : "one, and configured",
        expected: "either content or configured")
    }
    try checkSeconds(forSeconds, within: Self.times, parameter: "forSeconds")
    try content?.validate()
  }
}

extension ShowTogetherCall {
  /// The most screens in one call.
  public static let maximumCount = 32

  /// Checks that there is a content, at most one for a screen, and the length of texts.
  public func validate() throws(ControlError) {
    guard (1...ShowTogetherCall.maximumCount).contains(contents.count) else {
      throw .invalidValue(
        parameter: "contents", value: "\(contents.count) of them",
        expected: "1 to \(ShowTogetherCall.maximumCount), one for each screen")
    }
    var names: Set<String> = []
    for item in contents {
      guard names.insert(item.screen).inserted else {
        throw .invalidValue(parameter: "contents", value: "two for \(item.screen)", expected: "one for each screen")
      }
      try item.content.validate()
    }
  }
}

extension TurnPageCall {
  /// The pages that can be asked for; one beyond a deck's last leads to that.
  public static let pages = 1...100_000

  /// Checks that a number is there just where it is wanted.
  public func validate() throws(ControlError) {
    guard (turn == .goto) == (page != nil) else {
      throw .invalidValue(
        parameter: "page", value: page.map { "\($0)" } ?? "none",
        expected: turn == .goto ? "the number of a page with goto" : "none with \(turn.rawValue)")
    }
    guard let page else { return }
    guard Self.pages.contains(page) else {
      throw .invalidValue(
        parameter: "page", value: "\(page)", expected: "\(Self.pages.lowerBound) to \(Self.pages.upperBound)")
    }
  }
}

extension PageTurn {
  /// The page from 1 that it leads to, from another of so many; a number beyond the last leads to that.
  public func page(from current: Int, of count: Int, number: Int? = nil) -> Int {
    let last = max(1, count)
    let current = min(max(1, current), last)
    switch self {
    case .next: return min(current + 1, last)
    case .previous: return max(current - 1, 1)
    case .first: return 1
    case .last: return last
    case .goto: return min(max(1, number ?? current), last)
    }
  }
}

extension FilePictureCall {
  /// Checks the path and the size.
  public func validate() throws(ControlError) {
    guard file.utf8.first == UInt8(ascii: "/") else {
      throw .invalidValue(parameter: "file", value: file, expected: "a path that begins with /")
    }
    guard ScreenshotCall.longestSides.contains(longestSide) else {
      throw .invalidValue(
        parameter: "longestSide", value: "\(longestSide)",
        expected: "\(ScreenshotCall.longestSides.lowerBound) to \(ScreenshotCall.longestSides.upperBound) pixels")
    }
  }
}

extension OfferSetupCall {
  /// The most bytes of each.
  public static let mostBytes = 512

  /// Checks the lengths, that none is empty, and that a code has a page.
  public func validate() throws(ControlError) {
    for length in [address, page, code, link].compactMap({ $0?.utf8.count }) where length > Self.mostBytes {
      throw .textTooLong(length: length, limit: Self.mostBytes)
    }
    for (name, text) in [("address", address), ("page", page), ("code", code), ("link", link)] where text == "" {
      throw .invalidValue(parameter: name, value: "", expected: "a text, or nothing at all")
    }
    guard (code == nil) == (link == nil), code == nil || page != nil else {
      throw .invalidValue(parameter: "code", value: code ?? "none", expected: "code and link together, with page")
    }
  }
}

extension ActivateSessionCall {
  /// Checks that the session is named in one way.
  public func validate() throws(ControlError) {
    try content?.validate()
    guard (session == nil) != (userInfo == nil && content == nil), session == nil || app == nil else {
      throw .invalidValue(
        parameter: "session", value: session ?? "none",
        expected: "either a session, or userInfo or content, and perhaps app with it")
    }
  }
}

extension RegisterAppCall {
  /// The scene configurations by role, where a single empty one says the same as none.
  public var manifest: [String: [SceneConfigurationInfo]] {
    scenes.mapValues { $0.count == 1 && $0.first?.isEmpty == true ? [] : $0 }
  }

  /// Checks numbers and names; content as in `Show`.
  public func validate() throws(ControlError) {
    guard scenes.count <= ControlLimits.roles else {
      throw .invalidValue(
        parameter: "scenes", value: "\(scenes.count) roles", expected: "at most \(ControlLimits.roles)")
    }
    for (role, configurations) in manifest.sorted(by: { $0.key < $1.key }) {
      guard configurations.count <= ControlLimits.configurations else {
        throw .invalidValue(
          parameter: "scenes.\(role)", value: "\(configurations.count) configurations",
          expected: "at most \(ControlLimits.configurations)")
      }
      var names: Set<String> = []
      for (index, configuration) in configurations.enumerated() {
        let path = "scenes.\(role).\(index)"
        guard !configuration.isEmpty else {
          throw .invalidValue(
            parameter: path, value: "{}", expected: "a configuration with a name; only a single {} stands for none")
        }
        try configuration.validate(path)
        let name = configuration.name ?? SceneConfigurationInfo.defaultName
        guard names.insert(name).inserted else {
          throw .invalidValue(
            parameter: "\(path).name", value: name, expected: "a name that no other configuration of the role has")
        }
      }
    }
  }
}

extension AppMessage {
  /// Makes one; its other fields are set afterwards.
  public init(_ kind: Kind, session: String? = nil) {
    self.kind = kind
    self.session = session
  }
}

extension SceneConfigurationInfo {
  /// The name that counts where none is given.
  public static let defaultName = "default"

  /// Whether it says nothing.
  var isEmpty: Bool { self == SceneConfigurationInfo() }

  /// Checks what can be checked without the daemon; `path` is where it stands.
  func validate(_ path: String) throws(ControlError) {
    if let name, name.isEmpty || name.utf8.count > 64 {
      throw .invalidValue(parameter: "\(path).name", value: name, expected: "1 to 64 characters")
    }
    if let modes, modes.count > ControlLimits.modes {
      throw .invalidValue(
        parameter: "\(path).modes", value: "\(modes.count) wishes", expected: "at most \(ControlLimits.modes)")
    }
    try match?.validate("\(path).match")
    try content?.validate()
  }
}

extension ScreenMatchInfo {
  /// Checks that something is said, and not too much; `path` is where it stands.
  func validate(_ path: String) throws(ControlError) {
    let patterns = [connector, make, model, serial].compactMap(\.self)
    guard !patterns.isEmpty else {
      throw .invalidValue(
        parameter: path, value: "{}",
        expected: "at least one of connector, make, model, serial; {\"connector\": \"*\"} is every screen")
    }
    for pattern in patterns where pattern.utf8.count > ControlLimits.patternBytes {
      throw .invalidValue(
        parameter: path, value: "a pattern of \(pattern.utf8.count) bytes",
        expected: "at most \(ControlLimits.patternBytes)")
    }
  }
}

extension AnswerAppCall {
  /// Checks names and content.
  public func validate() throws(ControlError) {
    try configuration?.validate("configuration")
  }
}

extension UpdateScenesCall {
  /// Checks the number of changes and each.
  public func validate() throws(ControlError) {
    guard changes.count <= ControlLimits.changes else {
      throw .invalidValue(
        parameter: "changes", value: "\(changes.count) of them", expected: "at most \(ControlLimits.changes)")
    }
    for (index, change) in changes.enumerated() { try change.validate("changes.\(index)") }
  }
}

extension SceneChangeInfo {
  /// Checks what can be checked without the daemon; `path` is where it stands.
  func validate(_ path: String) throws(ControlError) {
    guard content == nil || configured != true else {
      throw .invalidValue(
        parameter: "\(path).content", value: "one, and configured", expected: "either content or configured")
    }
    try content?.validate()
  }
}

extension SendInputCall {
  /// Checks the length of the word.
  public func validate() throws(ControlError) {
    guard (1...64).contains(kind.utf8.count) else {
      throw .invalidValue(parameter: "kind", value: String(kind.prefix(64)), expected: "a word of 1 to 64 bytes")
    }
  }
}

extension StartDisplayLinkCall {
  /// Checks the rate.
  public func validate() throws(ControlError) {
    guard let maximumHertz, !(0.01...1000).contains(maximumHertz) else { return }
    throw .invalidValue(parameter: "maximumHertz", value: "\(maximumHertz)", expected: "a rate from 0.01 to 1000")
  }
}

extension StartTalkCall {
  /// Checks numbers.
  public func validate() throws(ControlError) {
    if let page, !(1...100_000).contains(page) {
      throw .invalidValue(parameter: "page", value: "\(page)", expected: "1 to 100000")
    }
    try checkSeconds(durationSeconds, within: 0...86_400, parameter: "durationSeconds")
  }
}

extension ControlTalkCall {
  /// Checks that each value is there just where it is wanted, and is one that there can be.
  public func validate() throws(ControlError) {
    let given: [(String, Bool, Bool)] = [
      ("page", page != nil, action == .goto), ("x", x != nil, action.isPointing), ("y", y != nil, action.isPointing),
      ("text", text != nil, action == .message || action == .code), ("screen", screen != nil, action == .show),
    ]
    for (name, isThere, isWanted) in given where isThere != isWanted {
      throw .invalidValue(
        parameter: name, value: isThere ? "one" : "none",
        expected: isWanted ? "one with \(action.rawValue)" : "none with \(action.rawValue)")
    }
    if on != nil, !action.isSwitch {
      throw .invalidValue(parameter: "on", value: "one", expected: "none with \(action.rawValue)")
    }
    guard (seconds != nil) == (action == .setDuration) || action == .message else {
      throw .invalidValue(
        parameter: "seconds", value: seconds.map { "\($0)" } ?? "none",
        expected: action == .setDuration ? "0 to 86400 with setDuration" : "none with \(action.rawValue)")
    }
    try checkSeconds(seconds, within: 0...86_400, parameter: "seconds")
    for (name, share) in [("x", x), ("y", y)] {
      guard let share, !(0...1).contains(share) else { continue }
      throw .invalidValue(parameter: name, value: "\(share)", expected: "0 to 1")
    }
    if let page, !(1...100_000).contains(page) {
      throw .invalidValue(parameter: "page", value: "\(page)", expected: "1 to 100000")
    }
    if let text, text.utf8.count > ControlLimits.textBytes {
      throw .textTooLong(length: text.utf8.count, limit: ControlLimits.textBytes)
    }
  }
}

extension TalkAction {
  /// Whether it needs a place of the slide.
  public var isPointing: Bool { self == .pointer || self == .spotlight }

  /// Whether it is on or off.
  public var isSwitch: Bool { self == .freeze || self == .black || self == .white }
}

extension TalkSlidesCall {
  /// Checks the numbers.
  public func validate() throws(ControlError) {
    if let first, !(1...100_000).contains(first) {
      throw .invalidValue(parameter: "first", value: "\(first)", expected: "1 to 100000")
    }
    if let count, !(1...50).contains(count) {
      throw .invalidValue(parameter: "count", value: "\(count)", expected: "1 to 50")
    }
  }
}

extension SetTalkNotesCall {
  /// Checks the numbers.
  public func validate() throws(ControlError) {
    try set?.validate()
    for note in notes {
      guard (1...100_000).contains(note.page) else {
        throw .invalidValue(parameter: "notes.page", value: "\(note.page)", expected: "1 to 100000")
      }
      guard note.text.utf8.count <= ControlLimits.textBytes else {
        throw .textTooLong(length: note.text.utf8.count, limit: ControlLimits.textBytes)
      }
    }
  }
}

extension TalkNoteSet {
  /// The longest version, in bytes.
  public static let versionBytes = 128

  /// Checks that there can be such a part.
  func validate() throws(ControlError) {
    guard !version.isEmpty, version.utf8.count <= Self.versionBytes else {
      throw .invalidValue(parameter: "set.version", value: version, expected: "1 to \(Self.versionBytes) bytes")
    }
    guard parts >= 1, (1...parts).contains(part) else {
      throw .invalidValue(parameter: "set.part", value: "\(part)", expected: "1 to parts, which is \(parts)")
    }
  }
}

extension TalkPictureCall {
  /// Checks the numbers.
  public func validate() throws(ControlError) {
    for (name, value, range) in [
      ("page", page, 1...100_000), ("width", width, 16...1920), ("height", height, 16...1200),
    ] {
      guard !range.contains(value) else { continue }
      throw .invalidValue(parameter: name, value: "\(value)", expected: "\(range.lowerBound) to \(range.upperBound)")
    }
  }
}

extension EventsCall {
  /// Checks that both are there, or none.
  public func validate() throws(ControlError) {
    guard (after == nil) == (run == nil) else {
      throw .invalidValue(
        parameter: "after", value: after.map { "\($0)" } ?? "none", expected: "after and run, or neither of them")
    }
  }
}

extension SimulateCall {
  /// How many seconds a command may be given.
  public static let times = 0.0...86_400

  /// Makes a command without any of its parameters; set those that it needs.
  public init(_ command: SimulationCommand, screen: String? = nil) {
    self.command = command
    self.screen = screen
  }

  /// Checks that what the command needs is there.
  public func validate() throws(ControlError) {
    try checkSeconds(seconds, within: Self.times, parameter: "seconds")
    try check(count, within: 1...1_000_000, "count")
    try check(clockKilohertz, within: 1...100_000_000, "clockKilohertz")
    if edid != nil, display != nil {
      throw .invalidValue(parameter: "display", value: display ?? "", expected: "either an EDID or a display's mode")
    }
    switch command {
    case .plug:
      try need(screen, "screen")
      if edid == nil, display == nil, unreadable != true {
        // What was pulled out last comes back as it was.
        for (parameter, isThere) in [
          ("seconds", seconds != nil), ("modes", modes != nil), ("announced", announced != nil), ("make", make != nil),
          ("model", model != nil), ("serial", serial != nil),
        ] where isThere { throw .invalidParameter(parameter: parameter) }
      }
    case .edid:
      try need(screen, "screen")
      if display == nil, unreadable != true { try need(edid, "edid") }
    case .unplug: try need(screen, "screen")
    case .probe, .modeset, .advance: try need(seconds, "seconds")
    case .fault: try validateFault()
    case .vblank, .updates, .device, .clock: try need(on, "on")
    case .time: try need(time, "time")
    case .hotplug, .resume: break
    }
  }

  private func validateFault() throws(ControlError) {
    try need(fault, "fault")
    switch fault {
    case .refuse:
      try need(commit, "commit")
      try need(error, "error")
    case .refuseMode:
      try need(mode, "mode")
      try need(error, "error")
    case .loseFlips, .linkBad, .some(.none), nil: break
    }
  }

  private func need<Value>(_ value: Value?, _ parameter: String) throws(ControlError) {
    if value == nil { throw .invalidParameter(parameter: parameter) }
  }

  private func check(_ number: Int?, within range: ClosedRange<Int>, _ parameter: String) throws(ControlError) {
    guard let number, !range.contains(number) else { return }
    throw .invalidValue(
      parameter: parameter, value: "\(number)", expected: "\(range.lowerBound) to \(range.upperBound)")
  }
}
