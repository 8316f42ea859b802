import Testing

@testable import Scenes

@Suite("SceneLifecycle")
struct SceneLifecycleTests {
  typealias Lifecycle = SceneLifecycle

  struct Way: Sendable, CustomTestStringConvertible {
    var from: Lifecycle.Phase
    var target: Lifecycle.Phase
    var calls: [Lifecycle.Call]
    var testDescription: String { "\(from) to \(target)" }
  }

  static let ways: [Way] = [
    Way(from: .background, target: .background, calls: []),
    Way(from: .background, target: .foregroundInactive, calls: [.willEnterForeground]),
    Way(from: .background, target: .foregroundActive, calls: [.willEnterForeground, .didBecomeActive]),
    Way(from: .foregroundInactive, target: .background, calls: [.didEnterBackground]),
    Way(from: .foregroundInactive, target: .foregroundInactive, calls: []),
    Way(from: .foregroundInactive, target: .foregroundActive, calls: [.didBecomeActive]),
    Way(from: .foregroundActive, target: .background, calls: [.willResignActive, .didEnterBackground]),
    Way(from: .foregroundActive, target: .foregroundInactive, calls: [.willResignActive]),
    Way(from: .foregroundActive, target: .foregroundActive, calls: []),
  ]

  private static func lifecycle(in phase: Lifecycle.Phase) -> Lifecycle {
    var lifecycle = Lifecycle()
    _ = lifecycle.connect()
    _ = calls(&lifecycle) { $0.step(to: phase) }
    return lifecycle
  }

  private static func calls(
    _ lifecycle: inout Lifecycle, _ step: (inout Lifecycle) -> Lifecycle.Call?
  ) -> [Lifecycle.Call] {
    var calls: [Lifecycle.Call] = []
    while let call = step(&lifecycle) { calls.append(call) }
    return calls
  }

  private static func state(of phase: Lifecycle.Phase) -> SceneState {
    switch phase {
    case .background: .background
    case .foregroundInactive: .foregroundInactive
    case .foregroundActive: .foregroundActive
    }
  }

  @Test("every way passes all that is between, and the same again is no call", arguments: ways)
  func way(way: Way) {
    var lifecycle = Self.lifecycle(in: way.from)
    #expect(lifecycle.state == Self.state(of: way.from))
    #expect(Self.calls(&lifecycle) { $0.step(to: way.target) } == way.calls)
    #expect(lifecycle.state == Self.state(of: way.target))
    #expect(lifecycle.step(to: way.target) == nil)
  }

  @Test("each step has exactly the state of its call")
  func stepwise() {
    var lifecycle = Self.lifecycle(in: .background)
    #expect(lifecycle.step(to: .foregroundActive) == .willEnterForeground)
    #expect(lifecycle.state == .foregroundInactive)
    #expect(lifecycle.step(to: .foregroundActive) == .didBecomeActive)
    #expect(lifecycle.stepToEnd(.unplug) == .willResignActive)
    #expect(lifecycle.state == .foregroundInactive)
    #expect(lifecycle.stepToEnd(.unplug) == .didEnterBackground)
    #expect(lifecycle.state == .background)
  }

  @Test("it connects into the background, once")
  func connects() {
    var lifecycle = Lifecycle()
    #expect(lifecycle.state == .unattached)
    #expect(lifecycle.connect() == .willConnect)
    #expect(lifecycle.state == .background)
    #expect(lifecycle.connect() == nil)
  }

  @Test(
    "it ends by way of the background, once",
    arguments: [
      (Lifecycle.Phase.background, []), (.foregroundInactive, [.didEnterBackground]),
      (.foregroundActive, [.willResignActive, .didEnterBackground]),
    ] as [(Lifecycle.Phase, [Lifecycle.Call])])
  func ends(phase: Lifecycle.Phase, before: [Lifecycle.Call]) {
    var lifecycle = Self.lifecycle(in: phase)
    #expect(Self.calls(&lifecycle) { $0.stepToEnd(.reclaimed) } == before + [.didDisconnect(.reclaimed)])
    #expect(lifecycle.state == .unattached)
    #expect(lifecycle.stepToEnd(.unplug) == nil)
  }

  @Test("a scene that is not connected goes nowhere", arguments: Lifecycle.Phase.allCases)
  func unattached(phase: Lifecycle.Phase) {
    var lifecycle = Lifecycle()
    #expect(lifecycle.step(to: phase) == nil)
    #expect(lifecycle.state == .unattached)
  }

  static let covers = [
    PictureCover.clear, PictureCover(isBlank: true), PictureCover(isFrozen: true),
    PictureCover(isBlank: true, isFrozen: true),
  ]

  @Test("only a chosen, lit and uncovered scene is active, and a hidden one is in the background", arguments: covers)
  func conditions(cover: PictureCover) {
    for (isChosen, isLit) in [(false, false), (false, true), (true, false)] {
      #expect(Lifecycle.phase(under: .init(isChosen: isChosen, isLit: isLit, cover: cover)) == .background)
    }
    let expected = cover == .clear ? Lifecycle.Phase.foregroundActive : .foregroundInactive
    #expect(Lifecycle.phase(under: .init(isChosen: true, isLit: true, cover: cover)) == expected)
    for isChosen in [true, false] {
      let standIn = Lifecycle.phase(under: .init(isChosen: isChosen, isLit: true, cover: cover, isStandIn: true))
      #expect(standIn == (isChosen ? .foregroundInactive : .background))
    }
  }
}
