public import DisplayTypes
internal import ModeSelection

extension ScreenCoordinator {
  /// Says whose picture the screen shows where it mirrors, and how that lies on it; kept until `reset`.
  ///
  /// Throws where it can mirror nothing, or not that. What is nil stays as it counts now; with nothing said the file counts again.
  public func setMirror(
    of source: MirrorWish.Source?, fit: MirrorFit?, completion: @escaping (PictureOutcome) -> Void
  ) throws(SceneError) {
    var wish: MirrorWish?
    if source != nil || fit != nil {
      if let screen, screen.isMain { throw .notNow("\(screen.name) is the main screen, which mirrors nothing") }
      let former = mirrorWish?.value ?? MirrorWish()
      wish = MirrorWish(source ?? former.source, fit: fit ?? former.fit)
    }
    if let wish, source != nil { try check(wish) }
    system.lookingAtMirrors {
      choose({ $0.mirror = wish }) { [weak self] outcome in
        guard let self, let name = screen?.name, decision.picture.shown != .mirror else { return completion(outcome) }
        let why = whyNoMirror
        completion(
          outcome.unseen(
            "\(name) does not mirror now\(why ?? ""); it is kept",
            hint: why == nil ? "\"marqueectl support \(name) mirror\" has it mirror" : nil))
      }
    }
  }

  /// What counts of what was said of it as a mirror: what was chosen, else its rule.
  var mirrorWish: Sourced<MirrorWish>? {
    guard let screen else { return nil }
    if let chosen = choices.mirror { return Sourced(chosen) }
    return system.policy.rules.first(connectorName: screen.name, identity: identity)?.mirror
  }

  /// Why nothing is mirrored, where that is not for want of the user's word.
  private var whyNoMirror: String? {
    let picture = decision.picture
    let asked = picture.reasons.first { $0.rule == "mirror" } ?? picture.reasons.last
    switch picture.shown {
    case .scene, .applications, .masked, .black:
      guard picture.isAlarm || decision.support.value == .mirror else { return nil }
    case .dark, .untouched, .mirror, .idle: break
    }
    return asked.map { ", since \($0.text)" }
  }

  private func check(_ wish: MirrorWish) throws(SceneError) {
    guard let screen else { throw .notNow("no display is connected there") }
    guard case .screen(let name) = wish.source else { return }
    _ = try system.find(name)
    let choice = system.mirrorChoice(for: self, wishing: wish)
    guard choice.screen != nil else {
      throw .notNow(
        "\(screen.name) cannot mirror \(name): \(choice.reason); name a screen that shows a picture of its own")
    }
  }
}
