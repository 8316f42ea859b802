// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// The size of a display's picture in millimetres.
public struct PhysicalSizeInfo: Codable, Hashable, Sendable {
  /// Width of the picture in millimetres.
  public var widthMillimeters: Int
  /// Height of the picture in millimetres.
  public var heightMillimeters: Int

  public init(widthMillimeters: Int, heightMillimeters: Int) {
    self.widthMillimeters = widthMillimeters
    self.heightMillimeters = heightMillimeters
  }
}

/// A mode of a screen, as clients see it.
public struct ScreenModeInfo: Codable, Hashable, Sendable {
  /// The short name, unique within the screen: `1920x1080@59.94`, `720x480@59.94 4:3`.
  public var name: String
  /// Visible pixels in a line.
  public var width: Int
  /// Visible lines.
  public var height: Int
  /// Refreshes (fields, if interlaced) in a thousand seconds.
  public var refreshMillihertz: Int
  /// Whether every refresh carries half of the lines.
  public var interlaced: Bool
  /// Whether the display prefers it.
  public var preferred: Bool
  /// A pixel's width divided by its height.
  public var pixelAspectRatio: Double
  /// The picture aspect announced to a TV, as `16:9`; nil if none is.
  public var pictureAspect: String?

  public init(
    name: String, width: Int, height: Int, refreshMillihertz: Int, interlaced: Bool = false,
    preferred: Bool = false, pixelAspectRatio: Double = 1, pictureAspect: String? = nil
  ) {
    self.name = name
    self.width = width
    self.height = height
    self.refreshMillihertz = refreshMillihertz
    self.interlaced = interlaced
    self.preferred = preferred
    self.pixelAspectRatio = pixelAspectRatio
    self.pictureAspect = pictureAspect
  }

  enum CodingKeys: String, CodingKey {
    case name, width, height, refreshMillihertz, interlaced, preferred, pixelAspectRatio, pictureAspect
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    try container.encode(refreshMillihertz, forKey: .refreshMillihertz)
    try container.encode(interlaced, forKey: .interlaced)
    try container.encode(preferred, forKey: .preferred)
    try container.encode(pixelAspectRatio, forKey: .pixelAspectRatio)
    try container.encode(pictureAspect, forKey: .pictureAspect)
  }
}

/// A screen: a connected display with its identity and its modes.
public struct ScreenInfo: Codable, Hashable, Sendable {
  /// The connector's name, as `HDMI-A-1`: unique on the machine.
  public var name: String
  /// The own name of the screen, as `Counter`; nil if the configuration gives it none.
  public var label: String?
  /// The device file of its card, as `/dev/dri/card0`, or `simulated`.
  public var device: String
  /// Whether a display is there.
  public var status: ScreenStatus
  /// Whether the EDID could not be read yet, so that modes and identity are guesses.
  public var guessed: Bool
  /// The three-letter identifier of the maker; empty if it is unknown.
  public var make: String
  /// The display's name or product code; empty if it is unknown.
  public var model: String
  /// The serial text or number; empty if there is none.
  public var serial: String
  /// The picture's size; nil if it is unknown.
  public var physicalSize: PhysicalSizeInfo?
  /// The rotation of the picture: `0`, `90`, `180`, `270`, `flipped`, `flipped-90`, `flipped-180` or `flipped-270`.
  public var rotation: String
  /// Pixels a point.
  public var scale: Double
  /// How far each edge of the picture is moved inwards.
  public var overscan: OverscanInfo
  /// Whether a person has switched the signal off. A schedule can switch it off too: then `shown` is dark.
  public var power: ScreenPower
  /// Whether black covers the picture.
  public var blank: Bool
  /// Whether the picture is held.
  public var frozen: Bool
  /// The volume of its sound in percent; nil from a daemon without sound.
  public var volume: Int?
  /// What the screen is used for.
  public var use: ScreenUseInfo
  /// The role of the scenes for it.
  public var role: String
  /// The support for external displays that counts for it.
  public var support: SupportInfo
  /// Its foreground app; nil if there is none.
  public var foreground: String?
  /// The mode that is applied; nil while the screen is off.
  public var currentMode: ScreenModeInfo?
  /// The display's preferred mode; nil if it has no modes.
  public var preferredMode: ScreenModeInfo?
  /// All modes that can be shown.
  public var availableModes: [ScreenModeInfo]
  /// The name of the screen that it mirrors; nil if it shows its own picture.
  public var mirroredScreen: String?
  /// The identifier of the scene on it; nil if there is none.
  public var scene: String?
  /// What it shows.
  public var shown: ShownInfo
  /// The rule that decided what it shows, in one word, as `foreground`; empty before the first decision.
  public var reason: String

