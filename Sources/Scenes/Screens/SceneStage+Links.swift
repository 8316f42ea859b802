internal import DisplayTypes
internal import Presentation

extension SceneStage {
  /// The scenes that are shown move by the refreshes of the mode in force; the links of the others stand.
  func updateRefreshes() {
    let shown = shownScenes
    for scene in scenes + system.groups(on: self).flatMap(\.scenes) where !shown.contains(where: { $0 === scene }) {
      scene.refreshes = nil
    }
    guard !coordinator.isStandIn, let mode = screen?.currentMode else { return }
    let grid = RefreshGrid(
      anchor: max(coordinator.litTime, lastPresented?.timestamp ?? .zero), interval: mode.refreshInterval)
    for scene in shown { scene.refreshes = grid }
  }
}
