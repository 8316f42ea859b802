import DisplayTypes
import Presentation

/// What the display thread says of itself for `status`.
nonisolated struct DisplayStatus: Sendable {
  struct Device: Sendable {
    var path: String
    var isAtomic: Bool
  }

  var counters: PresentationCounters
  var devices: [Device]
  var screens: [ScreenID: ScreenFigures]
}