  public init(
    name: String, label: String? = nil, device: String, status: ScreenStatus = .connected, guessed: Bool = false,
    make: String = "", model: String = "", serial: String = "", physicalSize: PhysicalSizeInfo? = nil,
    rotation: String = "0", scale: Double = 1, overscan: OverscanInfo = OverscanInfo(), power: ScreenPower = .on,
    blank: Bool = false, frozen: Bool = false, volume: Int? = nil, use: ScreenUseInfo = .external,
    role: String = "externalDisplayNonInteractive", support: SupportInfo = .external, foreground: String? = nil,
    currentMode: ScreenModeInfo? = nil, preferredMode: ScreenModeInfo? = nil, availableModes: [ScreenModeInfo] = [],
    mirroredScreen: String? = nil, scene: String? = nil, shown: ShownInfo = .idle, reason: String = ""
  ) {
    self.name = name
    self.label = label
    self.device = device
    self.status = status
    self.guessed = guessed
    self.make = make
    self.model = model
    self.serial = serial
    self.physicalSize = physicalSize
    self.rotation = rotation
    self.scale = scale
    self.overscan = overscan
    self.power = power
    self.blank = blank
    self.frozen = frozen
    self.volume = volume
    self.use = use
    self.role = role
    self.support = support
    self.foreground = foreground
    self.currentMode = currentMode
    self.preferredMode = preferredMode
    self.availableModes = availableModes
    self.mirroredScreen = mirroredScreen
    self.scene = scene
    self.shown = shown
    self.reason = reason
  }

  enum CodingKeys: String, CodingKey {
    case name, label, device, status, guessed, make, model, serial, physicalSize, rotation, scale, overscan, power,
      blank, frozen, volume, use, role, support, foreground, currentMode, preferredMode, availableModes, mirroredScreen,
      scene, shown, reason
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(label, forKey: .label)
    try container.encode(device, forKey: .device)
    try container.encode(status, forKey: .status)
    try container.encode(guessed, forKey: .guessed)
    try container.encode(make, forKey: .make)
    try container.encode(model, forKey: .model)
    try container.encode(serial, forKey: .serial)
    try container.encode(physicalSize, forKey: .physicalSize)
    try container.encode(rotation, forKey: .rotation)
    try container.encode(scale, forKey: .scale)
    try container.encode(overscan, forKey: .overscan)
    try container.encode(power, forKey: .power)
    try container.encode(blank, forKey: .blank)
    try container.encode(frozen, forKey: .frozen)
    try container.encode(volume, forKey: .volume)
    try container.encode(use, forKey: .use)
    try container.encode(role, forKey: .role)
    try container.encode(support, forKey: .support)
    try container.encode(foreground, forKey: .foreground)
    try container.encode(currentMode, forKey: .currentMode)
    try container.encode(preferredMode, forKey: .preferredMode)
    try container.encode(availableModes, forKey: .availableModes)
    try container.encode(mirroredScreen, forKey: .mirroredScreen)
    try container.encode(scene, forKey: .scene)
    try container.encode(shown, forKey: .shown)
    try container.encode(reason, forKey: .reason)
  }
}

/// Whether a display is on a connector.
public enum ScreenStatus: String, Codable, Hashable, Sendable, CaseIterable {
  /// A display is there.
  case connected
  /// No display is there.
  case disconnected

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "status")
  }
}

/// Whether a person has switched a screen's signal off.
public enum ScreenPower: String, Codable, Hashable, Sendable, CaseIterable {
  /// It is on, unless a schedule has switched it off.
  case on
  /// It is off until it is switched on.
  case off

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "power")
  }
}

