internal import DisplayTypes

/// On which display the application scenes of an app are: all of them on one at a time.
///
/// Pure. An external display counts only while a controller owns input for the app.
nonisolated struct ApplicationPlacement: Hashable {
  /// A connected screen, as far as it counts here.
  struct Candidate: Hashable {
    var screen: ScreenID
    /// The built-in panel, or the one that the configuration names.
    var isMain = false
    /// An external display that may show scenes, with a picture or without power.
    var isUsable = true
    /// The user has put them here.
    var isByHand = false
    /// The configuration prefers them here, and the app is in the foreground of this screen.
    var isByRule = false
    /// The app has put them here.
    var isByApp = false
  }

  /// A display, and why it is that one.
  struct Home: Hashable {
    var screen: ScreenID
    var place: ApplicationPlace
  }

  /// The connected screens, in their order.
  var candidates: [Candidate]
  /// A controller owns input for the app.
  var isInputOwned: Bool

  /// Where they are; nil where there is no place for them: then they wait in the background.
  var home: Home? {
    let external = isInputOwned ? candidates.filter { $0.isUsable && !$0.isMain } : []
    let main = candidates.first(where: \.isMain)
    if let main, main.isByHand { return Home(screen: main.screen, place: .main) }
    if let screen = external.first(where: \.isByHand)?.screen { return Home(screen: screen, place: .hand) }
    if let screen = external.first(where: \.isByRule)?.screen { return Home(screen: screen, place: .rule) }
    if let screen = external.first(where: \.isByApp)?.screen { return Home(screen: screen, place: .app) }
    return main.map { Home(screen: $0.screen, place: .main) }
  }
}
