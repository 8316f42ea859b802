import CLinuxEvents
import CodedFrames
import Composition
import Content
import DisplayTypes
import EventLoop
import FrameChecks
import Glibc
import Presentation
import Rasterizing
import SimulatedBackend
import Testing

@testable import marqueed

/// Plays clips of coded pictures in place of `marquee-video`. Each clip speaks the messages of docs/surfaces.md over a socket with the
/// daemon's connection, on the simulated clock. Its first picture comes at once, as from a process that is ready. Each other picture comes
/// `delay` after it is due.
@MainActor
final class StandInVideos: VideoPlayers {
  nonisolated static let room = PixelSize(width: 320, height: 180)

  /// The nanoseconds from a picture to the next.
  let interval: UInt64
  let count: Int
  let delay: UInt64
  fileprivate let clock: SimulatedClock
  fileprivate let loop: EventLoop
  private let feeds: SurfaceFeeds
  private var clips: [WeakClip] = []
  /// The beginnings of the clips that were played, in nanoseconds of the screens' clock, with the numbers of their first pictures.
  private(set) var beginnings: [(time: UInt64, first: UInt32)] = []

  private struct WeakClip {
    weak let clip: StandInClip?
  }

  init(_ clock: SimulatedClock, _ loop: EventLoop, _ feeds: SurfaceFeeds, interval: UInt64, count: Int, delay: UInt64) {
    (self.clock, self.loop, self.feeds) = (clock, loop, feeds)
    (self.interval, self.count, self.delay) = (interval, count, delay)
  }

  func play(
    _ request: VideoRequest, completion: @escaping (Result<VideoPicture, VideoFailure>) -> Void
  ) -> any PlayingVideo {
    let first = UInt32(request.file.version.inode)
    beginnings.append((UInt64(request.beginning), first))
    let clip = StandInClip(of: self, feeds.feed(), request, first: first, completion)
    clips.append(WeakClip(clip: clip))
    return clip
  }

  func notes(about files: Set<String>) -> [String] { [] }

  /// The reasons for which the daemon has ended connections.
  var faults: [String] { clips.compactMap { $0.clip?.helper.fault } }
}

@MainActor
private final class StandInClip: PlayingVideo {
  let helper: StandInHelper
  private let connection: SurfaceConnection
  private let videos: StandInVideos
  private var timer: (any DisplayTimer)?
  private let beginning: UInt64

  init(
    of videos: StandInVideos, _ feed: SurfaceFeed, _ request: VideoRequest, first: UInt32,
    _ completion: @escaping (Result<VideoPicture, VideoFailure>) -> Void
  ) {
    self.videos = videos
    beginning = UInt64(request.beginning)
    var pair: [Int32] = [-1, -1]
    let isPair = socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue), 0, &pair)
    #expect(isPair == 0)
    helper = StandInHelper(pair[1], first: first)
    let order = PlayOrder(
      room: request.room, time: PlayTime(beginning: request.beginning, now: 0, isReal: false), loops: request.loops)
    let length = UInt64(videos.count) * videos.interval
    let ready = ReadyClip {
      completion(.success(VideoPicture(feed: feed, place: PixelRect(size: StandInVideos.room), length: length)))
    }
    connection = SurfaceConnection(
      pair[0], program: "stand-in",
      player: SurfacePlayer(feed: feed, order: .clip(order, file: open("/dev/null", O_RDONLY))) { event in
        if case .ready = event { MainActor.assumeIsolated { ready.call() } }
      }, on: videos.loop, events: SurfaceEvents {}, take: { _ in .failure(SurfaceRefusal("a clip has no name")) },
      hasRoom: { _ in true }, ended: { _ in })
    connection.start()
    helper.open(length: length)
    exchange()
    // The answer comes in a later turn. Then the pictures follow.
    let late = videos.clock.now.nanoseconds(since: MonotonicTime(nanoseconds: beginning))
    var next = Int(late / videos.interval)
    timer = videos.clock.makeTimer { [weak self, videos] in
      guard let self, next < videos.count else { return }
      let number = next
      next += 1
      exchange()
      helper.draw(number, due: beginning + UInt64(number) * videos.interval)
      exchange()
      guard next < videos.count else { return }
      timer?.arm(
        at: MonotonicTime(nanoseconds: beginning + UInt64(next) * videos.interval).advanced(by: videos.delay))
    }
    timer?.arm(at: videos.clock.now)
  }

  isolated deinit { connection.end(nil) }

  func move(beginning: Int64) {}

  func endSound() {}

  /// Passes all messages that wait in both directions.
  private func exchange() {
    repeat { connection.proceed() } while videos.loop.turn(waiting: false) > 0
    helper.read()
  }
}

/// The answer to the first picture, once.
@MainActor
private final class ReadyClip {
  private var answer: (() -> Void)?

  init(_ answer: @escaping () -> Void) { self.answer = answer }

  func call() { answer.take()?() }
}

/// The helper's end of the socket.
final class StandInHelper {
  /// The reason of the daemon for the end of the connection; nil while there is none.
  private(set) var fault: String?
  private let socket: Int32
  private let first: UInt32
  private var buffers: SurfaceMessage.Buffers?
  private var memory: [UnsafeMutableRawPointer] = []
  private var free: Set<UInt32> = []
  private var frames: UInt64 = 0

  private var bytes: Int { buffers.map { $0.stride * $0.size.height } ?? 0 }

  init(_ socket: Int32, first: UInt32) { (self.socket, self.first) = (socket, first) }

  deinit {
    for place in memory { munmap(place, bytes) }
    close(socket)
  }

  func open(length: UInt64) {
    send(
      .clip(
        ClipFacts(
          place: PixelRect(size: StandInVideos.room), length: length, decoder: "none", isHardware: false,
          sandbox: .full)))
  }

  /// Sends a picture of the clip.
  func draw(_ number: Int, due: UInt64) {
    guard let buffers, let buffer = free.popFirst(), memory.indices.contains(Int(buffer)) else {
      fault = fault ?? "no buffer is free"
      return
    }
    let pixels = CodedFrames.raw(CodedFrames.frame(first + UInt32(number), size: buffers.size), .xrgb8888)
    memory[Int(buffer)].copyMemory(from: pixels, byteCount: min(pixels.count, bytes))
    frames += 1
    send(.frame(SurfaceMessage.Frame(serial: buffers.serial, buffer: buffer, number: frames, target: due)))
  }

  func read() {
    while true {
      var message = [UInt8](repeating: 0, count: SurfaceMessage.longestAnswer)
      var descriptors = [Int32](repeating: -1, count: 6)
      var count: Int32 = 0
      let length = marquee_receive_with_descriptors(socket, &message, message.count, &descriptors, &count)
      guard length > 0, let answer = try? SurfaceMessage.answer(message.prefix(length)) else { return }
      let given = descriptors.prefix(Int(count))
      defer { for descriptor in given { close(descriptor) } }
      switch answer {
      case .configure(let made):
        buffers = made
        memory = given.compactMap { mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, $0, 0) }
        free = Set(0..<UInt32(given.count))
      case .released(let buffer, _): free.insert(buffer)
      case .failed(let reason): fault = reason
      case .play, .seek, .slew, .presented, .superseded, .visible, .hidden, .sound, .inspect, .stream: break
      }
    }
  }

  private func send(_ request: SurfaceMessage.Request) {
    let message = SurfaceMessage.bytes(of: request)
    _ = marquee_send_with_descriptors(socket, message, message.count, nil, 0)
  }
}