/// What a screen is used for.
public enum ScreenUseInfo: String, Codable, Hashable, Sendable, CaseIterable {
  /// It shows external scenes.
  case external
  /// It is the main screen.
  case main
  /// It belongs to the console, and is never touched.
  case console
  /// It stays dark.
  case dark

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "use")
  }
}

/// The use of external displays.
public enum SupportInfo: String, Codable, Hashable, Sendable, CaseIterable {
  /// They show scenes.
  case external
  /// They show the main screen's picture.
  case mirror
  /// They are dark and released.
  case off

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "support")
  }
}

/// What a screen shows.
public enum ShownInfo: String, Codable, Hashable, Sendable, CaseIterable {
  /// Nothing: there is no signal.
  case dark
  /// What the console shows.
  case untouched
  /// An external scene, or a raised alarm or a talk.
  case scene
  /// The application scenes of an app.
  case applications
  /// A placeholder for a private scene.
  case placeholder
  /// Black: the controller of its app has gone.
  case black
  /// The picture of another screen.
  case mirror
  /// The idle frame.
  case idle

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "shown")
  }
}

/// The frame that shows a change: when it was on the screen, or why it never was.
public struct PresentedFrame: Codable, Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// The frame's number on that screen, counted from 1 since the daemon first lit that connector.
  public var sequence: UInt64
  /// When the flip happened, on the kernel's monotonic clock; zero if it never did.
  public var monotonicNanoseconds: UInt64
  /// Whose clock the timestamp was read from.
  public var timestampSource: TimestampSource
  /// A hash of the frame's pixels, in hexadecimal; empty if it was never drawn, or some of it is private.
  public var frame: String
  /// How the flip ended.
  public var ending: FlipEnding

  public init(
    screen: String, sequence: UInt64, monotonicNanoseconds: UInt64, timestampSource: TimestampSource = .driver,
    frame: String, ending: FlipEnding = .presented
  ) {
    self.screen = screen
    self.sequence = sequence
    self.monotonicNanoseconds = monotonicNanoseconds
    self.timestampSource = timestampSource
    self.frame = frame
    self.ending = ending
  }
}

/// Whose clock a flip's timestamp was read from.
public enum TimestampSource: String, Codable, Hashable, Sendable, CaseIterable {
  /// The driver's vblank timestamp.
  case driver
  /// The daemon's own clock: the driver gives no timestamp, or an absurd one.
  case daemon

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "timestampSource")
  }
}

/// How a requested frame ended; each ends exactly once.
public enum FlipEnding: String, Codable, Hashable, Sendable, CaseIterable {
  /// It was shown.
  case presented
  /// A newer frame took its place before it was shown.
  case superseded
  /// It was thrown away: the screen went, was turned off, or failed.
  case discarded

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "ending")
  }
}

/// The part of a content, or of a region of a layout, that is shown at a time.
public struct ContentMomentInfo: Codable, Hashable, Sendable {
  /// The region's name, or its place from 1; nil without a layout.
  public var region: String?
  /// The item's name, as `evening/menu.pdf/3`; empty for content that plays nothing.
  public var item: String
  /// The picture of the screen, in words: `image /var/lib/marquee/media/menu.png`.
  public var shows: String
  /// The beginning, as `2026-12-31T17:00:00Z`; nil without one.
  public var since: String?
  /// When it is replaced; nil if it stays.
  public var until: String?
  /// Why items were passed over.
  public var skipped: [String]

  public init(
    region: String? = nil, item: String, shows: String, since: String? = nil, until: String? = nil,
    skipped: [String] = []
  ) {
    self.region = region
    self.item = item
    self.shows = shows
    self.since = since
    self.until = until
    self.skipped = skipped
  }

  enum CodingKeys: String, CodingKey {
    case region, item, shows, since, until, skipped
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(region, forKey: .region)
    try container.encode(item, forKey: .item)
    try container.encode(shows, forKey: .shows)
    try container.encode(since, forKey: .since)
    try container.encode(until, forKey: .until)
    try container.encode(skipped, forKey: .skipped)
  }
}

