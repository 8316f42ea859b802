import ControlProtocol
import DisplayTypes
import Presentation
import Scenes

nonisolated extension ScreenModeInfo {
  init(_ mode: ScreenMode, name: String) {
    self.init(
      name: name, width: mode.size.width, height: mode.size.height, refreshMillihertz: mode.refreshMillihertz,
      interlaced: mode.isInterlaced, preferred: mode.isPreferred, pixelAspectRatio: mode.pixelAspectRatio,
      pictureAspect: mode.pictureAspect?.rawValue)
  }

  static func list(_ modes: [ScreenMode]) -> [ScreenModeInfo] { list(modes, ModeNames(of: modes)) }

  fileprivate static func list(_ modes: [ScreenMode], _ names: ModeNames) -> [ScreenModeInfo] {
    modes.map { ScreenModeInfo($0, name: names[$0]) }
  }
}

nonisolated extension ScreenInfo {
  init(_ snapshot: ScreenSnapshot) { self.init(snapshot, ModeNames(of: snapshot.modes)) }

  private init(_ snapshot: ScreenSnapshot, _ names: ModeNames) {
    self.init(
      name: snapshot.name, device: snapshot.device, guessed: snapshot.edidState == .guessed,
      make: snapshot.identity.make, model: snapshot.identity.model, serial: snapshot.identity.serial,
      physicalSize: snapshot.physicalSize.map {
        PhysicalSizeInfo(widthMillimeters: $0.widthMillimeters, heightMillimeters: $0.heightMillimeters)
      },
      preferredMode: ModeSelector.preferredMode(of: snapshot.modes).map { ScreenModeInfo($0, name: names[$0]) },
      availableModes: ScreenModeInfo.list(snapshot.modes, names))
  }

  @MainActor init(_ screen: Screen, coordinator: ScreenCoordinator?) {
    let names = ModeNames(of: screen.availableModes)
    self.init(screen.snapshot, names)
    if screen.isStandIn { status = .disconnected }
    currentMode = screen.currentMode.map { ScreenModeInfo($0, name: names[$0]) }
    scale = screen.scale
    mirroredScreen = coordinator?.mirroredScreen
    scene = coordinator?.shownScene?.session.identifier
  }
}

nonisolated extension SessionInfo {
  @MainActor init(_ session: SceneSession) {
    self.init(
      identifier: session.identifier, app: session.app, role: session.role.rawValue,
      configuration: session.configuration.name, screen: session.scene == nil ? nil : session.connector,
      state: session.scene.flatMap { SceneStateInfo(rawValue: $0.state.rawValue) } ?? .unattached)
  }
}

nonisolated extension PresentedFrame {
  init(_ record: FlipRecord, screen: String) {
    self.init(
      screen: screen, sequence: record.sequence, timestampNanoseconds: record.timestamp.nanoseconds,
      timestampSource: record.isEstimated ? .daemon : .driver, frame: record.captured?.hash ?? "",
      ending: FlipEnding(rawValue: record.ending.rawValue) ?? .discarded)
  }
}

extension SceneSystem {
  var appInfos: [AppInfo] {
    apps.map { app in
      let owned = screens.filter { (try? find($0.name))?.decision.foreground?.app == app.name }
      return AppInfo(
        name: app.name, foreground: app.name == foregroundApp, screens: owned.map(\.name),
        roles: app.manifest.configurations.keys.map(\.rawValue).sorted(),
        controller: registeredApps.contains { $0 === app } ? (app.presence == .here ? .here : .gone) : nil)
    }
  }
}

extension SceneSystem {
  /// The connected screens, and the one that stands in if there is none.
  var screenInfos: [ScreenInfo] {
    (screens + [standIn].compactMap(\.self)).map { ScreenInfo($0, coordinator: try? find($0.name)) }
  }
}
