internal import DisplayTypes
internal import Presentation

/// The steps for one screen, in their order; each step marks the next.
nonisolated struct ScreenMarks: OptionSet {
  let rawValue: UInt8

  /// Decide the picture.
  static let decision = ScreenMarks(rawValue: 1 << 0)
  /// Turn the signal off, or try modes.
  static let mode = ScreenMarks(rawValue: 1 << 1)
  /// Lay the scene out for the tried mode.
  static let ahead = ScreenMarks(rawValue: 1 << 2)
  /// Report a change of the cover to the scenes in front.
  static let cover = ScreenMarks(rawValue: 1 << 3)
  /// Connect the scene that is due, and lead all scenes to their phase.
  static let scenes = ScreenMarks(rawValue: 1 << 4)
  /// Lay out for the mode in force.
  static let layout = ScreenMarks(rawValue: 1 << 5)
  /// Send the picture.
  static let picture = ScreenMarks(rawValue: 1 << 6)

  /// Removes and returns the first step; nil without a mark.
  mutating func takeFirst() -> ScreenMarks? {
    guard !isEmpty else { return nil }
    let first = ScreenMarks(rawValue: rawValue & (~rawValue &+ 1))
    remove(first)
    return first
  }
}

/// The only way from a change to its effects. An input (a report, a call, a timer, or a delegate's answer) changes the model and marks
/// screens. The pass then performs the first of these steps that has work, and begins again:
///
/// 1. Scenes that have left their screen are asked for their activities.
/// 2. The pictures of marked screens are decided.
/// 3. The state is stored if it has changed.
/// 4. Scenes that have left their screen end.
/// 5. Commands are sent, events are posted, and delegates are notified.
/// 6. The first marked screen does its next step. A mirror shows its picture after the steps of the mirrored screen.
///
/// Waiting requests are answered at the end. If a delegate calls into the system while it is called, it only changes the model and marks
/// screens. The pass continues after the delegate's call.
final class SettlePass {
  enum Phase {
    case resting
    /// An input changes the model.
    case takingIn
    case settling
    /// A step has called a delegate.
    case calling
    case answering
  }

  private enum Notice {
    case command(DisplayCommand)
    case event(SceneEvent.Kind)
    case power(session: String, isOn: Bool)
    case end(String)
    case call(() -> Void)
  }

  private unowned let system: SceneSystem
  private let outlets: SceneSystem.Outlets
  private(set) var phase = Phase.resting
  /// Whether the displays are released: no screen is decided on again.
  private(set) var isEnded = false
  /// In the order of their marks.
  private var marked: [(coordinator: ScreenCoordinator, marks: ScreenMarks)] = []
  /// The number of further decisions that delegates have caused in this pass.
  private var rounds: [ScreenID: Int] = [:]
  /// Whether application scenes may have moved, or a mirror's source may have changed.
  private var mustRelate = false
  /// Whether the state may have changed.
  private(set) var mustKeep = false
  var keptState = PersistentState()
  private var notices: [Notice] = []
  /// Bodies that wait until all decisions are made.
  private var followers: [() -> Void] = []
  private var answers: [() -> Void] = []
  var numbers = SceneNumbers()
  /// The number of the newest event.
  private(set) var lastEvent: UInt64 = 0

  /// The limit of further decisions on a screen, in addition to one for each app. A correct delegate needs no more.
  private static let patience = 4

  init(system: SceneSystem, outlets: SceneSystem.Outlets) {
    self.system = system
    self.outlets = outlets
  }