/// How far each edge of the picture is moved inwards: `2%`, `2.5%`, `24px`.
public struct OverscanInfo: Codable, Hashable, Sendable {
  /// The inset of the top edge.
  public var top: String
  /// The inset of the right edge.
  public var right: String
  /// The inset of the bottom edge.
  public var bottom: String
  /// The inset of the left edge.
  public var left: String

  public init(top: String = "0px", right: String = "0px", bottom: String = "0px", left: String = "0px") {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case top, right, bottom, left
  }

  /// Reads one; an unknown field is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.top = try container.decodeIfPresent(String.self, forKey: .top) ?? "0px"
    self.right = try container.decodeIfPresent(String.self, forKey: .right) ?? "0px"
    self.bottom = try container.decodeIfPresent(String.self, forKey: .bottom) ?? "0px"
    self.left = try container.decodeIfPresent(String.self, forKey: .left) ?? "0px"
  }
}

/// How far a screen's identity and modes can be trusted, and why.
public struct EDIDInfo: Codable, Hashable, Sendable {
  /// Whether the EDID was read, or the connector never has one.
  public var settled: Bool
  /// The length of the EDID in bytes; zero if none was read.
  public var bytes: Int
  /// How often it was probed again since the display was connected.
  public var probes: Int
  /// When it is probed again, on the monotonic clock; nil if it is not.
  public var nextProbeNanoseconds: UInt64?
  /// Its errors, each as a sentence.
  public var problems: [String]

  public init(
    settled: Bool, bytes: Int, probes: Int = 0, nextProbeNanoseconds: UInt64? = nil, problems: [String] = []
  ) {
    self.settled = settled
    self.bytes = bytes
    self.probes = probes
    self.nextProbeNanoseconds = nextProbeNanoseconds
    self.problems = problems
  }

  enum CodingKeys: String, CodingKey {
    case settled, bytes, probes, nextProbeNanoseconds, problems
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(settled, forKey: .settled)
    try container.encode(bytes, forKey: .bytes)
    try container.encode(probes, forKey: .probes)
    try container.encode(nextProbeNanoseconds, forKey: .nextProbeNanoseconds)
    try container.encode(problems, forKey: .problems)
  }
}

/// A mode that was considered, in the order of trial.
public struct CandidateInfo: Codable, Hashable, Sendable {
  /// The mode.
  public var mode: ScreenModeInfo
  /// The origin of the wish: `trialChoice`, `runtimeChoice`, `sceneWish`, `rule`, `history`, `preferred` or `fallback`.
  public var source: String
  /// The wish that it answers, as it was written; nil if there was none.
  public var wish: String?
  /// Why it stands here, as a sentence.
  public var reason: String

  public init(mode: ScreenModeInfo, source: String, wish: String? = nil, reason: String) {
    self.mode = mode
    self.source = source
    self.wish = wish
    self.reason = reason
  }

  enum CodingKeys: String, CodingKey {
    case mode, source, wish, reason
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(mode, forKey: .mode)
    try container.encode(source, forKey: .source)
    try container.encode(wish, forKey: .wish)
    try container.encode(reason, forKey: .reason)
  }
}

/// A wish that no mode of the screen answers.
public struct UnmetWishInfo: Codable, Hashable, Sendable {
  /// The wish, as it was written.
  public var wish: String
  /// The origin of the wish, as in `CandidateInfo`.
  public var source: String
  /// Why it fell through, as a sentence.
  public var reason: String
  /// Names of modes that come close, the closest first.
  public var near: [String]

  public init(wish: String, source: String, reason: String, near: [String] = []) {
    self.wish = wish
    self.source = source
    self.reason = reason
    self.near = near
  }
}

/// One try of a mode on the device.
public struct AttemptInfo: Codable, Hashable, Sendable {
  /// The mode.
  public var mode: ScreenModeInfo
  /// How the mode was tried.
  public var kind: AttemptKind
  /// Whether the device took it.
  public var accepted: Bool
  /// The kernel's errno, if the kernel refused it.
  public var errno: Int?
  /// Why it was refused, as a sentence.
  public var message: String?

  public init(mode: ScreenModeInfo, kind: AttemptKind, accepted: Bool, errno: Int? = nil, message: String? = nil) {
    self.mode = mode
    self.kind = kind
    self.accepted = accepted
    self.errno = errno
    self.message = message
  }

