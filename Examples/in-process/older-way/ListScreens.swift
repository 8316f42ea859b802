import DisplayScenes
import Keyboard

/// Lists the screens, the main screen first.
@MainActor
func listScreens(of system: SceneSystem) {
  for screen in system.screens {
    let size = screen.currentMode?.size ?? PixelSize(width: 0, height: 0)
    log("\(screen.name): \(size.width)x\(size.height), \(screen.availableModes.count) modes, scale \(screen.scale)")
  }
}
