import Composition
import Configuration
import Content
import ContentModel
import ControlProtocol
import DisplayTypes
import Scenes

/// The state as JSON. Version 1 had neither user information nor the days on which displays were seen.
nonisolated struct StateRecord: Codable {
  static let newestVersion = 2

  var version: Int
  var displays: [Display]
  /// Missing only if `StateEncoder` writes them.
  var sessions: [Session]?
  var foregroundApp: String?
  var support: Support?
  var apps: [RegisteredApp]?
  /// Discarded sessions whose apps were not notified yet.
  var discarded: [Session]?
  /// The first day of absence of each absent app.
  var absentApps: [String: Int]?
  /// The alarms that calls have raised; the newest is last.
  var alarms: [Alarm]?

  nonisolated struct Alarm: Codable {
    var name: String
    /// A kind and its value; those of a later version may be unknown here.
    var content: JSONValue
    var screens: [String]?
    var until: String?
    var isConfined: Bool?
    var user: String?
  }

  nonisolated struct Support: Codable {
    var overall: String?
    var apps: [String: String]
  }

  nonisolated struct Identity: Codable {
    var make: String
    var model: String
    var serial: String
  }

  nonisolated struct Display: Codable {
    var identity: Identity
    var connector: String
    var mode: ModeRecord?
    var hadEDID: Bool
    var chosenMode: String?
    var rotation: String?
    var scale: Double?
    var overscan: [String]?
    var poweredOff: Bool?
    var onUntil: String?
    var blank: Bool?
    var volume: Int?
    var foregroundApp: String?
    var support: String?
    var mirror: Mirror?
    var placedApp: String?
    var lastSeenDay: Int?
    var talk: String?
  }

  nonisolated struct Mirror: Codable {
    var of: String
    var fit: String
  }

  nonisolated struct Session: Codable {
    var identifier: String
    var app: String
    var role: String
    var configuration: String
    var identity: Identity
    var connector: String
    /// A kind and its value. A later version may know kinds that this one does not.
    var content: JSONValue?
    /// Whether the content may use only files of the media folder.
    var isConfined: Bool?
    var userInfo: [String: JSONValue]?
    var activity: Activity?
    /// Left edge, top edge, width and height, as shares of the display.
    var frame: [Double]?
    var manifestVersion: Int?
    var window: Bool?
    var answer: KeptConfiguration?
    var request: Request?
  }

  /// The request for a scene that has not connected yet.
  nonisolated struct Request: Codable {
    var activity: Activity?
    var configuration: String?
    var app: String?
  }

  nonisolated struct Activity: Codable {
    var type: String
    var userInfo: [String: JSONValue]
  }

  init(_ state: PersistentState, hasSessions: Bool = true) {
    version = StateRecord.newestVersion
    displays = state.displays.map(Display.init)
    sessions = hasSessions ? state.sessions.map(Session.init) : nil
    foregroundApp = state.foregroundApp
    support = state.support == SupportChoices() ? nil : Support(state.support)
    apps = state.apps.isEmpty ? nil : state.apps.map(RegisteredApp.init)
    absentApps = state.absentApps.isEmpty ? nil : state.absentApps
    discarded = state.discarded.isEmpty || !hasSessions ? nil : state.discarded.map(Session.init)
    alarms = state.alarms.isEmpty ? nil : state.alarms.map(Alarm.init)
  }

  var state: PersistentState {
    PersistentState(
      displays: displays.map(\.record), sessions: (sessions ?? []).map(\.record), foregroundApp: foregroundApp,
      support: support?.choices ?? SupportChoices(), apps: (apps ?? []).map(\.record),
      discarded: (discarded ?? []).map(\.record),
      absentApps: (absentApps ?? [:]).filter { StateRecord.isDay($0.value) }, alarms: (alarms ?? []).map(\.record))
  }

  /// Whether the day is valid, up to the year 9999; other days are ignored.
  fileprivate static func isDay(_ day: Int) -> Bool { (0...2_932_896).contains(day) }
}

