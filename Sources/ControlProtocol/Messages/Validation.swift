extension SetModeCall {
  /// Checks the time.
  public func validate() throws(ControlError) {
    try checkNumber(confirmSeconds, within: 1...3600, "confirmSeconds", unit: " seconds")
  }
}

extension SetScaleCall {
  /// Checks that the scale can be drawn.
  public func validate() throws(ControlError) {
    try checkNumber(scale, within: 0.25...16, "scale", unit: ", or none for automatic")
  }
}

extension IdentifyCall {
  /// The allowed time of their display, in seconds.
  public static let times = 0.1...3600.0

  /// Checks the time.
  public func validate() throws(ControlError) {
    try checkNumber(seconds, within: Self.times, "seconds", unit: " seconds")
  }
}

extension ScreenshotCall {
  /// The limits of the longest side of a small picture, in pixels.
  public static let longestSides = 32...1024

  /// Checks the size.
  public func validate() throws(ControlError) {
    try checkNumber(longestSide, within: Self.longestSides, "longestSide", unit: " pixels")
  }
}

extension WaitCall {
  /// The allowed time of a wait, in seconds.
  public static let times = 0.0...86_400
  /// The allowed time without a new frame, in seconds.
  public static let stableTimes = 0.05...3600
  /// The allowed differences of a channel.
  public static let tolerances = 0...255

  /// Checks the times and the tolerance. Each of the two values of a condition needs its condition.
  public func validate() throws(ControlError) {
    try checkNumber(timeoutSeconds, within: Self.times, "timeoutSeconds", unit: " seconds")
    try checkNumber(forSeconds, within: Self.stableTimes, "forSeconds", unit: " seconds")
    try checkNumber(tolerance, within: Self.tolerances, "tolerance", unit: "")
    if let forSeconds, condition != .stable {
      throw .invalidValue(parameter: "forSeconds", value: "\(forSeconds)", expected: "none, or the condition stable")
    }
    guard let tolerance else { return }
    guard case .pixel = condition else {
      throw .invalidValue(parameter: "tolerance", value: "\(tolerance)", expected: "none, or the condition pixel")
    }
  }
}

extension ShowCall {
  /// The allowed time of temporary content, in seconds.
  public static let times = 0.1...604_800

  /// Shows the configured content again.
  public init(configuredOn screen: String, noWait: Bool? = nil) {
    self.screen = screen
    self.configured = true
    self.noWait = noWait
  }

  /// Checks that there is either content or `configured`, the time, and the length of texts.
  public func validate() throws(ControlError) {
    guard (content != nil) != (configured == true) else {
      throw .invalidValue(
        parameter: "content", value: content == nil ? "none" : "one, and configured",
        expected: "either content or configured")
    }
    try checkNumber(forSeconds, within: Self.times, "forSeconds", unit: " seconds")
    try content?.validate()
  }
}

extension ShowTogetherCall {
  /// The maximum number of screens in one call.
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

extension RaiseAlarmCall {
  /// The name of an alarm without one.
  public static let usualName = "alarm"

  /// Checks the number of screens, and the length of texts.
  public func validate() throws(ControlError) {
    try content.validate()
    guard let screens, screens.isEmpty || screens.count > ShowTogetherCall.maximumCount else { return }
    throw .invalidValue(
      parameter: "screens", value: "\(screens.count) of them",
      expected: "1 to \(ShowTogetherCall.maximumCount), or no list for all screens")
  }
}

extension TurnPageCall {
  /// The allowed pages in calls. A page beyond the end of a deck leads to the last page.
  public static let pages = 1...100_000

