// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Applies the changed configuration file; a file with an error changes nothing.
public struct ReloadCall: PictureCall, Hashable {
  public typealias Reply = ReloadReply
  public static var method: ControlMethod { .reload }
  public static var parameterNames: [String] { CodingKeys.names }

  /// Whether to answer at once instead of after the flips; nil for no.
  public var noWait: Bool?

  public init(noWait: Bool? = nil) {
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case noWait
  }
}

/// Answers `Reload`.
public struct ReloadReply: ControlReply, Hashable {
  /// The configuration file; nil if the daemon has none.
  public var file: String?
  /// The changes, each as a sentence; empty if the file has the same meaning as before.
  public var changes: [String]
  /// The frames that show the changes, one for each screen whose picture is another one; empty with `noWait`.
  public var presented: [PresentedFrame]
  /// Why screens show nothing of the changes, and why the changes would not survive the daemon.
  public var note: String?
  /// The next step at the command line; nil if there is none.
  public var hint: String?
  /// The media that the file names and that cannot be shown, each as a sentence with file and line.
  public var warnings: [String]

  public init(
    file: String? = nil, changes: [String], presented: [PresentedFrame] = [], note: String? = nil,
    hint: String? = nil, warnings: [String] = []
  ) {
    self.file = file
    self.changes = changes
    self.presented = presented
    self.note = note
    self.hint = hint
    self.warnings = warnings
  }

  enum CodingKeys: String, CodingKey {
    case file, changes, presented, note, hint, warnings
  }

  /// Reads one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.file = try container.decodeIfPresent(String.self, forKey: .file)
    self.changes = try container.decode([String].self, forKey: .changes)
    self.presented = try container.decodeIfPresent([PresentedFrame].self, forKey: .presented) ?? []
    self.note = try container.decodeIfPresent(String.self, forKey: .note)
    self.hint = try container.decodeIfPresent(String.self, forKey: .hint)
    self.warnings = try container.decodeIfPresent([String].self, forKey: .warnings) ?? []
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(changes, forKey: .changes)
    try container.encode(presented, forKey: .presented)
    try container.encode(note, forKey: .note)
    try container.encode(hint, forKey: .hint)
    try container.encode(warnings, forKey: .warnings)
  }
}

/// Asks for the changes of a configuration, without applying it.
public struct PlanCall: ControlParameters, Hashable {
  public typealias Reply = PlanReply
  public static var method: ControlMethod { .plan }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The text of the configuration file.
  public var configuration: String
  /// The file's whole path, for messages, and for the files that it names.
  public var file: String

  public init(configuration: String, file: String) {
    self.configuration = configuration
    self.file = file
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case configuration, file
  }
}

/// Answers `Plan`.
public struct PlanReply: ControlReply, Hashable {
  /// The changes, as `Reload` would return them; empty if there are none.
  public var changes: [String]
  /// The effect on each connected screen.
  public var screens: [ScreenPlanInfo]
  /// The media that it names and that cannot be shown, each as a sentence with file and line.
  public var warnings: [String]

  public init(changes: [String], screens: [ScreenPlanInfo], warnings: [String] = []) {
    self.changes = changes
    self.screens = screens
    self.warnings = warnings
  }

  enum CodingKeys: String, CodingKey {
    case changes, screens, warnings
  }

  /// Reads one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.changes = try container.decode([String].self, forKey: .changes)
    self.screens = try container.decode([ScreenPlanInfo].self, forKey: .screens)
    self.warnings = try container.decodeIfPresent([String].self, forKey: .warnings) ?? []
  }
}