nonisolated extension StateRecord.Alarm {
  init(_ record: AlarmRecord) {
    self.init(
      name: record.name, content: ContentInfo(record.content).json, screens: record.screens,
      until: record.until.map { "\($0)" }, isConfined: record.isConfined ? true : nil,
      user: record.user)
  }

  /// An alarm whose content is unknown here is red.
  var record: AlarmRecord {
    AlarmRecord(
      name: name, content: ContentDescription(kept: content) ?? .color(AlarmContent.red), screens: screens,
      until: until.flatMap { WallTime($0) }, isConfined: isConfined == true, user: user)
  }
}

nonisolated extension StateRecord.Support {
  init(_ choices: SupportChoices) {
    self.init(overall: choices.overall?.rawValue, apps: choices.apps.mapValues(\.rawValue))
  }

  var choices: SupportChoices {
    SupportChoices(
      overall: overall.flatMap(ExternalSupport.init(rawValue:)),
      apps: apps.compactMapValues(ExternalSupport.init(rawValue:)))
  }
}

nonisolated extension StateRecord.Identity {
  init(_ identity: DisplayIdentity) {
    self.init(make: identity.make, model: identity.model, serial: identity.serial)
  }

  var identity: DisplayIdentity { DisplayIdentity(make: make, model: model, serial: serial) }
}

nonisolated extension StateRecord.Display {
  init(_ record: DisplayRecord) {
    let choices = record.choices
    self.init(
      identity: StateRecord.Identity(record.identity), connector: record.connector,
      mode: record.mode.map(ModeRecord.init),
      hadEDID: record.hadEDID, chosenMode: choices.mode.map { "\($0)" }, rotation: choices.transform?.rawValue,
      scale: choices.scale, overscan: choices.overscan.map { [$0.top, $0.right, $0.bottom, $0.left].map(\.text) },
      poweredOff: choices.isPoweredOff ? true : nil, onUntil: choices.onUntil.map { "\($0)" },
      blank: choices.isBlank ? true : nil, volume: choices.volume,
      foregroundApp: choices.foregroundApp, support: choices.support?.rawValue,
      mirror: choices.mirror.map { StateRecord.Mirror(of: $0.source.word, fit: $0.fit.rawValue) },
      placedApp: choices.placedApp,
      lastSeenDay: record.lastSeenDay, talk: choices.front?.rawValue)
  }

  var record: DisplayRecord {
    var insets: OverscanInsets?
    if let overscan, overscan.count == 4 {
      let edges = overscan.map { OverscanInset($0) ?? .none }
      insets = OverscanInsets(top: edges[0], right: edges[1], bottom: edges[2], left: edges[3])
    }
    return DisplayRecord(
      identity: identity.identity, connector: connector, mode: mode?.mode,
      choices: RuntimeChoices(
        mode: chosenMode.flatMap { try? ModeWish($0) }, transform: rotation.flatMap(Transform.init(name:)),
        scale: scale, overscan: insets, volume: volume.flatMap { (0...100).contains($0) ? $0 : nil },
        isPoweredOff: poweredOff ?? false,
        onUntil: onUntil.flatMap { WallTime($0) }, isBlank: blank ?? false,
        foregroundApp: foregroundApp, placedApp: placedApp, support: support.flatMap(ExternalSupport.init(rawValue:)),
        mirror: mirror.map { MirrorWish(MirrorWish.Source($0.of), fit: MirrorFit(rawValue: $0.fit) ?? .letterbox) },
        front: talk.flatMap(FrontAdmission.init(rawValue:))),
      hadEDID: hadEDID,
      lastSeenDay: lastSeenDay.flatMap { StateRecord.isDay($0) ? $0 : nil })
  }
}

