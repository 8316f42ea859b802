import Scenes
import Testing

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
    _ = lifecycle.move(to: phase)
    return lifecycle
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
    #expect(lifecycle.move(to: way.target) == way.calls)
    #expect(lifecycle.state == Self.state(of: way.target))
    #expect(lifecycle.move(to: way.target).isEmpty)
  }

  @Test("it connects into the background, once")
  func connects() {
    var lifecycle = Lifecycle()
    #expect(lifecycle.state == .unattached)
    #expect(lifecycle.connect() == [.willConnect])
    #expect(lifecycle.state == .background)
    #expect(lifecycle.connect().isEmpty)
  }

  @Test(
    "it ends by way of the background, once",
    arguments: [
      (Lifecycle.Phase.background, []), (.foregroundInactive, [.didEnterBackground]),
      (.foregroundActive, [.willResignActive, .didEnterBackground]),
    ] as [(Lifecycle.Phase, [Lifecycle.Call])])
  func ends(phase: Lifecycle.Phase, before: [Lifecycle.Call]) {
    var lifecycle = Self.lifecycle(in: phase)
    #expect(lifecycle.end(.reclaimed) == before + [.didDisconnect(.reclaimed)])
    #expect(lifecycle.state == .unattached)
    #expect(lifecycle.end(.unplug).isEmpty)
  }

  @Test("a scene that is not connected goes nowhere", arguments: Lifecycle.Phase.allCases)
  func unattached(phase: Lifecycle.Phase) {
    var lifecycle = Lifecycle()
    #expect(lifecycle.move(to: phase).isEmpty)
    #expect(lifecycle.state == .unattached)
  }

  static let covers = [
    PictureCover.clear, PictureCover(isBlank: true), PictureCover(isFrozen: true),
    PictureCover(isBlank: true, isFrozen: true),
  ]

  @Test("only what is chosen, lit and uncovered is active; what cannot be seen is in the background", arguments: covers)
  func conditions(cover: PictureCover) {
    for (isChosen, isLit) in [(false, false), (false, true), (true, false)] {
      #expect(Lifecycle.phase(under: .init(isChosen: isChosen, isLit: isLit, cover: cover)) == .background)
    }
    let expected = cover == .clear ? Lifecycle.Phase.foregroundActive : .foregroundInactive
    #expect(Lifecycle.phase(under: .init(isChosen: true, isLit: true, cover: cover)) == expected)
  }
}
