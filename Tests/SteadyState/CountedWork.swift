import Composition
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayRig
import DisplayTypes
import EventLoop
import Glibc
import TestKit

/// Work of one thread that is repeated a number of times, so that `tools/test-instructions` can count the instructions of one time.
enum CountedWork: String, CaseIterable {
  /// The layers of a frame at its time.
  case resolve
  /// The difference of two frames.
  case damage
  /// The pixels of a frame, and their copy into a buffer.
  case compose
  /// A moving bar, from the timer for a draw to the report of the flip.
  case commit
  /// A call of `Screens`, from its bytes to those of the reply.
  case screens

  func perform(times: Int) throws {
    switch self {
    case .resolve: resolve(times)
    case .damage: findDamage(times)
    case .compose: FrameDrawing(MovingPictures.tree, Self.geometry)?.draw(frames: times)
    case .commit:
      let tree = PatternLayout.tree(.movingBar, for: CardPlay.geometry)
      let play = try CardPlay(tree, driver: "still", isAtomic: true, hasDamageClips: true)
      play.play(frames: times)
      play.end()
    case .screens: try MainActor.assumeIsolated { try CalledServer().answer(times) }
    }
  }

  private static let geometry = OutputGeometry(mode: PixelSize(width: 320, height: 180))

  private func frame(_ number: UInt64, into frame: inout ResolvedFrame) {
    MovingPictures.tree.resolve(
      for: Self.geometry, at: MonotonicTime(nanoseconds: number * 16_666_667), frameNumber: number, into: &frame)
  }

  private func resolve(_ times: Int) {
    var next = ResolvedFrame()
    for number in 0..<times { frame(UInt64(number), into: &next) }
  }

  private func findDamage(_ times: Int) {
    var (first, second) = (ResolvedFrame(), ResolvedFrame())
    frame(1, into: &first)
    frame(2, into: &second)
    for _ in 0..<times {
      var damage = DamageRegion()
      second.addDamage(since: first, to: &damage)
    }
  }
}

/// A server with sixteen screens of twenty modes, and a client. One thread turns both.
@MainActor
private final class CalledServer: ControlHandler {
  private let loop: EventLoop
  private var server: ControlServer?
  private let client: Int32
  private let screens: [ScreenInfo]

  private static let request = Array(#"{"method":"org.marquee.Display.Screens"}"#.utf8) + [0]

  init() throws {
    loop = try .ofThisThread()
    let modes = (0..<20).map {
      ScreenModeInfo(name: "mode-\($0)", width: 1920 - $0 * 40, height: 1080 - $0 * 20, refreshMillihertz: 60_000)
    }
    screens = (1...16).map {
      ScreenInfo(
        name: "HDMI-A-\($0)", device: "/dev/dri/card0", make: "MRQ", model: "Display", serial: "\($0)",
        currentMode: modes[0], preferredMode: modes[0], availableModes: modes)
    }
    let path = "/tmp/marquee-counted-\(getpid()).sock"
    let listener = try ControlListener(at: SocketLocation(path: path))
    client = try TestSocket.connected(to: path)
    let server = ControlServer(
      listeners: [listener], loop: loop, policy: AccessPolicy(daemonUserID: geteuid()), version: "1", handler: self,
      log: { _ in })
    self.server = server
    try server.start()
  }

  func handle(_ request: ControlRequest, responder: ControlResponder) {
    responder.reply(ScreensReply(screens: screens))
  }

  /// Calls so many times, and reads each reply to its end.
  func answer(_ times: Int) {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    for _ in 0..<times {
      send(client, Self.request, Self.request.count, 0)
      var isAtEnd = false
      while !isAtEnd {
        loop.turn(waiting: false)
        let count = recv(client, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        isAtEnd = count > 0 && buffer[count - 1] == 0
      }
    }
    server?.stop()
    close(client)
  }
}
