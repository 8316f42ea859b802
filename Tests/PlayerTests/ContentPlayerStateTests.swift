import DisplayTypes
import Scenes
import Testing

@testable import Content

/// Every pair of a state and an input.
@MainActor struct ContentPlayerStateTests {
  private typealias State = ContentPlayerState<Int>

  private static let now = MonotonicTime(nanoseconds: 5_000_000_000)
  /// The end of a wait that begins now.
  private static let end = now.advanced(by: State.patience)
  private static let failure = ContentFailure("it is damaged", retry: .never)

  /// A start with the answer 1, or with another one.
  private static func start(
    _ answer: Int = 1, afterRefusal: Bool = false, until deadline: MonotonicTime? = nil
  ) -> State.Start {
    State.Start(answer: answer, followsRefusal: afterRefusal, deadline: deadline)
  }

  private static let waiting = State.waiting(start(until: end))
  private static let states: [State] = [
    .closed, .starting(start()), waiting, .playing, .refused, .suspended(followsRefusal: false),
    .suspended(followsRefusal: true),
  ]

  private struct Row {
    var state: State
    var next: State
    var action: State.Action

    init(_ state: State, _ next: State, _ action: State.Action) {
      (self.state, self.next, self.action) = (state, next, action)
    }
  }

  /// A state that a table does not name stays as it is, without an action.
  private func expect(
    _ rows: [Row], _ name: Comment, sourceLocation: Testing.SourceLocation = #_sourceLocation,
    input: (inout State) -> State.Action
  ) {
    for state in Self.states {
      let row = rows.first { $0.state == state } ?? Row(state, state, .nothing)
      var next = state
      let action = input(&next)
      #expect(action == row.action, "\(name) in \(state)", sourceLocation: sourceLocation)
      #expect(next == row.next, "\(name) in \(state)", sourceLocation: sourceLocation)
    }
  }

  @Test func aStartOpensTheSourcesOrSearchesAgain() {
    let rows = [
      Row(.closed, .starting(Self.start(2)), .open),
      Row(.starting(Self.start()), .starting(Self.start(2)), .searchAgain),
      Row(Self.waiting, .starting(Self.start(2, until: Self.end)), .searchAgain),
      Row(.playing, .starting(Self.start(2)), .searchAgain),
      Row(.refused, .starting(Self.start(2, afterRefusal: true)), .searchAgain),
      Row(.suspended(followsRefusal: false), .starting(Self.start(2)), .searchAgain),
      Row(.suspended(followsRefusal: true), .starting(Self.start(2, afterRefusal: true)), .searchAgain),
    ]
    expect(rows, "start") { $0.start(2) }
  }

  @Test func aSearchEndsAStartWithAPictureOrAFailureOrAWait() {
    let (starting, waiting) = (State.starting(Self.start()), Self.waiting)
    expect([Row(starting, .playing, .show(1)), Row(waiting, .playing, .show(1))], "picture") {
      $0.found(.picture, at: Self.now)
    }
    let refusal = State.Action.refuse(1, Self.failure)
    expect([Row(starting, .refused, refusal), Row(waiting, .refused, refusal)], "failure") {
      $0.found(.failure(Self.failure), at: Self.now)
    }
    let wait = State.Action.wait(until: Self.end)
    expect([Row(starting, waiting, wait), Row(waiting, waiting, wait)], "unfinished file") {
      $0.found(.unfinished(Self.failure), at: Self.now)
    }
  }

  @Test func aSearchThatIsNoStartEndsOnlyAWait() {
    expect([Row(Self.waiting, .playing, .show(1))], "picture") { $0.foundAgain(.picture, at: Self.now) }
    expect([Row(Self.waiting, .refused, .refuse(1, Self.failure))], "failure") {
      $0.foundAgain(.failure(Self.failure), at: Self.now)
    }
    expect([Row(Self.waiting, Self.waiting, .wait(until: Self.end))], "unfinished file") {
      $0.foundAgain(.unfinished(Self.failure), at: Self.now)
    }
  }

  @Test func theTimerEndsAWaitAndFollowsThePowerOfASuspendedSchedule() {
    let suspended = [false, true].map {
      Row(.suspended(followsRefusal: $0), .suspended(followsRefusal: $0), .followPower)
    }
    expect(suspended + [Row(Self.waiting, .refused, .refuse(1, Self.failure))], "timer") {
      $0.timerFired(.unfinished(Self.failure), at: Self.end)
    }
  }

  @Test func aSuspensionDropsAStartAndKeepsARefusal() {
    let (plain, refused) = (State.suspended(followsRefusal: false), State.suspended(followsRefusal: true))
    let rows = [
      Row(.starting(Self.start()), plain, .followPower), Row(Self.waiting, plain, .followPower),
      Row(.playing, plain, .followPower), Row(.refused, refused, .followPower), Row(plain, plain, .followPower),
      Row(refused, refused, .followPower),
    ]
    expect(rows, "suspend") { $0.suspend() }
  }

  @Test func aStopClosesEachState() {
    for var state in Self.states {
      state.stop()
      #expect(state == .closed)
    }
  }

  @Test func anotherStartDoesNotProlongTheWait() {
    var state = Self.waiting
    _ = state.start(2)
    #expect(state.found(.unfinished(Self.failure), at: Self.end.reversed(by: 1)) == .wait(until: Self.end))
    _ = state.start(3)
    #expect(state.found(.unfinished(Self.failure), at: Self.end) == .refuse(3, Self.failure))
  }

  @Test func aRefusalCountsUntilTheNextAnswer() {
    var state = State.refused
    _ = state.start(2)
    #expect(state.isRefused && state.isStarting)
    _ = state.found(.unfinished(Self.failure), at: Self.now)
    #expect(state.isRefused && state.isStarting)
    _ = state.foundAgain(.picture, at: Self.now)
    #expect(!state.isRefused && !state.isStarting)
  }
}
