package import DisplayTypes

/// The mirrored screen and the fit, or the reason why nothing is mirrored.
package nonisolated struct MirrorChoice: Hashable, Sendable {
  /// Nil if there is no screen to mirror.
  package var screen: String?
  package var fit: MirrorFit
  package var source: SettingSource
  /// For people.
  package var reason: String

  init() {
    fit = .letterbox
    source = .standard
    reason = "there is no main screen to mirror"
  }

  /// Finds the screen to mirror.
  ///
  /// - Parameters:
  ///   - wishes: by screen; a main screen has none.
  ///   - applications: for each screen, the screen that shows the application scenes of its foreground app.
  package init(
    of name: String, wishes: [String: Sourced<MirrorWish>], connected: Set<String>, main: String?,
    applications: [String: String] = [:]
  ) {
    self.init()
    let wish = wishes[name]
    fit = wish?.value.fit ?? .letterbox
    source = wish.map { .configuration($0.location) } ?? .standard
    switch wish?.value.source ?? .main {
    case .main:
      guard let main, main != name else { return }
      screen = main
      reason = "the main screen is mirrored"
    case .application:
      guard let other = applications[name], other != name else {
        reason = "no other screen shows application scenes of its foreground app"
        return
      }
      screen = other
      reason = "\(other), which shows the application scenes of its foreground app, is mirrored"
    case .screen(name): reason = "it cannot mirror itself"
    case .screen(let other):
      guard connected.contains(other) else {
        reason = "\(other), which it mirrors, is not connected"
        return
      }
      var ring = [name, other]
      while ring.count <= connected.count {
        let last = ring.last ?? other
        let next: String
        switch wishes[last]?.value.source {
        case .screen(let named): next = named
        // That screen has its own picture, so the search ends there, unless it is about to mirror itself.
        case .application where applications[last] == name: next = name
        case .application, .main, nil:
          screen = other
          reason = "\(other) is mirrored"
          return
        }
        guard next != name else {
          reason = "screens mirror each other: \((ring + [name]).joined(separator: ", "))"
          return
        }
        ring.append(next)
      }
      screen = other
      reason = "\(other) is mirrored"
    }
  }
}
