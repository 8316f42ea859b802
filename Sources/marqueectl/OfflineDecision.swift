import Configuration
import ControlProtocol
import DisplayTypes
import EDID
import ModeSelection

/// The decision for a display that is not there: from its EDID and a configuration file, without a daemon.
enum OfflineDecision {
  static func record(edidFile: String, configurationFile: String?, connector: String) throws -> DecisionRecord {
    let bytes = try InputFile.bytes(from: edidFile, limit: 32 * 1024, kind: "EDID")
    let edid = try? EDID(bytes: bytes)
    let configuration = try configuration(configurationFile)
    let identity = edid?.displayIdentity ?? .unknown
    let rule = configuration.rule(connectorName: connector, identity: identity)
    // The kernel lists the formats of TVs at both of their rates.
    let modes = edid.map { $0.modes + $0.alternateRateModes } ?? []
    let plan = ModeSelector.candidates(
      ModeSelectionInput(
        modes: modes, isGuessed: edid == nil,
        sceneWishes: sceneWishes(configuration, connector: connector, identity: identity), rule: rule))
    var record = DecisionRecord(
      screen: connector, make: identity.make, model: identity.model, serial: identity.serial,
      edid: EDIDInfo(settled: edid != nil, bytes: bytes.count, problems: edid?.complaints ?? problem(bytes)))
    record.rule = rule.map { rule in
      let place = rule.match.location.map { "\($0) " } ?? ""
      return "\(place)(\(rule.match.value))"
    }
    record.unmetWishes = plan.refusals.map {
      UnmetWishInfo(wish: $0.wish, source: $0.source.word, reason: $0.reason, near: $0.near)
    }
    record.candidates = plan.candidates.map {
      CandidateInfo(mode: $0.name, source: $0.source.word, wish: $0.wish, reason: $0.reason)
    }
    record.winner = plan.candidates.first?.name
    record.notes = edid?.linkNeeds(beyond: modes) ?? []
    record.settings = settings(rule) + [support(configuration, rule, connector: connector, identity: identity)]
    return record
  }

  private static func configuration(_ path: String?) throws -> Configuration {
    guard let path else { return .default }
    do {
      return try ConfigurationFile.load(path)
    } catch {
      throw ToolFailure(message: "\(error)", status: .failed)
    }
  }

  private static func problem(_ bytes: [UInt8]) -> [String] {
    do throws(EDIDError) {
      _ = try EDID(bytes: bytes)
      return []
    } catch {
      return [error.description]
    }
  }

  /// The wishes of the foreground app's scene for an external display.
  private static func sceneWishes(
    _ configuration: Configuration, connector: String, identity: DisplayIdentity
  ) -> [Sourced<ModeWish>] {
    let name = configuration.foregroundApp(connectorName: connector, identity: identity)?.value
    let rule = configuration.rule(connectorName: connector, identity: identity)
    let role = rule?.role?.value ?? SceneRoleDescription.externalDisplayNonInteractive
    let scenes = name.flatMap { configuration.app(named: $0) }?.configurations(for: role) ?? []
    // As the daemon does (`SceneManifest`): one for this very screen before one for any.
    let scene =
      scenes.first { $0.match?.value.matches(connectorName: connector, identity: identity) ?? false }
      ?? scenes.first { $0.match == nil }
    return scene?.modes ?? []
  }

  /// What is said of external displays: of the screen, of its foreground app, of all.
  private static func support(
    _ configuration: Configuration, _ rule: ModeRule?, connector: String, identity: DisplayIdentity
  ) -> SettingInfo {
    let app = configuration.foregroundApp(connectorName: connector, identity: identity)?.value
    let stated: [(Sourced<ExternalSupport>?, SettingLevel)] = [
      (rule?.support, .screen), (app.flatMap { configuration.app(named: $0) }?.support, .app),
      (configuration.support, .overall),
    ]
    let (value, level) = stated.first { $0.0 != nil } ?? (nil, .overall)
    return SettingInfo(
      name: "support", value: (value?.value ?? .external).rawValue,
      origin: value?.location == nil ? .builtIn : .configuration, level: level,
      location: value?.location?.description)
  }

  private static func settings(_ rule: ModeRule?) -> [SettingInfo] {
    func setting<Value>(_ name: String, _ value: Sourced<Value>?, _ fallback: String, _ text: (Value) -> String)
      -> SettingInfo
    {
      guard let value else { return SettingInfo(name: name, value: fallback, origin: .builtIn) }
      return SettingInfo(
        name: name, value: text(value.value), origin: .configuration, level: .screen,
        location: value.location?.description)
    }
    return [
      setting("use", rule?.use, "external", \.rawValue),
      setting("role", rule?.role, SceneRoleDescription.externalDisplayNonInteractive) { $0 },
      setting("rotation", rule?.rotation, "0", \.rawValue),
      setting("scale", rule?.scale, "auto", \.text),
      setting("overscan", rule?.overscan, "none") {
        "\($0.top.text) \($0.right.text) \($0.bottom.text) \($0.left.text)"
      },
      setting("cec", rule?.cec, "auto", \.text),
      setting("ddc", rule?.ddc, "off") { $0 ? "on" : "off" },
    ]
  }
}
