import Testing

@testable import Presentation

@Suite("RedrawState")
struct RedrawStateTests {
  typealias Phase = RedrawState.Phase
  typealias Action = RedrawState.Action

  enum RedrawInput: Hashable, Sendable {
    case request
    case timer
    case drew(RedrawState.DrawResult, more: Bool)
    case flipped(more: Bool)
  }

  /// The result of an input: an action, or for the timer whether to draw.
  enum Output: Hashable, Sendable {
    case action(Action)
    case draws(Bool)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let from: Phase
    let input: RedrawInput
    let to: Phase
    let output: Output
    var testDescription: String { "\(from) · \(input)" }
  }

  static let phases: [Phase] = [
    .idle, .redrawQueued, .awaitingFlip(redrawNeeded: false), .awaitingFlip(redrawNeeded: true),
    .awaitingEstimatedVBlank,
  ]

  static let results: [RedrawState.DrawResult] = [.submitted, .updatedInPlace, .unchanged, .busy, .refused]

  static func state(in phase: Phase) -> RedrawState {
    var state = RedrawState()
    switch phase {
    case .idle: break
    case .redrawQueued: _ = state.redrawRequested()
    case .awaitingFlip(let needed):
      _ = state.redrawRequested()
      _ = state.drew(.submitted, wantsMore: false)
      if needed { _ = state.redrawRequested() }
    case .awaitingEstimatedVBlank:
      _ = state.redrawRequested()
      _ = state.drew(.busy, wantsMore: false)
    }
    return state
  }

  static func feed(_ input: RedrawInput, to state: inout RedrawState) -> Output {
    switch input {
    case .request: .action(state.redrawRequested())
    case .timer: .draws(state.timerFired())
    case .drew(let result, let more): .action(state.drew(result, wantsMore: more))
    case .flipped(let more): .action(state.flipped(wantsMore: more))
    }
  }

  static let waiting = Phase.awaitingFlip(redrawNeeded: false)
  static let needed = Phase.awaitingFlip(redrawNeeded: true)

  static let legal: [Row] = [
    Row(from: .idle, input: .request, to: .redrawQueued, output: .action(.scheduleDraw)),
    Row(from: .redrawQueued, input: .request, to: .redrawQueued, output: .action(.nothing)),
    Row(from: waiting, input: .request, to: needed, output: .action(.nothing)),
    Row(from: needed, input: .request, to: needed, output: .action(.nothing)),
    Row(from: .awaitingEstimatedVBlank, input: .request, to: .awaitingEstimatedVBlank, output: .action(.nothing)),
    Row(from: .redrawQueued, input: .timer, to: .redrawQueued, output: .draws(true)),
    Row(from: .awaitingEstimatedVBlank, input: .timer, to: .redrawQueued, output: .draws(true)),
    Row(from: .redrawQueued, input: .drew(.submitted, more: false), to: waiting, output: .action(.nothing)),
    Row(from: .redrawQueued, input: .drew(.submitted, more: true), to: waiting, output: .action(.nothing)),
    Row(from: .redrawQueued, input: .drew(.updatedInPlace, more: false), to: .idle, output: .action(.nothing)),
    Row(
      from: .redrawQueued, input: .drew(.updatedInPlace, more: true), to: .awaitingEstimatedVBlank,
      output: .action(.scheduleEstimatedVBlank)),
    Row(from: .redrawQueued, input: .drew(.unchanged, more: false), to: .idle, output: .action(.nothing)),
    Row(
      from: .redrawQueued, input: .drew(.unchanged, more: true), to: .awaitingEstimatedVBlank,
      output: .action(.scheduleEstimatedVBlank)),
    Row(
      from: .redrawQueued, input: .drew(.busy, more: false), to: .awaitingEstimatedVBlank,
      output: .action(.scheduleEstimatedVBlank)),
    Row(
      from: .redrawQueued, input: .drew(.busy, more: true), to: .awaitingEstimatedVBlank,
      output: .action(.scheduleEstimatedVBlank)),
    Row(from: .redrawQueued, input: .drew(.refused, more: false), to: .idle, output: .action(.nothing)),
    Row(from: .redrawQueued, input: .drew(.refused, more: true), to: .idle, output: .action(.nothing)),
    Row(from: waiting, input: .flipped(more: false), to: .idle, output: .action(.nothing)),
    Row(from: waiting, input: .flipped(more: true), to: .redrawQueued, output: .action(.scheduleDraw)),
    Row(from: needed, input: .flipped(more: false), to: .redrawQueued, output: .action(.scheduleDraw)),
    Row(from: needed, input: .flipped(more: true), to: .redrawQueued, output: .action(.scheduleDraw)),
  ]

  /// Every pair of a phase and an input that `legal` does not list: it changes nothing.
  static let illegal: [Row] = {
    var inputs: [RedrawInput] = [.request, .timer, .flipped(more: false), .flipped(more: true)]
    for result in results { inputs += [.drew(result, more: false), .drew(result, more: true)] }
    let known = Set(legal.map { [$0.from: $0.input] })
    return phases.flatMap { phase in
      inputs.filter { !known.contains([phase: $0]) }.map { input in
        Row(from: phase, input: input, to: phase, output: input == .timer ? .draws(false) : .action(.nothing))
      }
    }
  }()

  @Test("the table has every phase and every input once")
  func complete() {
    #expect(Self.legal.count == Set(Self.legal.map { [$0.from: $0.input] }).count)
    #expect(Self.legal.count + Self.illegal.count == 5 * 14)
    // A late timer, an unplanned draw, an unexpected flip.
    #expect(Self.illegal.filter { $0.input == .timer }.count == 3)
    #expect(Self.illegal.filter { $0.input == .flipped(more: true) }.count == 3)
    #expect(Self.illegal.count == 3 + 2 * 3 + 4 * 10)
  }

  @Test("legal inputs", arguments: legal)
  func legalInput(row: Row) {
    check(row)
  }

  @Test("illegal inputs change nothing", arguments: illegal)
  func illegalInput(row: Row) {
    check(row)
  }

  @Test("reset leaves nothing in flight, from everywhere", arguments: phases)
  func reset(phase: Phase) {
    var state = Self.state(in: phase)
    #expect(state.phase == phase)
    state.reset()
    #expect(state.phase == .idle)
    let late = state.flipped(wantsMore: true)
    #expect(late == .nothing)
    let next = state.redrawRequested()
    #expect(next == .scheduleDraw)
  }

  private func check(_ row: Row) {
    var state = Self.state(in: row.from)
    let output = Self.feed(row.input, to: &state)
    #expect(output == row.output)
    #expect(state.phase == row.to)
  }
}
