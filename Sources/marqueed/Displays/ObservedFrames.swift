import DisplayTypes
import Presentation

/// The screens whose every frame is looked at, since somebody waits for one of them, and the newest frame of each.
struct ObservedFrames {
  private var observed: Set<ScreenID> = []
  private var newest: [ScreenID: FlipRecord] = [:]

  subscript(screen: ScreenID) -> FlipRecord? { newest[screen] }

  /// A frame was shown.
  mutating func add(_ record: FlipRecord) {
    if observed.contains(record.screen) { newest[record.screen] = record }
  }

  /// Looks at exactly these screens from now on; returns what the display thread has to be told.
  mutating func observe(_ screens: Set<ScreenID>) -> [DisplayCommand] {
    let begins = screens.subtracting(observed)
    let ends = observed.subtracting(screens)
    observed = screens
    for screen in ends { newest[screen] = nil }
    return begins.map { .observe($0, true) } + ends.map { .observe($0, false) }
  }
}
