import SpeakerView

/// Drawing: only what changed, and only when the terminal has taken what went before.
extension Presenter {
  func draw() {
    guard needsDrawing, terminal.isDrained, ending == nil else { return }
    needsDrawing = false
    let grid = SpeakerPicture.draw(state)
    guard grid != shown || pictures.hasNews else { return }
    var bytes = writer.bytes(from: shown, to: grid)
    bytes += pictures.bytes(for: grid.pictures, hasErased: shown == nil)
    shown = grid
    terminal.write(bytes)
  }
}
