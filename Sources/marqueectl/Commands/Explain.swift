import ArgumentParser
import Configuration
internal import ContentModel
import ControlProtocol
import DisplayTypes
import EDID

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Explain the mode and the picture of a screen.",
    discussion: """
      marqueectl explain HDMI-A-1
      marqueectl explain --edid tv.bin --config marquee.yaml [HDMI-A-1]
      The second form needs no daemon. It prints the mode that the daemon would choose for a display with this EDID on that connector.
      """)

  @OptionGroup var options: ClientOptions
  @Argument(help: "The screen, or with --edid the connector (default: HDMI-A-1).", completion: Completions.screens)
  var screen: String?
  @Option(help: ArgumentHelp("A file with EDID bytes.", valueName: "file"), completion: .file()) var edid: String?
  @Option(help: ArgumentHelp("A configuration file; only with --edid.", valueName: "file"), completion: .file())
  var config: String?

  func validate() throws {
    if edid == nil, config != nil { throw ValidationError("--config can be used only with --edid.") }
    if edid == nil, screen == nil { throw ValidationError("Give a screen, or --edid and a file.") }
  }

  func run() throws {
    let reply =
      if let edid {
        ExplainReply(
          record: try OfflineDecision(configurationFile: config, connector: screen ?? "HDMI-A-1", edidFile: edid).record
        )
      } else {
        try options.call(ExplainCall(screen: screen ?? "", content: true))
      }
    let hasTimes = reply.record.content.contains { $0.since != nil || $0.until != nil }
    let clock = hasTimes ? DaemonClock(of: options) : .local
    try options.output.print(reply) { DecisionText.text($0.record, on: clock) }
  }
}

/// The decision for an absent display, from its EDID and a configuration file, without a daemon.
struct OfflineDecision {
  private let configuration: Configuration
  private let connector: String
  private let bytes: [UInt8]
  private let edid: EDID?
  private let problems: [String]

  init(configurationFile: String?, connector: String, edidFile: String) throws {
    bytes = try InputFile.bytes(from: edidFile, limit: 32 * 1024, kind: "EDID")
    configuration = try configurationFile.map(ConfigurationFile.load) ?? .default
    self.connector = connector
    do throws(EDIDError) {
      let edid = try EDID(bytes: bytes)
      (self.edid, problems) = (edid, edid.complaints)
    } catch {
      (edid, problems) = (nil, [error.description])
    }
  }

  private var identity: DisplayIdentity { edid?.displayIdentity ?? .unknown }
  private var rule: ModeRule? { configuration.rule(connectorName: connector, identity: identity) }
  private var app: AppDescription? {
    configuration.foregroundApp(connectorName: connector, identity: identity)
      .flatMap { configuration.app(named: $0.value) }
  }

  var record: DecisionRecord {
    // The kernel lists each TV format at both of its rates.
    let modes = edid.map { $0.modes + $0.alternateRateModes } ?? []
    let plan = ModeSelector.candidates(
      ModeSelectionInput(modes: modes, isGuessed: edid == nil, sceneWishes: sceneWishes, rule: rule))
    var record = DecisionRecord(
      screen: connector, make: identity.make, model: identity.model, serial: identity.serial,
      edid: EDIDInfo(settled: edid != nil, bytes: bytes.count, problems: problems))
    record.rule = rule.map { rule in
      let place = rule.match.location.map { "\($0) " } ?? ""
      return "\(place)(\(rule.match.value))"
    }
    record.unmetWishes = plan.refusals.map {
      UnmetWishInfo(wish: $0.wish, source: $0.source.word, reason: $0.reason, near: $0.near)
    }
    record.candidates = plan.candidates.map {
      CandidateInfo(mode: ScreenModeInfo($0), source: $0.source.word, wish: $0.wish, reason: $0.reason)
    }
    record.winner = plan.candidates.first.map { ScreenModeInfo($0) }
    record.notes = edid?.linkNeeds(beyond: modes) ?? []
    record.settings = settings + [support]
    record.label = rule?.name?.value
    let narrow = configuration.narrowed(toConnector: connector, identity: identity)
    if narrow.usesShortForm { record.longForm = narrow.longForm }
    return record
  }

  private var sceneWishes: [Sourced<ModeWish>] {
    let role = rule?.role?.value ?? SceneRoleDescription.externalDisplayNonInteractive
    let scenes = app?.configurations(for: role) ?? []
    // As in the daemon (`SceneManifest`), a scene for this screen takes precedence over a scene for any screen.
    let scene =
      scenes.first { $0.match?.value.matches(connectorName: connector, identity: identity) ?? false }
      ?? scenes.first { $0.match == nil }
    return scene?.modes ?? []
  }

