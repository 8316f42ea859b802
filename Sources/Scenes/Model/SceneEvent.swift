package import DisplayTypes
package import Presentation

/// A change, with its number and time.
package nonisolated struct SceneEvent: Sendable {
  /// Screens are named by their connector.
  package enum Kind: Sendable {
    case screenDidConnect(ScreenSnapshot)
    case screenDidDisconnect(name: String)
    /// Scenes continue with the modes of the last external display.
    case standInDidBegin(name: String)
    /// A display has taken the scenes, or they have ended.
    case standInDidEnd(name: String)
    /// The modes or the identity have changed.
    case screenModesDidChange(ScreenSnapshot)
    /// Nil if the screen is dark.
    case screenModeDidChange(name: String, mode: ScreenMode?)
    case sceneWillConnect(SceneLabel)
    case sceneWillEnterForeground(SceneLabel)
    case sceneDidBecomeActive(SceneLabel)
    case sceneWillResignActive(SceneLabel)
    case sceneDidEnterBackground(SceneLabel)
    /// The first frame of a scene in the foreground, or in a mode, is on the screen.
    case sceneDidPresent(SceneLabel, FlipRecord)
    case sceneDidUpdate(SceneLabel)
    case sceneDidDisconnect(SceneLabel, DisconnectReason)
    /// The app was asked again, or the manifest decides instead.
    case sessionWasAskedAgain(SceneLabel, AskReason)
    /// The session was destroyed, or its display was not seen for a year.
    case sessionDidDiscard(SceneLabel)
    case appDidBecomeForeground(app: String, screen: String?)
    /// False if no controller owns the input any more.
    case inputOwnerDidChange(app: String, isOwned: Bool)
    /// The screen is nil if there is no place for the scenes.
    case applicationsDidMove(app: String, screen: String?)
    case appDidRegister(app: String)
    /// Its sessions stay.
    case appDidUnregister(app: String)
    case appDidLoseController(app: String, ControllerLoss)
    /// The reply was late, so the manifest's default counts.
    case appDidNotAnswer(SceneLabel)
    /// The last picture stays.
    case contentDidFail(SceneLabel, message: String)
    case talk(TalkKind)
    case alarmDidRaise(name: String)
    /// A call has cleared it, or its time is over.
    case alarmDidClear(name: String)
    /// The message is a sentence.
    case displayDidTellPower(screen: String, message: String)
    /// A screen or device has a problem, or has recovered.
    case trouble(screen: String?, message: String)
    /// Another configuration is in force.
    case configurationDidReload
  }

  /// A change of a talk.
  package enum TalkKind: Hashable, Sendable {
    case didBegin(deck: String)
    /// The action, or the changed value.
    case didChange(String)
    case didEnd(deck: String)
  }

  /// The number, counted from 1 without gaps.
  package var sequence: UInt64
  package var time: MonotonicTime
  package var kind: Kind
}

package nonisolated struct SceneLabel: Hashable, Sendable {
  package var session: String
  package var app: String
  package var role: SceneRole
  package var configuration: String
  package var screen: String
}
