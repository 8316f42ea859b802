import ContentWords
import ControlProtocol
import DisplayTypes
import ModeSelection
import Scenes

nonisolated extension StateRecord {
  /// An app that registered.
  struct RegisteredApp: Codable {
    var name: String
    var fallback: Bool?
    var multiple: Bool?
    var version: Int?
    var user: UInt32?
    var isPrivate: Bool?
    var support: String?
    /// Nil for an app whose picture stays.
    var loss: String?
    var scenes: [String: [Configuration]]

    enum CodingKeys: String, CodingKey {
      case name, fallback, multiple, version, user
      case isPrivate = "private"
      case support, loss, scenes
    }
  }

  /// A configuration of its scenes.
  struct Configuration: Codable {
    var name: String
    var content: JSONValue?
    var modes: [String]?
    var size: [Int]?
    /// Made for one connection; the manifest has none of it.
    var made: Bool?
    var isPrivate: Bool?
    /// The patterns by connector, make, model and serial.
    var match: [String: String]?

    enum CodingKeys: String, CodingKey {
      case name, content, modes, size, made
      case isPrivate = "private"
      case match
    }
  }
}

nonisolated extension StateRecord.RegisteredApp {
  init(_ record: AppRecord) {
    var scenes: [String: [StateRecord.Configuration]] = [:]
    for (role, configurations) in record.manifest.configurations {
      scenes[role.rawValue] = configurations.map(StateRecord.Configuration.init)
    }
    self.init(
      name: record.name, fallback: record.isFallback ? true : nil,
      multiple: record.manifest.supportsMultipleScenes ? true : nil, version: record.manifest.version,
      user: record.owner, isPrivate: record.isPrivate ? true : nil, support: record.support?.rawValue,
      loss: record.controllerLoss == .keep ? nil : record.controllerLoss.rawValue, scenes: scenes)
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

nonisolated extension StateRecord.Configuration {
  init(_ configuration: SceneConfiguration) {
    self.init(
      name: configuration.name, content: configuration.content.map { ContentInfo($0).json },
      modes: configuration.modes.isEmpty ? nil : configuration.modes.map { "\($0.value)" },
      size: configuration.size.map { [$0.width, $0.height] }, made: configuration.isMadeOnTheSpot ? true : nil,
      isPrivate: configuration.isPrivate ? true : nil, match: configuration.match.map(Self.patterns))
  }

  var configuration: SceneConfiguration {
    var pixels: PixelSize?
    if let size, size.count == 2, size.allSatisfy({ (1...8192).contains($0) }) {
      pixels = PixelSize(width: size[0], height: size[1])
    }
    return SceneConfiguration(
      name: name, content: content.flatMap { ContentDescription(kept: $0) },
      modes: (modes ?? []).compactMap { text in (try? ModeWish(text)).map { Sourced($0) } },
      match: match.map(Self.match), size: pixels, isPrivate: isPrivate ?? false, isMadeOnTheSpot: made ?? false)
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