  /// Checks that `goto` has a page, and other actions have none.
  public func validate() throws(ControlError) {
    guard (turn == .goto) == (page != nil) else {
      throw .invalidValue(
        parameter: "page", value: page.map { "\($0)" } ?? "none",
        expected: turn == .goto ? "the number of a page with goto" : "none with \(turn.rawValue)")
    }
    try checkNumber(page, within: Self.pages, "page")
  }
}

extension PageTurn {
  /// Returns the page after the action, from 1 to `count`. `number` is the page of `goto`.
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

extension ContentAtCall {
  /// Checks the content and the size.
  public func validate() throws(ControlError) {
    try content?.validate()
    guard longestSide == nil || content != nil else {
      throw .invalidValue(
        parameter: "longestSide", value: longestSide.map { "\($0)" } ?? "none", expected: "content with it")
    }
    try checkNumber(longestSide, within: ScreenshotCall.longestSides, "longestSide", unit: " pixels")
  }
}

extension FilePictureCall {
  /// Checks the path and the size.
  public func validate() throws(ControlError) {
    guard file.utf8.first == UInt8(ascii: "/") else {
      throw .invalidValue(parameter: "file", value: file, expected: "a path that begins with /")
    }
    try checkNumber(longestSide, within: ScreenshotCall.longestSides, "longestSide", unit: " pixels")
  }
}

extension OfferSetupCall {
  /// The limit of each text.
  public static let mostBytes = 512