  enum CodingKeys: String, CodingKey {
    case mode, kind, accepted, errno, message
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(mode, forKey: .mode)
    try container.encode(kind, forKey: .kind)
    try container.encode(accepted, forKey: .accepted)
    try container.encode(errno, forKey: .errno)
    try container.encode(message, forKey: .message)
  }
}

/// How a mode was tried on the device.
public enum AttemptKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// An atomic test that changes nothing (`DRM_MODE_ATOMIC_TEST_ONLY`).
  case test
  /// A real commit.
  case commit

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "kind")
  }
}

/// A step between plug and picture.
public struct StepInfo: Codable, Hashable, Sendable {
  /// The step: `noticed`, `probed`, `settled`, `selected`, `tested`, `committed`, `presented`.
  public var step: String
  /// When it was done, on the monotonic clock.
  public var monotonicNanoseconds: UInt64

  public init(step: String, monotonicNanoseconds: UInt64) {
    self.step = step
    self.monotonicNanoseconds = monotonicNanoseconds
  }
}

/// The value of a setting and its origin.
public struct SettingInfo: Codable, Hashable, Sendable {
  /// The setting: `mode`, `rotation`, `scale`, `overscan`, `content`, `power` and so on.
  public var name: String
  /// Its value, as the configuration file would have it.
  public var value: String
  /// The origin of the value.
  public var origin: SettingOrigin
  /// How specific it was; nil for a default.
  public var level: SettingLevel?
  /// The place in the configuration, as `marquee.yaml:12`; nil for every other origin.
  public var location: String?

  public init(name: String, value: String, origin: SettingOrigin, level: SettingLevel? = nil, location: String? = nil) {
    self.name = name
    self.value = value
    self.origin = origin
    self.level = level
    self.location = location
  }

  enum CodingKeys: String, CodingKey {
    case name, value, origin, level, location
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(value, forKey: .value)
    try container.encode(origin, forKey: .origin)
    try container.encode(level, forKey: .level)
    try container.encode(location, forKey: .location)
  }
}

/// The origin of a setting's value.
public enum SettingOrigin: String, Codable, Hashable, Sendable, CaseIterable {
  /// The built-in default.
  case builtIn = "default"
  /// The configuration file.
  case configuration
  /// A choice at run time, which wins over the file until it is reset.
  case runtime
  /// The registration of an app of another program; `reset` leaves it as it is.
  case registration
  /// The display itself, by its EDID.
  case display

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "origin")
  }
}

/// How specific a setting is; the most specific wins.
public enum SettingLevel: String, Codable, Hashable, Sendable, CaseIterable {
  /// For the screen.
  case screen
  /// For the app.
  case app
  /// For everything.
  case overall

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "level")
  }
}

/// A rule for the picture of a screen, and whether it holds.
public struct ShownReason: Codable, Hashable, Sendable {
  /// The rule's name: `untouched`, `dark`, `alarm`, `support`, `main`, `withheld`, `foreground`, `fallback`, `mirror`
  /// or `idle`.
  public var rule: String
  /// Whether it holds; the first that does decides.
  public var holds: Bool
  /// Why, as a sentence.
  public var reason: String

  public init(rule: String, holds: Bool, reason: String) {
    self.rule = rule
    self.holds = holds
    self.reason = reason
  }
}

