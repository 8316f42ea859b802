public import DisplayTypes

/// Whose picture a screen shows where it mirrors, and how that lies on it; or why there is none.
public nonisolated struct MirrorChoice: Hashable, Sendable {
  /// The name of the other screen; nil where there is none to mirror.
  public var screen: String?
  /// How its picture lies on this one.
  public var fit: MirrorFit
  /// Who said so.
  public var source: SettingSource
  /// What is mirrored, or why nothing is, as a sentence for people.
  public var reason: String

  /// Nothing to mirror.
  init() {
    fit = .letterbox
    source = .standard
    reason = "there is no main screen to mirror"
  }

  /// Works out whose picture a screen may show.
  ///
  /// - Parameters:
  ///   - name: the screen's.
  ///   - wishes: what the rules of connected screens say, by their names; a main screen has none.
  ///   - connected: the names of all connected screens.
  ///   - main: the main screen's name.
  ///   - applications: the name of the screen that shows the application scenes of the foreground app.
  public init(
    of name: String, wishes: [String: Sourced<MirrorWish>], connected: Set<String>, main: String?,
    applications: String? = nil
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
      guard let applications, applications != name else {
        reason = "no other screen shows application scenes of its foreground app"
        return
      }
      screen = applications
      reason = "\(applications), which shows the application scenes of its foreground app, is mirrored"
    case .screen(name): reason = "it cannot mirror itself"
    case .screen(let other):
      guard connected.contains(other) else {
        reason = "\(other), which it mirrors, is not connected"
        return
      }
      var ring = [name, other]
      while case .screen(let next) = wishes[ring.last ?? name]?.value.source, ring.count <= connected.count {
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