  /// The setting for the support of external displays: of the screen, its foreground app, or all screens.
  private var support: SettingInfo {
    let stated: [(Sourced<ExternalSupport>?, SettingLevel)] = [
      (rule?.support, .screen), (app?.support, .app), (configuration.support, .overall),
    ]
    let (value, level) = stated.first { $0.0 != nil } ?? (nil, .overall)
    return SettingInfo(
      name: "support", value: (value?.value ?? .external).rawValue,
      origin: value?.location == nil ? .builtIn : .configuration, level: level,
      location: value?.location?.description)
  }

  private var settings: [SettingInfo] {
    func setting<Value>(
      _ name: String, _ value: Sourced<Value>?, _ fallback: String, _ text: (Value) -> String
    ) -> SettingInfo {
      guard let value else { return SettingInfo(name: name, value: fallback, origin: .builtIn) }
      return SettingInfo(
        name: name, value: text(value.value), origin: .configuration, level: .screen,
        location: value.location?.description)
    }
    return [
      setting("use", rule?.use, "external", \.rawValue),
      setting("role", rule?.role, SceneRoleDescription.externalDisplayNonInteractive) { $0 },
      setting("prefersApplication", rule?.prefersApplication, "off") { $0 ? "on" : "off" },
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

enum DecisionText {
  static func text(_ record: DecisionRecord, on clock: DaemonClock = .local) -> String {
    let identity = [record.make, record.model, record.serial].filter { !$0.isEmpty }.joined(separator: " ")
    var lines = [
      "\(record.screen)\(record.label.map { "  \($0)" } ?? "")  \(identity.isEmpty ? "(unknown display)" : identity)",
      "EDID: \(edid(record.edid))",
    ]
    lines += record.edid.problems.map { "  \($0)" }
    lines.append("Rule: \(record.rule ?? "none matches")")
    let isLater = record.shows == "dark" && record.winner != nil
    let modesets = record.modesets == 0 ? "" : " (\(record.modesets) modeset\(record.modesets == 1 ? "" : "s"))"
    let none = record.steps.last.map { "\($0.step)" } == "modeset" ? "none yet, it is being set" : "none"
    lines.append("Mode: \(record.winner?.name ?? none)\(isLater ? " when it is lit" : "")\(modesets)")
    lines += section("Wishes that were not met:", record.unmetWishes.map(unmet))
    lines += section("Candidates, in order:", candidates(record.candidates))
    lines += section("Tried on the device:", record.attempts.map(attempt))
    lines += section("Settings:", record.settings.map(setting))
    lines += section("Steps:", steps(record.steps))
    if let shows = record.shows { lines.append("Shows: \(shows)") }
    lines += record.showsBecause.map { "  \($0.holds ? "yes" : "no ")  \($0.rule): \($0.reason)" }
    lines += section("Content:", ContentText.lines(record.content, clock))
    lines += section("In the long form:", record.longForm?.split(separator: "\n").map(String.init) ?? [])
    lines += record.notes.map { "Note: \($0)" }
    return lines.joined(separator: "\n")
  }

  private static func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [title] + lines.map { "  \($0)" }
  }

  private static func edid(_ edid: EDIDInfo) -> String {
    let state = edid.settled ? "settled" : "guessed, because it could not be read"
    return "\(state), \(edid.bytes) bytes" + (edid.probes > 0 ? ", probed again \(edid.probes) times" : "")
  }

  private static func unmet(_ wish: UnmetWishInfo) -> String {
    "\(wish.wish) (\(wish.source)): \(wish.reason)"
      + (wish.near.isEmpty ? "" : "; near: \(wish.near.joined(separator: ", "))")
  }

  /// Lists the first candidates only. A TV has dozens of modes, and the last ones are never tried.
  private static func candidates(_ all: [CandidateInfo]) -> [String] {
    let shown = 10
    let lines = all.prefix(shown).enumerated().map { index, candidate in
      "\(index + 1). \(candidate.mode.name): \(candidate.reason)" + (candidate.wish.map { " (wish \($0))" } ?? "")
    }
    return all.count > shown ? lines + ["and \(all.count - shown) more (--json lists all)"] : lines
  }

  private static func attempt(_ attempt: AttemptInfo) -> String {
    guard !attempt.accepted else { return "\(attempt.mode.name): \(attempt.kind.rawValue) accepted" }
    let reason = [attempt.message, attempt.errno.map { "errno \($0)" }].compactMap(\.self).joined(separator: ", ")
    return "\(attempt.mode.name): \(attempt.kind.rawValue) refused" + (reason.isEmpty ? "" : " (\(reason))")
  }

  private static func setting(_ setting: SettingInfo) -> String {
    let source = [setting.origin.rawValue, setting.level?.rawValue, setting.location].compactMap(\.self)
    return "\(setting.name): \(setting.value) (\(source.joined(separator: ", ")))"
  }

  private static func steps(_ steps: [StepInfo]) -> [String] {
    let first = steps.first?.monotonicNanoseconds ?? 0
    return steps.map {
      "\($0.step): +\(($0.monotonicNanoseconds - min(first, $0.monotonicNanoseconds)) / 1_000_000) ms"
    }
  }
}
