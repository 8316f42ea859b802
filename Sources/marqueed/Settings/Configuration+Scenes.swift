import Configuration
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import Scenes

extension Configuration {
  var policy: ScreenPolicy {
    ScreenPolicy(
      rules: screens, unknownScreens: unknownScreens.value, support: support, idleColor: idleColor.value,
      foregroundApp: foregroundApp.map { Sourced($0.name.value, at: $0.foreground.location ?? $0.name.location) },
      backgroundScenes: backgroundScenes.value, standIn: standIn)
  }

  func makeApps(_ resources: ContentResources) -> [App] {
    apps.map { app in
      var configurations: [SceneRole: [SceneConfiguration]] = [:]
      for scenes in app.scenes {
        configurations[SceneRole(rawValue: scenes.role.value)] = scenes.configurations.map { scene in
          SceneConfiguration(
            name: scene.name.value, content: scene.content?.value, modes: scene.modes, match: scene.match?.value,
            size: scene.size?.value, isPrivate: scene.isPrivate?.value ?? false)
        }
      }
      return App(
        name: app.name.value,
        manifest: SceneManifest(
          configurations: configurations, supportsMultipleScenes: app.supportsMultipleScenes.value),
        isFallback: app.fallback.value, isAlarm: app.alarm.value, isPrivate: app.isPrivate.value,
        support: app.support,
        makeDelegate: { ContentSceneDelegate(resources) })
    }
  }

  /// Who may do what on the socket.
  var grants: [AccessRule] {
    [
      AccessRule(
        .observe, users: access.observe.users.map(\.value), groups: access.observe.groups.map(\.value)),
      AccessRule(
        .control, users: access.control.users.map(\.value), groups: access.control.groups.map(\.value)),
      AccessRule(
        .admin, users: access.admin.users.map(\.value), groups: access.admin.groups.map(\.value)),
    ]
  }

  /// Whether a rule wants displays to be asked by DDC/CI.
  var usesDDC: Bool { screens.contains { $0.ddc?.value == true } }

  /// Whether a scene that it declares needs the rasteriser.
  var showsText: Bool {
    apps.contains { app in
      app.scenes.contains { scenes in
        scenes.configurations.contains { scene in
          scene.content.map { [.banner, .setup].contains($0.value.kind) } ?? false
        }
      }
    }
  }
}

extension RuntimeChoices {
  /// Forgets what the file has a new word on.
  mutating func forget(_ keys: Set<ScreenRuleKey>) {
    for key in keys {
      switch key {
      case .modes: mode = nil
      case .rotation: transform = nil
      case .scale: scale = nil
      case .overscan: overscan = nil
      case .apps: foregroundApp = nil
      case .support: support = nil
      case .mirror: mirror = nil
      case .use, .maximum, .aspect, .role, .prefersApplication, .allowsAppModes, .cec, .ddc: break
      }
    }
  }
}
