import DisplayScenes
import Keyboard

extension SlideWatcher {
  /// The mode in force has changed; the closure of `put` has laid the window out for it.
  func modeDidChange(on screen: Screen) {
    let size = screen.currentMode.map { "\($0.size.width)x\($0.size.height)" }
    log("\(screen.name): mode \(size ?? "off")")
  }

  /// Chooses a mode of the display; the choice stays until another one.
  func choose(_ mode: String, on screen: Screen) throws {
    try system?.find(screen.name).setMode(ModeWish(mode)) { _ in }
  }
}