  /// Changes the model, and settles the marks; a nested call leaves the settling to the current pass.
  ///
  /// - Parameter isPicture: whether the input changes no state and no decision.
  func input<Result, Failure: Error>(
    isPicture: Bool = false, _ change: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    assert(phase != .settling, "a step of the pass enters as an input: it has to mark")
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

  /// Marks steps of a screen; nothing after the end. A delegate that causes decisions without end is ignored.
  func mark(_ coordinator: ScreenCoordinator, _ marks: ScreenMarks) {
    guard !isEnded else { return }
    let index = marked.firstIndex { $0.coordinator === coordinator }
    let former = index.map { marked[$0].marks } ?? []
    if phase == .calling, marks.contains(.decision), !former.contains(.decision), !mayDecideAgain(on: coordinator) {
      return
    }
    if let index { marked[index].marks.formUnion(marks) } else { marked.append((coordinator, marks)) }
  }

  /// Ignores all later marks.
  func end() { isEnded = true }

  static let endedReason = "the program that drives the displays ends"

  /// Throws after the end.
  func checkRunning() throws(SceneError) {
    if isEnded { throw .notNow("nothing was changed: \(Self.endedReason)") }
  }

  /// Whether a delegate has changed the decision since the step began.
  func isUndecided(_ coordinator: ScreenCoordinator) -> Bool {
    marked.contains { $0.coordinator === coordinator && $0.marks.contains(.decision) }
  }

  /// Records that the state has changed.
  func markKept() { mustKeep = true }

  /// Records that a mirrored picture has come or gone.
  func markRelations() { mustRelate = true }

  func command(_ command: DisplayCommand) { notices.append(.command(command)) }

  func post(_ kind: SceneEvent.Kind) { notices.append(.event(kind)) }

  /// Reports a session whose schedule has switched the power of its screen.
  func reportPower(of session: String, isOn: Bool) { notices.append(.power(session: session, isOn: isOn)) }

  /// Has the daemon end, since nothing has helped.
  func giveUp(_ reason: String) { notices.append(.end(reason)) }

  func notify(_ body: @escaping () -> Void) { notices.append(.call(body)) }

  /// Calls a body after all decisions.
  func follow(_ body: @escaping () -> Void) { followers.append(body) }

  /// Calls a body after all steps.
  func answer(_ body: @escaping () -> Void) { answers.append(body) }

  /// Calls a delegate; for the pass and its steps only.
  func call<Result>(_ body: () -> Result) -> Result {
    let former = phase
    phase = .calling
    defer { phase = former }
    return body()
  }

  /// Makes a lifecycle call, and posts its event at once.
  func call(_ call: () -> Void, then event: SceneEvent.Kind) {
    self.call(call)
    send(event)
  }

  func send(_ event: SceneEvent.Kind) {
    lastEvent += 1
    outlets.event(SceneEvent(sequence: lastEvent, time: system.clock.now, kind: event))
  }

  // MARK: The pass

  private func settle() {
    phase = .settling
    while step() {}
    if !rounds.isEmpty { rounds = [:] }
  }

  /// Performs the first step; false without one.
  private func step() -> Bool {
    if system.calls.askNext() {
      return true
    } else if mustRelate || marked.contains(where: { $0.marks.contains(.decision) }) {
      system.decideMarked()
    } else if mustKeep {
      keep()
    } else if system.calls.endNext() {
      return true
    } else if !notices.isEmpty {
      sendNotices()
    } else if !followers.isEmpty {
      let bodies = followers
      followers = []
      for body in bodies { body() }
    } else if !marked.isEmpty {
      doFirstStep()
    } else {
      return system.presenter.endTogether() || system.applications.pointers.settle()
    }
    return true
  }

  /// Removes and returns the screens that are marked for a decision.
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
    guard let index = marked.indices.first(where: { !waitsForSource(marked[$0]) }) ?? marked.indices.first else {
      return
    }
    guard let step = marked[index].marks.takeFirst() else {
      marked.remove(at: index)
      return
    }
    // These steps wait for the mode, which marks them again when it is in force.
    if step == .mode { marked[index].marks.subtract([.cover, .scenes, .layout]) }
    marked[index].coordinator.perform(step)
  }

  private func waitsForSource(_ entry: (coordinator: ScreenCoordinator, marks: ScreenMarks)) -> Bool {
    guard entry.marks == .picture, let source = entry.coordinator.screenScenes.presentation.mirrorSource else {
      return false
    }
    return marked.contains { $0.coordinator === source.coordinator && !$0.marks.isEmpty }
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
      case .event(let kind): send(kind)
      case .power(let session, let isOn): outlets.scheduledPower(session, isOn)
      case .end(let reason): outlets.giveUp(reason)
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
          message: "scenes attach and remove windows without end; the windows of this moment are shown"))
    }
    return count <= most
  }
}

/// Numbers that rise with each use.
struct SceneNumbers {
  private var last: UInt64 = 0
  private var token = CommitToken(rawValue: 0)

  mutating func next() -> UInt64 {
    last += 1
    return last
  }

  mutating func nextToken() -> CommitToken {
    token.rawValue += 1
    return token
  }
}
