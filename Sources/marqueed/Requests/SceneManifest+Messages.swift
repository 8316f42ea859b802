import Configuration
import ContentModel
import ControlProtocol
import DisplayTypes
import Scenes

nonisolated extension SceneManifest {
  init(_ call: RegisterAppCall, now: WallTime) throws(ControlError) {
    self.init(supportsMultipleScenes: call.supportsMultipleScenes ?? false, version: call.version)
    for (role, infos) in call.manifest.sorted(by: { $0.key < $1.key }) {
      if let near = SceneRoleDescription.near(role) {
        throw .invalidValue(parameter: "scenes", value: role, expected: "a role; did you mean \(near)?")
      }
      guard NameRule.admits(role) else {
        throw .invalidValue(parameter: "scenes", value: role, expected: "a role's name: \(NameRule.expected)")
      }
      var all: [SceneConfiguration] = []
      for (index, info) in infos.enumerated() {
        var configuration = SceneConfiguration(name: info.name ?? SceneConfigurationInfo.defaultName)
        try configuration.take(info, for: SceneRole(rawValue: role), path: "scenes.\(role).\(index)", now: now)
        all.append(configuration)
      }
      configurations[SceneRole(rawValue: role)] = all
    }
  }

  /// The configuration that an app's answer chooses: one of the manifest by name, or a new one.
  func configuration(
    _ info: SceneConfigurationInfo, for role: SceneRole, now: WallTime
  ) throws(ControlError) -> SceneConfiguration {
    let named = configurations(for: role).first { $0.name == info.name }
    if info == SceneConfigurationInfo(name: info.name) {
      if let named { return named }
      throw .invalidValue(
        parameter: "configuration.name", value: info.name ?? "none",
        expected: "one of the manifest: " + configurations(for: role).map(\.name).joined(separator: ", "))
    }
    guard info.match == nil else {
      throw .invalidValue(
        parameter: "configuration.match", value: "a rule", expected: "none: it is for the screen of the question alone")
    }
    guard info.interactive == nil else {
      throw .invalidValue(
        parameter: "configuration.interactive", value: "a choice", expected: "none: it belongs to the manifest")
    }
    var made = named ?? SceneConfiguration(name: info.name ?? SceneConfigurationInfo.defaultName)
    try made.take(info, for: role, path: "configuration", now: now)
    made.match = nil
    made.isMadeOnTheSpot = true
    return made
  }
}

nonisolated extension SceneConfiguration {
  /// - Parameter path: the path of `info` in the call.
  fileprivate mutating func take(
    _ info: SceneConfigurationInfo, for role: SceneRole, path: String, now: WallTime
  ) throws(ControlError) {
    if role == .application { try info.refuseFixed(path) }
    if info.interactive != nil, !role.isFurther {
      throw .invalidValue(
        parameter: "\(path).interactive", value: "one of the role \(role.rawValue)",
        expected: "none: only scenes of a role of your own, which a screen's rule names, can be interactive")
    }
    if let isInteractive = info.interactive { self.isInteractive = isInteractive }
    if let isPrivate = info.private { self.isPrivate = isPrivate }
    if let match = info.match { self.match = ScreenMatch(match) }
    if let content = info.content { self.content = try ContentDescription(content, path: "\(path).content", now: now) }
    if let wishes = info.modes {
      modes = []
      for (index, text) in wishes.enumerated() {
        do throws(ModeWishError) {
          modes.append(Sourced(try ModeWish(text)))
        } catch {
          throw .invalidValue(parameter: "\(path).modes.\(index)", value: text, expected: ModeWishError.expected)
        }
      }
    }
    if let text = info.size {
      guard let size = PixelSizeReader.size(text) else {
        throw .invalidValue(parameter: "\(path).size", value: text, expected: PixelSizeReader.expected)
      }
      self.size = size
    }
  }
}

nonisolated extension SceneConfigurationInfo {
  /// Refuses keys that application scenes cannot have, because they belong to no display and change no mode.
  fileprivate func refuseFixed(_ path: String) throws(ControlError) {
    let said = [
      ("match", match.map { "\(ScreenMatch($0))" }), ("modes", modes?.joined(separator: ", ")), ("size", size),
    ]
    for case (let key, let value?) in said {
      throw .invalidValue(
        parameter: "\(path).\(key)", value: value,
        expected:
          "none: application scenes have no \(key), because they are laid out for the display on which they are "
          + "placed, in the mode that it has")
    }
  }
}

nonisolated extension ScreenMatch {
  fileprivate init(_ info: ScreenMatchInfo) {
    self.init(
      connector: info.connector.map { GlobPattern($0) }, make: info.make.map { GlobPattern($0) },
      model: info.model.map { GlobPattern($0) }, serial: info.serial.map { GlobPattern($0) })
  }
}

nonisolated extension ActivityInfo {
  init(_ activity: UserActivity) {
    self.init(type: activity.type, userInfo: activity.userInfo.isEmpty ? nil : activity.userInfo.json)
  }
}

nonisolated extension SceneChange {
  init(_ info: SceneChangeInfo, path: String, now: WallTime) throws(ControlError) {
    self.init(session: info.session, window: info.window)
    if let content = info.content {
      self.content = .chosen(try ContentDescription(content, path: "\(path).content", now: now))
    }
    if info.configured == true { content = .configured }
    if let values = info.userInfo { userInfo = try UserInfo(asked: values) }
    if let activity = info.activity { self.activity = try UserActivity(asked: activity) }
  }
}

nonisolated extension UserActivity {
  init(asked info: ActivityInfo) throws(ControlError) {
    let values = try UserInfo(asked: info.userInfo ?? [:])
    do throws(UserInfoError) {
      try self.init(type: info.type, userInfo: values)
    } catch {
      throw .invalidValue(
        parameter: "activity.type", value: info.type, expected: "at most \(Self.maximumTypeBytes) bytes")
    }
  }
}
