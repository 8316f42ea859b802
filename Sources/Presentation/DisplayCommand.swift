public import Composition
public import DisplayTypes

/// What the main thread asks of the display thread.
///
/// Every one names its screen; none waits for another screen.
public enum DisplayCommand: Sendable {
  /// Asks whether a mode would work. Answered by `DisplayReport.tested`.
  case test(ScreenID, CommitToken, ScreenMode)
  /// Sets a mode, carrying this picture, laid out for this geometry. Answered by `configured`.
  case configure(ScreenID, CommitToken, ScreenMode, OutputGeometry, LayerTree)
  /// Shows a tree that was laid out for this geometry of the configuration `token`; dropped where another configuration is in
  /// force. Answered by `presented` where a request is named.
  case present(ScreenID, CommitToken, OutputGeometry, LayerTree, RequestID?)
  /// Shows a picture on each of these screens, all with the same refresh where theirs are equally long, else each with its next.
  /// A screen's pictures stand in their order. Answered as `present`.
  case presentTogether([PresentOrder])
  /// Keeps the picture that is shown, animations included, until it is thawed.
  case freeze(ScreenID, Bool)
  /// Reads the picture that is shown. Answered by `presented`, with pixels.
  case capture(ScreenID, RequestID)
  /// Reports every frame with its hash by `observed`, beginning with the present one, until it is told to stop.
  case observe(ScreenID, Bool)
  /// The screen mirrors another one: its pictures move with the frames of that; nil: with its own again. Comes before the picture.
  case follow(ScreenID, source: ScreenID?)
  /// Turns the screen dark. Answered by `turnedOff`.
  case turnOff(ScreenID, CommitToken)
}
