internal import DisplayTypes
internal import Presentation

/// What the pass has to do for one screen, in this order: each step marks the next one.
nonisolated struct ScreenMarks: OptionSet {
  let rawValue: UInt8

  /// Decide what the screen shows.
  static let decision = ScreenMarks(rawValue: 1 << 0)
  /// Turn the signal off, or try the modes for what is due.
  static let mode = ScreenMarks(rawValue: 1 << 1)
  /// Lay the due scene out for the mode that is tried.
  static let ahead = ScreenMarks(rawValue: 1 << 2)
  /// Tell the scenes in front what lies over them.
  static let cover = ScreenMarks(rawValue: 1 << 3)
  /// Connect the due scene, and bring all scenes to their state.
  static let scenes = ScreenMarks(rawValue: 1 << 4)
  /// Lay the scenes in front out for the mode in force.
  static let layout = ScreenMarks(rawValue: 1 << 5)
  /// Show what is laid out.
  static let picture = ScreenMarks(rawValue: 1 << 6)

  /// Removes the first step and returns it; nil if there is none.
  mutating func takeFirst() -> ScreenMarks? {
    guard !isEmpty else { return nil }
    let first = ScreenMarks(rawValue: rawValue & (~rawValue &+ 1))
    remove(first)
    return first
  }
}

/// The one way from a change to its effects.
///
/// An input (a report, a call, a timer, a delegate's answer) changes the model and marks screens. The pass then goes through these steps, and
/// begins again at the first after each of them:
///
/// 1. Scenes that have left their screen hear of their end.
/// 2. What marked screens show is decided.
/// 3. The state is kept if it has changed.
/// 4. Commands are sent, events are posted, and delegates are told.
/// 5. The first marked screen does its next step.
///
/// Those who wait are answered at its end. A delegate that calls into the system while it is called changes the model and marks, and the pass
/// follows after its call.
final class SettlePass {
  /// What runs now.
  enum Phase {
    case resting
    /// An input changes the model.
    case takingIn
    case settling
    /// A delegate runs, called by a step.
    case calling
    /// Those who waited run.
    case answering
  }

  private enum Notice {
    case command(DisplayCommand)
    case event(SceneEvent.Kind)
    case call(() -> Void)
  }

  private unowned let system: SceneSystem
  private let outlets: SceneSystem.Outlets
  private(set) var phase = Phase.resting
  /// The marked screens, in the order of their marks.
  private var marked: [(coordinator: ScreenCoordinator, marks: ScreenMarks)] = []
  /// How often delegates have had it decided again in this pass.
  private var rounds: [ScreenID: Int] = [:]
  /// Scenes that have left their screen, with the reason of their end; nil if they only go to the background.
  private var leaving: [(scene: Scene, reason: DisconnectReason?)] = []
  /// The place of application scenes, or the source of a mirror, may have changed.
  private var mustRelate = false
  /// The main screen when mirrors were looked at last.
  var formerMain: ScreenID?
  /// Something that is kept may have changed.
  private(set) var mustKeep = false
  /// What was kept last.
  var keptState = PersistentState()
  private var notices: [Notice] = []
  /// What needs to know what has been decided.
  private var followers: [() -> Void] = []
  private var answers: [() -> Void] = []
  /// The number of the newest event.
  private(set) var lastEvent: UInt64 = 0

  /// So many decisions beyond one for each app settle every honest change of a delegate.
  private static let patience = 4

  init(system: SceneSystem, outlets: SceneSystem.Outlets) {
    self.system = system
    self.outlets = outlets
  }

  /// Changes the model, and settles what that has marked; within another input, or in the call of a delegate, that is left to the pass that is
  /// under way.
  ///
  /// - Parameter isPicture: It changes pictures at most: nothing that is kept, and nothing that decides what screens show.
  func input<Result, Failure: Error>(
    isPicture: Bool = false, _ change: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !isPicture {
      mustKeep = true
      mustRelate = true
    }
    guard phase == .resting || phase == .answering else { return try change() }
    let isOutermost = phase == .resting
    phase = .takingIn
    defer {
      settle()
      phase = .answering
      if isOutermost { answerAll() }
    }
    return try change()
  }

  /// Has a step done for a screen.
  ///
  /// A delegate that has it decided again in each call without end is not heard any more.
  func mark(_ coordinator: ScreenCoordinator, _ marks: ScreenMarks) {
    let index = marked.firstIndex { $0.coordinator === coordinator }
    let former = index.map { marked[$0].marks } ?? []
    if phase == .calling, marks.contains(.decision), !former.contains(.decision), !mayDecideAgain(on: coordinator) {
      return
    }
    if let index { marked[index].marks.formUnion(marks) } else { marked.append((coordinator, marks)) }
  }

