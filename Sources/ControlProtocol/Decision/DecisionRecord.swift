/// How a screen came to its mode and its picture.
public struct DecisionRecord: Codable, Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// The display's maker.
  public var make: String
  /// The display's model.
  public var model: String
  /// The display's serial.
  public var serial: String
  /// How far its EDID can be trusted.
  public var edid: EDIDInfo
  /// The rule of the configuration that matched, as `marquee.yaml:3 (make DEL)`; nil where none did.
  public var rule: String?
  /// Wishes that no mode answers.
  public var unmetWishes: [UnmetWishInfo]
  /// The modes considered, in order.
  public var candidates: [CandidateInfo]
  /// What was tried on the device, in order.
  public var attempts: [AttemptInfo]
  /// The short name of the mode that is applied, or is to be tried first where the screen is dark; nil where there is none.
  public var winner: String?
  /// Modesets since the display was plugged in.
  public var modesets: Int
  /// The steps since it was plugged in, in order.
  public var steps: [StepInfo]
  /// Every setting of the screen.
  public var settings: [SettingInfo]
  /// What is shown, as a sentence; nil where nothing decides.
  public var shows: String?
  /// The rules of what a screen shows, in order.
  public var showsBecause: [ShownReason]
  /// What of the scene's content is seen; empty where no content is, or whoever asks may not know.
  public var content: [ContentMomentInfo]
  /// Why something else is seen than what was asked for, and what of it cannot be shown; a sentence each.
  public var notes: [String]

  /// Makes one from its fields.
  public init(
    screen: String, make: String = "", model: String = "", serial: String = "", edid: EDIDInfo, rule: String? = nil,
    unmetWishes: [UnmetWishInfo] = [], candidates: [CandidateInfo] = [], attempts: [AttemptInfo] = [],
    winner: String? = nil, modesets: Int = 0, steps: [StepInfo] = [], settings: [SettingInfo] = [],
    shows: String? = nil, showsBecause: [ShownReason] = [], content: [ContentMomentInfo] = [], notes: [String] = []
  ) {
    self.screen = screen
    self.make = make
    self.model = model
    self.serial = serial
    self.edid = edid
    self.rule = rule
    self.unmetWishes = unmetWishes
    self.candidates = candidates
    self.attempts = attempts
    self.winner = winner
    self.modesets = modesets
    self.steps = steps
    self.settings = settings
    self.shows = shows
    self.showsBecause = showsBecause
    self.content = content
    self.notes = notes
  }

  /// Reads one; what an older daemon does not tell is empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      screen: try container.decode(String.self, forKey: .screen),
      make: try container.decode(String.self, forKey: .make),
      model: try container.decode(String.self, forKey: .model),
      serial: try container.decode(String.self, forKey: .serial),
      edid: try container.decode(EDIDInfo.self, forKey: .edid),
      rule: try container.decodeIfPresent(String.self, forKey: .rule),
      unmetWishes: try container.decode([UnmetWishInfo].self, forKey: .unmetWishes),
      candidates: try container.decode([CandidateInfo].self, forKey: .candidates),
      attempts: try container.decode([AttemptInfo].self, forKey: .attempts),
      winner: try container.decodeIfPresent(String.self, forKey: .winner),
      modesets: try container.decode(Int.self, forKey: .modesets),
      steps: try container.decode([StepInfo].self, forKey: .steps),
      settings: try container.decode([SettingInfo].self, forKey: .settings),
      shows: try container.decodeIfPresent(String.self, forKey: .shows),
      showsBecause: try container.decode([ShownReason].self, forKey: .showsBecause),
      content: try container.decodeIfPresent([ContentMomentInfo].self, forKey: .content) ?? [],
      notes: try container.decodeIfPresent([String].self, forKey: .notes) ?? [])
  }
}