  /// Checks that no text is too long or empty, and that a code has a page.
  public func validate() throws(ControlError) {
    for text in [address, page, code, link] { try checkLength(text, limit: Self.mostBytes) }
    for (name, text) in [("address", address), ("page", page), ("code", code), ("link", link)] where text == "" {
      throw .invalidValue(parameter: name, value: "", expected: "a text, or no such parameter")
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
  /// The scene configurations by role. A single empty configuration counts as none.
  public var manifest: [String: [SceneConfigurationInfo]] {
    scenes.mapValues { $0.count == 1 && $0.first?.isEmpty == true ? [] : $0 }
  }

  /// Checks numbers and names, and content as in `Show`.
  public func validate() throws(ControlError) {
    try checkCount(scenes.count, atMost: ControlLimits.roles, "scenes", "roles")
    for (role, configurations) in manifest.sorted(by: { $0.key < $1.key }) {
      try checkCount(
        configurations.count, atMost: ControlLimits.configurations, "scenes.\(role)", "configurations")
      var names: Set<String> = []
      for (index, configuration) in configurations.enumerated() {
        let path = "scenes.\(role).\(index)"
        guard !configuration.isEmpty else {
          throw .invalidValue(
            parameter: path, value: "{}",
            expected: "a configuration with a name; only a single {} means no configuration")
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
  /// Makes a message with the other fields empty.
  public init(_ kind: Kind, session: String? = nil) {
    self.kind = kind
    self.session = session
  }
}

extension SceneConfigurationInfo {
  /// The name of a configuration without a name.
  public static let defaultName = "default"

  var isEmpty: Bool { self == SceneConfigurationInfo() }

  /// `path` is the place in the message.
  func validate(_ path: String) throws(ControlError) {
    if let name, name.isEmpty || name.utf8.count > 64 {
      throw .invalidValue(parameter: "\(path).name", value: name, expected: "1 to 64 characters")
    }
    try checkCount(modes?.count ?? 0, atMost: ControlLimits.modes, "\(path).modes", "wishes")
    try match?.validate("\(path).match")
    try content?.validate()
  }
}

extension ScreenMatchInfo {
  /// Checks that there is a pattern, and that no pattern is too long.
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
  /// Checks the number of changes, and each change.
  public func validate() throws(ControlError) {
    try checkCount(changes.count, atMost: ControlLimits.changes, "changes", "of them")
    for (index, change) in changes.enumerated() { try change.validate("changes.\(index)") }
  }
}

extension SceneChangeInfo {
  /// `path` is the place in the message.
  func validate(_ path: String) throws(ControlError) {
    guard content == nil || configured != true else {
      throw .invalidValue(
        parameter: "\(path).content", value: "one, and configured", expected: "either content or configured")
    }
    try content?.validate()
    try activity?.validate("\(path).activity")
  }
}

extension RequestSceneCall {
  /// Checks the type of the activity.
  public func validate() throws(ControlError) { try activity?.validate("activity") }
}

extension ActivityInfo {
  /// `path` is the place in the message.
  func validate(_ path: String) throws(ControlError) { try checkWord(type, "\(path).type") }
}

extension SendInputCall {
  /// Checks the word and the text.
  public func validate() throws(ControlError) {
    guard (1...64).contains(kind.utf8.count) else {
      throw .invalidValue(parameter: "kind", value: String(kind.prefix(64)), expected: "a word of 1 to 64 bytes")
    }
    if let text { try checkWord(text, "text") }
  }
}

private func checkWord(_ text: String, _ parameter: String) throws(ControlError) {
  let isControl = { (scalar: Unicode.Scalar) in scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) }
  guard (1...256).contains(text.utf8.count), !text.unicodeScalars.contains(where: isControl) else {
    throw .invalidValue(
      parameter: parameter, value: String(text.prefix(64)), expected: "1 to 256 bytes without control characters")
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
    try checkNumber(page, within: TurnPageCall.pages, "page")
    try checkNumber(durationSeconds, within: 0...86_400, "durationSeconds", unit: " seconds")
  }
}

extension ControlTalkCall {
  /// Checks that the values belong to the action and are in their ranges.
  public func validate() throws(ControlError) {
    let given: [(String, Bool, Bool)] = [
      ("page", page != nil, action == .goto), ("x", x != nil, action.isPointing || (action == .video && y != nil)),
      ("y", y != nil, action.isPointing || (action == .video && x != nil)),
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
    try checkNumber(seconds, within: 0...86_400, "seconds", unit: " seconds")
    for (name, share) in [("x", x), ("y", y)] { try checkNumber(share, within: 0...1, name) }
    try checkNumber(page, within: TurnPageCall.pages, "page")
    try checkLength(text)
  }
}

extension TalkAction {
  /// Whether the action needs a position on the slide.
  public var isPointing: Bool { self == .pointer || self == .spotlight }

  /// Whether the action turns something on or off.
  var isSwitch: Bool { self == .freeze || self == .black || self == .white || self == .video }
}

extension TalkSlidesCall {
  /// Checks the numbers.
  public func validate() throws(ControlError) {
    try checkNumber(first, within: TurnPageCall.pages, "first")
    try checkNumber(count, within: 1...50, "count")
  }
}

extension SetTalkNotesCall {
  /// Checks the numbers.
  public func validate() throws(ControlError) {
    try set?.validate()
    for note in notes {
      try checkNumber(note.page, within: TurnPageCall.pages, "notes.page")
      try checkLength(note.text)
    }
  }
}

extension TalkNoteSet {
  /// The longest version, in bytes.
  public static let versionBytes = 128

  /// Checks the version and the part.
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
    try checkNumber(page, within: TurnPageCall.pages, "page")
    try checkNumber(width, within: 16...1920, "width")
    try checkNumber(height, within: 16...1200, "height")
  }
}

extension EventsCall {
  /// Checks that both values are present, or none.
  public func validate() throws(ControlError) {
    guard (after == nil) == (run == nil) else {
      throw .invalidValue(
        parameter: "after", value: after.map { "\($0)" } ?? "none", expected: "after and run, or neither of them")
    }
  }
}

extension SimulateCall {
  /// The allowed time in a command, in seconds.
  public static let times = 0.0...86_400

  /// Makes a command without its parameters.
  public init(_ command: SimulationCommand, screen: String? = nil) {
    self.command = command
    self.screen = screen
  }

  /// Checks that the command has its parameters.
  public func validate() throws(ControlError) {
    try checkNumber(seconds, within: Self.times, "seconds", unit: " seconds")
    try checkNumber(count, within: 1...1_000_000, "count")
    try checkNumber(clockKilohertz, within: 1...100_000_000, "clockKilohertz")
    if edid != nil, display != nil {
      throw .invalidValue(parameter: "display", value: display ?? "", expected: "either an EDID or a display's mode")
    }
    switch command {
    case .plug:
      try need(screen, "screen")
      if edid == nil, display == nil, unreadable != true {
        // The last unplugged display returns unchanged, so it takes no parameters.
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
}
