import Composition
import ContentWords
import ControlProtocol
import DisplayTypes
import ModeSelection
import Scenes

/// The state as JSON says it.
///
/// Version 1 had neither user information nor the days on which displays were seen; it is read as if nothing were known of these.
nonisolated struct StateRecord: Codable {
  static let newestVersion = 2

  var version: Int
  var displays: [Display]
  /// Missing only where they are written beside the rest.
  var sessions: [Session]?
  var foregroundApp: String?
  var support: Support?
  var apps: [RegisteredApp]?

  /// Sessions that are no more, of apps that have not been told.
  var discarded: [Session]?
  /// Apps that are away, by the day since which that is known.
  var absentApps: [String: Int]?

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
    /// A kind and its value, in the words of the configuration; what a later version keeps may be unknown here.
    var content: JSONValue?
    var userInfo: [String: JSONValue]?
    var activity: Activity?
    /// Left, top, width and height as shares of the display.
    var frame: [Double]?
    var manifestVersion: Int?
    var window: Bool?
    var answer: Configuration?
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
  }

  var state: PersistentState {
    PersistentState(
      displays: displays.map(\.record), sessions: (sessions ?? []).map(\.record), foregroundApp: foregroundApp,
      support: support?.choices ?? SupportChoices(), apps: (apps ?? []).map(\.record),
      discarded: (discarded ?? []).map(\.record),
      absentApps: (absentApps ?? [:]).filter { StateRecord.isDay($0.value) })
  }

  /// Whether there can be such a day, up to the year 9999; of any other it is as if nobody knew it.
  fileprivate static func isDay(_ day: Int) -> Bool { (0...2_932_896).contains(day) }
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
      blank: choices.isBlank ? true : nil,
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
        scale: scale, overscan: insets, isPoweredOff: poweredOff ?? false,
        onUntil: onUntil.flatMap { WallTime($0) }, isBlank: blank ?? false,
        foregroundApp: foregroundApp, placedApp: placedApp, support: support.flatMap(ExternalSupport.init(rawValue:)),
        mirror: mirror.map { MirrorWish(MirrorWish.Source($0.of), fit: MirrorFit(rawValue: $0.fit) ?? .letterbox) },
        front: talk.flatMap(FrontAdmission.init(rawValue:))),
      hadEDID: hadEDID,
      lastSeenDay: lastSeenDay.flatMap { StateRecord.isDay($0) ? $0 : nil })
  }
}

nonisolated extension StateRecord.Session {
  init(_ record: SessionRecord) {
    self.init(
      identifier: record.identifier, app: record.app, role: record.role.rawValue, configuration: record.configuration,
      identity: StateRecord.Identity(record.identity), connector: record.connector,
      content: record.chosenContent.map { ContentInfo($0).json },
      userInfo: record.userInfo.isEmpty ? nil : record.userInfo.json,
      activity: record.activity.map { StateRecord.Activity(type: $0.type, userInfo: $0.userInfo.json) },
      frame: record.frame.map { [$0.x, $0.y, $0.width, $0.height] }, manifestVersion: record.manifestVersion,
      window: record.attachesWindow, answer: record.answer.map(StateRecord.Configuration.init))
  }

  /// A frame that there can be; of any other it is as if none was said.
  private static func frame(_ numbers: [Double]) -> UnitRect? {
    guard numbers.count == 4 else { return nil }
    let frame = UnitRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    return frame.isWindowFrame ? frame : nil
  }

  var record: SessionRecord {
    SessionRecord(
      identifier: identifier, app: app, role: SceneRole(rawValue: role), configuration: configuration,
      identity: identity.identity, connector: connector,
      chosenContent: content.flatMap { ContentDescription(kept: $0) },
      userInfo: userInfo.flatMap { try? UserInfo($0) } ?? .empty,
      activity: activity.flatMap { try? UserActivity(type: $0.type, userInfo: UserInfo($0.userInfo)) },
      frame: frame.flatMap(Self.frame),
      manifestVersion: manifestVersion, attachesWindow: window, answer: answer?.configuration)
  }
}