/// The decisions that led to a screen's mode and picture.
public struct DecisionRecord: Codable, Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// The own name of the screen, as `Counter`; nil if the configuration gives it none.
  public var label: String?
  /// The display's maker.
  public var make: String
  /// The display's model.
  public var model: String
  /// The display's serial.
  public var serial: String
  /// How far its EDID can be trusted.
  public var edid: EDIDInfo
  /// The rule of the configuration that matched, as `marquee.yaml:3 (make DEL)`; nil if none did.
  public var rule: String?
  /// Wishes that no mode answers.
  public var unmetWishes: [UnmetWishInfo]
  /// The modes considered, in order.
  public var candidates: [CandidateInfo]
  /// The modes that were tried on the device, in order.
  public var attempts: [AttemptInfo]
  /// The mode that is applied, or that is tried first if the screen is dark; nil if there is none.
  public var winner: ScreenModeInfo?
  /// Modesets since the display was plugged in.
  public var modesets: Int
  /// The steps since it was plugged in, in order.
  public var steps: [StepInfo]
  /// Every setting of the screen.
  public var settings: [SettingInfo]
  /// The picture that is shown, as a sentence; nil if no rule decides.
  public var shows: String?
  /// The rules for the picture of a screen, in order.
  public var showsBecause: [ShownReason]
  /// The visible part of the scene's content; empty if there is no content, or the caller may not know it.
  public var content: [ContentMomentInfo]
  /// Why the screen shows something other than requested, and which parts of it cannot be shown; a sentence each.
  public var notes: [String]
  /// The settings of the screen in the long form, as YAML; nil if the configuration has it already.
  public var longForm: String?

  public init(
    screen: String, label: String? = nil, make: String = "", model: String = "", serial: String = "",
    edid: EDIDInfo, rule: String? = nil, unmetWishes: [UnmetWishInfo] = [], candidates: [CandidateInfo] = [],
    attempts: [AttemptInfo] = [], winner: ScreenModeInfo? = nil, modesets: Int = 0, steps: [StepInfo] = [],
    settings: [SettingInfo] = [], shows: String? = nil, showsBecause: [ShownReason] = [],
    content: [ContentMomentInfo] = [], notes: [String] = [], longForm: String? = nil
  ) {
    self.screen = screen
    self.label = label
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
    self.longForm = longForm
  }

  enum CodingKeys: String, CodingKey {
    case screen, label, make, model, serial, edid, rule, unmetWishes, candidates, attempts, winner, modesets, steps,
      settings, shows, showsBecause, content, notes, longForm
  }

  /// Reads one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.screen = try container.decode(String.self, forKey: .screen)
    self.label = try container.decodeIfPresent(String.self, forKey: .label)
    self.make = try container.decode(String.self, forKey: .make)
    self.model = try container.decode(String.self, forKey: .model)
    self.serial = try container.decode(String.self, forKey: .serial)
    self.edid = try container.decode(EDIDInfo.self, forKey: .edid)
    self.rule = try container.decodeIfPresent(String.self, forKey: .rule)
    self.unmetWishes = try container.decode([UnmetWishInfo].self, forKey: .unmetWishes)
    self.candidates = try container.decode([CandidateInfo].self, forKey: .candidates)
    self.attempts = try container.decode([AttemptInfo].self, forKey: .attempts)
    self.winner = try container.decodeIfPresent(ScreenModeInfo.self, forKey: .winner)
    self.modesets = try container.decode(Int.self, forKey: .modesets)
    self.steps = try container.decode([StepInfo].self, forKey: .steps)
    self.settings = try container.decode([SettingInfo].self, forKey: .settings)
    self.shows = try container.decodeIfPresent(String.self, forKey: .shows)
    self.showsBecause = try container.decode([ShownReason].self, forKey: .showsBecause)
    self.content = try container.decodeIfPresent([ContentMomentInfo].self, forKey: .content) ?? []
    self.notes = try container.decodeIfPresent([String].self, forKey: .notes) ?? []
    self.longForm = try container.decodeIfPresent(String.self, forKey: .longForm)
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(screen, forKey: .screen)
    try container.encode(label, forKey: .label)
    try container.encode(make, forKey: .make)
    try container.encode(model, forKey: .model)
    try container.encode(serial, forKey: .serial)
    try container.encode(edid, forKey: .edid)
    try container.encode(rule, forKey: .rule)
    try container.encode(unmetWishes, forKey: .unmetWishes)
    try container.encode(candidates, forKey: .candidates)
    try container.encode(attempts, forKey: .attempts)
    try container.encode(winner, forKey: .winner)
    try container.encode(modesets, forKey: .modesets)
    try container.encode(steps, forKey: .steps)
    try container.encode(settings, forKey: .settings)
    try container.encode(shows, forKey: .shows)
    try container.encode(showsBecause, forKey: .showsBecause)
    try container.encode(content, forKey: .content)
    try container.encode(notes, forKey: .notes)
    try container.encode(longForm, forKey: .longForm)
  }
}