nonisolated extension StateRecord.Session {
  init(_ record: SceneSessionRecord) {
    self.init(
      identifier: record.identifier, app: record.app, role: record.role.rawValue, configuration: record.configuration,
      identity: StateRecord.Identity(record.identity), connector: record.connector,
      content: record.chosen.map { ContentInfo($0.description).json },
      isConfined: record.chosen?.isConfined == true ? true : nil,
      userInfo: record.userInfo.isEmpty ? nil : record.userInfo.json,
      activity: record.activity.map(StateRecord.Activity.init),
      frame: record.frame.map { [$0.x, $0.y, $0.width, $0.height] }, manifestVersion: record.manifestVersion,
      window: record.attachesWindow, answer: record.answer.map(StateRecord.KeptConfiguration.init),
      request: record.request.map {
        StateRecord.Request(
          activity: $0.activity.map(StateRecord.Activity.init), configuration: $0.configuration, app: $0.sourceApp)
      })
  }

  private static func frame(_ numbers: [Double]) -> UnitRect? {
    guard numbers.count == 4 else { return nil }
    let frame = UnitRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    return frame.isWindowFrame ? frame : nil
  }

  var record: SceneSessionRecord {
    SceneSessionRecord(
      identifier: identifier, app: app, role: SceneRole(rawValue: role), configuration: configuration,
      identity: identity.identity, connector: connector,
      chosen: content.flatMap { ContentDescription(kept: $0) }.map {
        ChosenContent($0, isConfined: isConfined == true)
      },
      userInfo: userInfo.flatMap { try? UserInfo($0) } ?? .empty,
      activity: activity?.activity,
      frame: frame.flatMap(Self.frame),
      manifestVersion: manifestVersion, attachesWindow: window, answer: answer?.configuration,
      request: request.map {
        SceneRequest(activity: $0.activity?.activity, configuration: $0.configuration, sourceApp: $0.app)
      })
  }
}

nonisolated extension StateRecord.Activity {
  init(_ activity: UserActivity) { self.init(type: activity.type, userInfo: activity.userInfo.json) }

  /// Nil if it is too large.
  var activity: UserActivity? { try? UserActivity(type: type, userInfo: UserInfo(userInfo)) }
}

nonisolated extension StateRecord {
  struct RegisteredApp: Codable {
    var name: String
    var fallback: Bool?
    var multiple: Bool?
    var version: Int?
    var user: UInt32?
    var isPrivate: Bool?
    var support: String?
    /// Missing for an app whose pictures stay.
    var loss: String?
    var scenes: [String: [KeptConfiguration]]

    enum CodingKeys: String, CodingKey {
      case name, fallback, multiple, version, user
      case isPrivate = "private"
      case support, loss, scenes
    }
  }

  struct KeptConfiguration: Codable {
    var name: String
    var content: JSONValue?
    var modes: [String]?
    var size: [Int]?
    /// Whether it was made for one connection and is not in the manifest.
    var made: Bool?
    var isPrivate: Bool?
    /// The patterns by connector, make, model and serial.
    var match: [String: String]?
    var isInteractive: Bool?

    enum CodingKeys: String, CodingKey {
      case name, content, modes, size, made
      case isPrivate = "private"
      case match
      case isInteractive = "interactive"
    }
  }
}

nonisolated extension StateRecord.RegisteredApp {
  init(_ record: AppRecord) {
    let scenes = record.manifest.configurations.map { ($0.rawValue, $1.map(StateRecord.KeptConfiguration.init)) }
    self.init(
      name: record.name, fallback: record.isFallback ? true : nil,
      multiple: record.manifest.supportsMultipleScenes ? true : nil, version: record.manifest.version,
      user: record.owner, isPrivate: record.isPrivate ? true : nil, support: record.support?.rawValue,
      loss: record.controllerLoss == .keep ? nil : record.controllerLoss.rawValue,
      scenes: Dictionary(uniqueKeysWithValues: scenes))
  }

  var record: AppRecord {
    var configurations: [SceneRole: [SceneConfiguration]] = [:]
    for (role, kept) in scenes { configurations[SceneRole(rawValue: role)] = kept.map(\.configuration) }
    return AppRecord(
      name: name,
      manifest: SceneManifest(
        configurations: configurations, supportsMultipleScenes: multiple ?? false, version: version),
      isFallback: fallback ?? false, isPrivate: isPrivate ?? false,
      support: support.flatMap(ExternalSupport.init(rawValue:)), owner: user,
      controllerLoss: loss.flatMap(ControllerLoss.init(rawValue:)) ?? .keep)
  }
}

