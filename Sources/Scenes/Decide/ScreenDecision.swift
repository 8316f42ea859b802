package import DisplayTypes

/// How a screen came to its mode and its picture, for `explain`.
package nonisolated struct ScreenDecision: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    package var name: String
    package var time: MonotonicTime
  }

  package var rule: ModeRule?
  /// Also has the wishes that no mode matches.
  package var plan = ModeSelectionPlan()
  /// The wishes of the scene that is due, or that a raised alarm covers.
  var sceneWishes: [Sourced<ModeWish>] = []
  /// The tries on the device.
  package var attempts: [ModeTrial.Attempt] = []
  /// The mode in force, or the first mode of a dark screen.
  package var winner: ModeCandidate?
  package var settings: ScreenSettings?
  package var foreground: ForegroundChoice?
  package var support = SupportChoice()
  /// The choice, or the rule; nil without either.
  package var mirrorWish: Sourced<MirrorWish>?
  package var isMirrorChosen = false
  package var mirror = MirrorChoice()
  package var steps: [Step] = []
  package var modesets = 0
  package var picture = ScreenPicture()
}

/// The foreground app of a screen, and its source.
package nonisolated struct ForegroundChoice: Hashable, Sendable {
  package var app: String
  package var source: SettingSource
  package var isForAllScreens: Bool
}
