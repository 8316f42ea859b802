import DisplayTypes
import Testing

@testable import Presentation

@Suite struct StallWatchdogTests {
  private let screen = ScreenID(rawValue: 1)
  private let other = ScreenID(rawValue: 2)

  /// Whether the screen is stalled at each check.
  private func standsStill(_ looks: (steps: UInt64, waits: Bool)...) -> [Bool] {
    var watch = StallWatchdog()
    return looks.map { !watch.check([screen: ScreenProgress(steps: $0.steps, isWaiting: $0.waits)]).isEmpty }
  }

  @Test func aStaticSceneIsAlive() {
    #expect(standsStill((7, false), (7, false), (7, false)) == [false, false, false])
  }

  @Test func aMovingSceneIsAliveAlthoughAFrameIsAlwaysOwed() {
    #expect(standsStill((0, true), (1, true), (2, true)) == [false, false, false])
  }

  @Test func aFrameThatIsOwedAtOneLookOnlyIsNoTrouble() {
    #expect(standsStill((7, false), (7, true), (8, false)) == [false, false, false])
  }

  @Test func aWaitingScreenWithoutFramesIsStalledUntilItsNextFrame() {
    #expect(standsStill((7, true), (7, true), (7, true), (8, true)) == [false, true, true, false])
  }

  @Test func oneStalledScreenIsNamedAmongMovingOnes() {
    var watch = StallWatchdog()
    let found = (UInt64(0)..<2).map { step in
      watch.check([
        screen: ScreenProgress(steps: 3, isWaiting: true), other: ScreenProgress(steps: step, isWaiting: true),
      ])
    }
    #expect(found == [[], [screen]])
    let afterUnplug = watch.check([other: ScreenProgress(steps: 5, isWaiting: true)])
    #expect(afterUnplug.isEmpty)
  }
}
