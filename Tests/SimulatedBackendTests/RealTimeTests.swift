import Composition
import DisplayTypes
import EventLoop
import SimulatedBackend
import Testing

@testable import Presentation

@Suite("SimulatedBackend: in real time")
struct RealTimeTests {
  @Test("plug, modeset and flips run on the loop alone")
  func loop() throws {
    let loop = try EventLoop()
    let backend = SimulatedBackend(loop: loop)
    let plug = SimulatedCommand.plug("HDMI-A-1", .synthesized(try #require(SynthesizedDisplay(modeName: "640x480"))))
    let course = try backend.perform(plug).get().course
    if case .stopped = course { Issue.record("\(course)") }
    var flips: [FlipCompletion] = []
    let size = PixelSize(width: 640, height: 480)
    let frame = ResolvedFrame(size: size, pictureArea: PixelRect(size: size), background: .white)
    let damage = DamageRegion(PixelRect(size: size))
    func commit(_ screen: ScreenID, _ action: ScreenCommit.Action) {
      let token = CommitToken(rawValue: UInt64(flips.count) + 1)
      do throws(DisplayError) {
        try backend.commit(
          ScreenCommit(
            screen: screen, token: token, action: action, frame: frame, frameDamage: damage, bufferDamage: damage),
          testOnly: false)
      } catch {
        Issue.record(error)
        loop.stop()
      }
    }
    backend.start { event in
      switch event {
      case .screens(let changes):
        if case .connected(let screen) = changes.first, let mode = screen.modes.first(where: { $0.size == size }) {
          commit(screen.id, .configure(mode, bufferCount: 2))
        }
      case .finished(let screen, _, _): commit(screen, .flip(buffer: 1))
      case .flipped(let flip):
        flips.append(flip)
        if flips.count == 5 {
          loop.stop()
        } else {
          commit(flip.screen, .flip(buffer: flips.count.isMultiple(of: 2) ? 1 : 0))
        }
      case .notice: break
      }
    }
    loop.run()
    #expect(flips.count == 5)
    let gaps = zip(flips, flips.dropFirst()).map { $1.timestamp.nanoseconds(since: $0.timestamp) }
    let interval = try #require(backend.status["HDMI-A-1"]?.mode).refreshInterval
    #expect(gaps.allSatisfy { $0 >= interval && $0.isMultiple(of: interval) })
    #expect(flips.allSatisfy { $0.timestamp <= MonotonicTime.now })
    backend.stop()
  }
}