  /// Something that is kept has changed in a step.
  func markKept() { mustKeep = true }

  /// Screens have got, or lost, a picture that others may show.
  func markRelations() { mustRelate = true }

  /// Has a scene end that has left its screen, or go to the background if there is no reason.
  func leave(_ scene: Scene, _ reason: DisconnectReason?) { leaving.append((scene, reason)) }

  /// A session is no more: if its scene has yet to hear of its end, that is the reason.
  func destroy(_ session: SceneSession) {
    for index in leaving.indices where leaving[index].scene.session === session { leaving[index].reason = .destroyed }
  }

  /// Sends a command, after the state is kept.
  func command(_ command: DisplayCommand) { notices.append(.command(command)) }

  /// Posts an event, after the state is kept.
  func post(_ kind: SceneEvent.Kind) { notices.append(.event(kind)) }

  /// Calls a delegate, after the state is kept.
  func tell(_ body: @escaping () -> Void) { notices.append(.call(body)) }

  /// Does something once all marked screens are decided.
  func follow(_ body: @escaping () -> Void) { followers.append(body) }

  /// Answers somebody who waits, when all is settled.
  func answer(_ body: @escaping () -> Void) { answers.append(body) }

  /// Calls a delegate now, which is for the pass alone.
  func call<Result>(_ body: () -> Result) -> Result {
    let former = phase
    phase = .calling
    defer { phase = former }
    return body()
  }

  /// Makes a call of a scene's life and posts its event, with nothing between.
  func call(_ call: () -> Void, then event: SceneEvent.Kind) {
    self.call(call)
    tellOf(event)
  }

  func tellOf(_ event: SceneEvent.Kind) {
    lastEvent += 1
    outlets.event(SceneEvent(sequence: lastEvent, time: system.clock.now, kind: event))
  }

  // MARK: The pass

  private func settle() {
    phase = .settling
    while step() {}
    if !rounds.isEmpty { rounds = [:] }
  }

  /// Does the first thing that there is to do; false if there is none.
  private func step() -> Bool {
    if !leaving.isEmpty {
      let (scene, reason) = leaving.removeFirst()
      system.calls.lead(scene, to: reason)
    } else if mustRelate || marked.contains(where: { $0.marks.contains(.decision) }) {
      system.decideMarked()
    } else if mustKeep {
      keep()
    } else if !notices.isEmpty {
      sendNotices()
    } else if !followers.isEmpty {
      let bodies = followers
      followers = []
      for body in bodies { body() }
    } else if !marked.isEmpty {
      doFirstStep()
    } else {
      return system.presenter.endTogether()
    }
    return true
  }

  /// The screens whose decision is marked, which is not any more.
  func takeUndecided() -> [ScreenCoordinator] {
    mustRelate = false
    var taken: [ScreenCoordinator] = []
    for index in marked.indices where marked[index].marks.contains(.decision) {
      marked[index].marks.remove(.decision)
      taken.append(marked[index].coordinator)
    }
    return taken
  }

  private func doFirstStep() {
    guard let first = marked.first else { return }
    guard let step = marked[0].marks.takeFirst() else {
      marked.removeFirst()
      return
    }
    // The mode comes first again. It marks these steps again once it is in force.
    if step == .mode { marked[0].marks.subtract([.cover, .scenes, .layout]) }
    first.coordinator.perform(step)
  }

  private func keep() {
    mustKeep = false
    let state = system.state
    guard state != keptState else { return }
    keptState = state
    outlets.persist(state)
  }

  private func sendNotices() {
    let sent = notices
    notices = []
    for notice in sent {
      switch notice {
      case .command(let command): outlets.command(command)
      case .event(let kind): tellOf(kind)
      case .call(let body): call(body)
      }
    }
  }

  private func answerAll() {
    while !answers.isEmpty { answers.removeFirst()() }
    phase = .resting
  }

  private func mayDecideAgain(on coordinator: ScreenCoordinator) -> Bool {
    let count = rounds[coordinator.id, default: 0] + 1
    rounds[coordinator.id] = count
    let most = system.apps.count + Self.patience
    if count == most + 1 {
      post(
        .trouble(
          screen: coordinator.screen?.name,
          message: "scenes attach and take off windows without end; what is there now is shown"))
    }
    return count <= most
  }
}