nonisolated extension StateRecord.KeptConfiguration {
  init(_ configuration: SceneConfiguration) {
    self.init(
      name: configuration.name, content: configuration.content.map { ContentInfo($0).json },
      modes: configuration.modes.isEmpty ? nil : configuration.modes.map { "\($0.value)" },
      size: configuration.size.map { [$0.width, $0.height] }, made: configuration.isMadeOnTheSpot ? true : nil,
      isPrivate: configuration.isPrivate ? true : nil, match: configuration.match.map(Self.patterns),
      isInteractive: configuration.isInteractive ? true : nil)
  }

  var configuration: SceneConfiguration {
    var pixels: PixelSize?
    if let size, size.count == 2, size.allSatisfy({ (1...8192).contains($0) }) {
      pixels = PixelSize(width: size[0], height: size[1])
    }
    return SceneConfiguration(
      name: name, content: content.flatMap { ContentDescription(kept: $0) },
      modes: (modes ?? []).compactMap { text in (try? ModeWish(text)).map { Sourced($0) } },
      match: match.map(Self.match), size: pixels, isPrivate: isPrivate ?? false,
      isInteractive: isInteractive ?? false, isMadeOnTheSpot: made ?? false)
  }

  private static func patterns(_ match: ScreenMatch) -> [String: String] {
    [
      "connector": match.connector, "make": match.make, "model": match.model, "serial": match.serial,
    ].compactMapValues { $0?.text }
  }

  private static func match(_ patterns: [String: String]) -> ScreenMatch {
    func pattern(_ key: String) -> GlobPattern? { patterns[key].map { GlobPattern($0) } }
    return ScreenMatch(
      connector: pattern("connector"), make: pattern("make"), model: pattern("model"), serial: pattern("serial"))
  }
}

nonisolated struct ModeRecord: Codable {
  var clockKilohertz: UInt32
  var horizontal: [UInt16]
  var vertical: [UInt16]
  var verticalScan: UInt16
  var flags: UInt32
  var pictureAspect: String?

  init(_ mode: ScreenMode) {
    clockKilohertz = mode.clockKilohertz
    horizontal = mode.horizontal.numbers
    vertical = mode.vertical.numbers
    verticalScan = mode.verticalScan
    flags = mode.flags
    pictureAspect = mode.pictureAspect?.rawValue
  }

  /// Nil for an implausible timing.
  var mode: ScreenMode? {
    guard let horizontal = ModeTiming(horizontal), let vertical = ModeTiming(vertical) else { return nil }
    let mode = ScreenMode(
      clockKilohertz: clockKilohertz, horizontal: horizontal, vertical: vertical, verticalScan: verticalScan,
      flags: flags, pictureAspect: pictureAspect.flatMap(PictureAspect.init(rawValue:)))
    return mode.isPlausible ? mode : nil
  }
}

nonisolated extension UserValue {
  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .text(value)
    case .array(let values): self = .list(values.map(UserValue.init))
    case .object(let values): self = .object(values.mapValues(UserValue.init))
    }
  }
}

nonisolated extension JSONValue {
  init(_ value: UserValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .text(let value): self = .string(value)
    case .list(let values): self = .array(values.map(JSONValue.init))
    case .object(let values): self = .object(values.mapValues(JSONValue.init))
    }
  }
}

nonisolated extension UserInfo {
  init(_ values: [String: JSONValue]) throws(UserInfoError) { try self.init(values.mapValues(UserValue.init)) }

  var json: [String: JSONValue] { values.mapValues(JSONValue.init) }
}
