import ControlProtocol
import DisplayTypes
import Scenes

nonisolated extension EventInfo {
  /// An event as the socket says it.
  init(_ event: SceneEvent) {
    self.init(
      event: EventName(event.kind), sequence: event.sequence, monotonicNanoseconds: event.time.nanoseconds)
    switch event.kind {
    case .screenDidConnect(let snapshot):
      screen = snapshot.name
      screenInfo = ScreenInfo(snapshot)
    case .screenDidDisconnect(let name), .standInDidBegin(let name), .standInDidEnd(let name): screen = name
    case .screenModesDidChange(let snapshot):
      screen = snapshot.name
      modes = ScreenModeInfo.list(snapshot.modes)
      screenInfo = ScreenInfo(snapshot)
    case .screenModeDidChange(let name, let newMode):
      screen = name
      mode = newMode.map { ScreenModeInfo($0, name: ModeNames.plainName(of: $0)) }
    case .sceneWillConnect(let label), .sceneWillEnterForeground(let label), .sceneDidBecomeActive(let label),
      .sceneWillResignActive(let label), .sceneDidEnterBackground(let label), .sceneDidUpdate(let label):
      name(label)
    case .sceneDidPresent(let label, let record):
      name(label)
      presented = PresentedFrame(record, screen: label.screen)
    case .sceneDidDisconnect(let label, let why):
      name(label)
      reason = why.rawValue
    case .sessionWasAskedAgain(let label, let why):
      name(label)
      reason = why.rawValue
    case .sessionDidDiscard(let label): name(label)
    case .appDidBecomeForeground(let name, let on):
      app = name
      screen = on
    case .inputOwnerDidChange(let name, let isOwned):
      app = name
      reason = isOwned ? "owned" : "released"
    case .applicationsDidMove(let name, let on):
      app = name
      screen = on
    case .appDidRegister(let name), .appDidUnregister(let name): app = name
    case .appDidLoseController(let name, let loss):
      app = name
      reason = loss.rawValue
    case .appDidNotAnswer(let label): name(label)
    case .contentDidFail(let label, let message):
      name(label)
      reason = message
    case .talk(let kind):
      app = RunningTalk.appName
      switch kind {
      case .didBegin(let deck), .didEnd(let deck): reason = deck
      case .didChange(let what): reason = what
      }
    case .displayDidTellPower(let name, let message):
      screen = name
      reason = message
    case .trouble(let on, let message):
      screen = on
      reason = message
    }
  }

  private mutating func name(_ label: SceneLabel) {
    screen = label.screen
    app = label.app
    session = label.session
    scene = label.configuration
    role = label.role.rawValue
  }
}

nonisolated extension EventName {
  init(_ kind: SceneEvent.Kind) {
    switch kind {
    case .screenDidConnect: self = .screenDidConnect
    case .screenDidDisconnect: self = .screenDidDisconnect
    case .standInDidBegin: self = .standInDidBegin
    case .standInDidEnd: self = .standInDidEnd
    case .screenModesDidChange: self = .screenModesDidChange
    case .screenModeDidChange: self = .screenModeDidChange
    case .sceneWillConnect: self = .sceneWillConnect
    case .sceneWillEnterForeground: self = .sceneWillEnterForeground
    case .sceneDidBecomeActive: self = .sceneDidBecomeActive
    case .sceneWillResignActive: self = .sceneWillResignActive
    case .sceneDidEnterBackground: self = .sceneDidEnterBackground
    case .sceneDidPresent: self = .sceneDidPresent
    case .sceneDidUpdate: self = .sceneDidUpdate
    case .sceneDidDisconnect: self = .sceneDidDisconnect
    case .sessionWasAskedAgain: self = .sessionWasAskedAgain
    case .sessionDidDiscard: self = .sessionDidDiscard
    case .appDidBecomeForeground: self = .appDidBecomeForeground
    case .inputOwnerDidChange: self = .inputOwnerDidChange
    case .applicationsDidMove: self = .applicationsDidMove
    case .appDidRegister: self = .appDidRegister
    case .appDidUnregister: self = .appDidUnregister
    case .appDidLoseController: self = .appDidLoseController
    case .appDidNotAnswer: self = .appDidNotAnswer
    case .contentDidFail: self = EventName(rawValue: "contentDidFail")
    case .talk(.didBegin): self = .talkDidBegin
    case .talk(.didChange): self = .talkDidChange
    case .talk(.didEnd): self = .talkDidEnd
    case .displayDidTellPower: self = .displayDidTellPower
    case .trouble: self = EventName(rawValue: "screenTrouble")
    }
  }
}
