import Composition
import Content
import ContentModel
import DisplayRig
import DisplayTypes
import EventLoop
import Presentation
import Rasterizing
import Scenes
import SimulatedBackend

/// Contents on simulated screens in simulated time: scenes, player, presenters and device in the test's own thread.
@MainActor
final class PlayerRig {
  /// A frame that a monitor got.
  struct Frame {
    var screen: String
    var time: WallTime
    var color: Color
  }

  /// Noon of a Monday.
  static let start = WallTime(seconds: 1_767_614_400)
  let backend: SimulatedBackend
  let media = StandInMedia()
  /// The loop for work in real time.
  let loop: EventLoop
  let documents: StandInDocuments
  let texts: StandInTexts
  let clock: StandInClock
  let resources: ContentResources
  private(set) var frames: [Frame] = []
  private(set) var messages: [String] = []
  private(set) lazy var system = makeSystem()
  /// Gets each frame instead of `frames`.
  var seen: ((Frame) -> Void)?
  private let display: DisplayActor
  private let inbox: Inbox
  private let content: ContentDescription?
  private let standsIn: Bool
  private var identifiers = 0
  private var captured: CapturedFrame?
  /// The scenes ask for pictures by numbers from one on.
  private static let capturing = RequestID(rawValue: .max)

  init(
    _ content: ContentDescription? = nil, screens: [String] = ["HDMI-A-1"], start: WallTime = PlayerRig.start,
    reducesMotion: Bool = false, talkTransition: TalkTransition = .deck, standsIn: Bool = false,
    movesClock: Bool = false, pictureBytes: Int = PictureCache.usualCapacity,
    files: ((EventLoop) -> (any DocumentRasterizer, any MediaLibrary))? = nil,
    surfaces: SurfaceFeeds = SurfaceFeeds(), videos: ((SimulatedClock, EventLoop) -> any VideoPlayers)? = nil,
    streams: (any StreamPlayers)? = nil
  ) throws {
    self.content = content
    self.standsIn = standsIn
    let device = try SimulatedLoop(setup: SimulatedSetup(connectors: screens))
    (loop, backend) = (device.loop, device.backend)
    let simulated = backend.simulatedClock
    documents = StandInDocuments(clock: simulated)
    texts = StandInTexts(clock: simulated)
    clock = StandInClock(movesClock ? MovingClock(simulated) : simulated, startingAt: start)
    let real = files?(loop)
    resources = ContentResources(
      rasterizer: texts, documents: real?.0 ?? documents, media: real?.1 ?? media, clock: clock,
      reducesMotion: reducesMotion, talkTransition: talkTransition, pictureBytes: pictureBytes,
      surfaces: surfaces, videos: videos?(simulated, loop), streams: streams)
    let inbox = Inbox(clock: simulated)
    self.inbox = inbox
    display = DisplayActor(executor: loop.mailbox) { inbox.put($0) }
    surfaces.connect(
      frameCame: { [display] feed in display.assumeIsolated { $0.frameCame(in: feed) } }, didChange: {})
    inbox.taken = { [weak self] in self?.receive($0) }
    _ = system
    display.start(on: backend)
    advance(milliseconds: 0)
  }

  func advance(milliseconds: UInt64) { advance(nanoseconds: milliseconds * 1_000_000) }

  func advance(nanoseconds: UInt64) { backend.simulatedClock.advance(by: nanoseconds) }

  func perform(_ command: SimulatedCommand) throws {
    _ = try backend.perform(command).get()
    advance(milliseconds: 0)
  }

  func plug(
    _ connector: String = "HDMI-A-1", _ size: PixelSize = PixelSize(width: 64, height: 48), millihertz: Int = 60_000
  ) throws {
    let display = SynthesizedDisplay(size: size, refreshMillihertz: millihertz)
    try perform(.plug(connector, .synthesized(display)))
    advance(milliseconds: 100)
    for screen in system.screens where screen.name == connector { send(.observe(screen.snapshot.id, true)) }
    advance(milliseconds: 20)
  }

  /// Returns the outcome of `show`.
  func show(_ content: ContentDescription?, on screen: String = "HDMI-A-1") throws -> PictureOutcome? {
    var answer: PictureOutcome?
    try system.find(screen).show(content) { answer = $0 }
    for _ in 0..<100 where answer == nil { advance(milliseconds: 10) }
    return answer
  }

  /// The next picture that a screen shows, as a screenshot has it.
  func capture(_ connector: String = "HDMI-A-1") throws -> CapturedFrame? {
    captured = nil
    guard let screen = system.screens.first(where: { $0.name == connector }) else { return nil }
    send(.capture(screen.snapshot.id, Self.capturing))
    for _ in 0..<20 where captured == nil { advance(milliseconds: 5) }
    return captured
  }

  func takeFrames() -> [Frame] {
    defer { frames = [] }
    return frames
  }

  func takeMessages() -> [String] {
    defer { messages = [] }
    return messages
  }

  /// The colour that a monitor shows at a share of its width, in the middle of its height; nil while it is dark.
  func color(on connector: String = "HDMI-A-1", at share: Double = 0.5, height: Double = 0.5) throws -> Color? {
    guard let pixels = try backend.photograph(connector)?.pixels else { return nil }
    let row = min(Int(Double(pixels.size.height) * height), pixels.size.height - 1)
    let column = min(Int(Double(pixels.size.width) * share), pixels.size.width - 1)
    let start = (row * pixels.size.width + column) * 3
    guard pixels.rgb.count >= start + 3 else { return nil }
    return Color(red: pixels.rgb[start], green: pixels.rgb[start + 1], blue: pixels.rgb[start + 2])
  }

  /// The colour of a file's picture.
  func color(of path: String) -> Color? { media.inode(path).map(StandInDocuments.color) }

  func send(_ command: DisplayCommand) {
    display.assumeIsolated { $0.handle(command) }
  }

  /// Timers of the whole machine that have fired.
  var counters: PresentationCounters { display.assumeIsolated { $0.counters() } }

  private func receive(_ report: DisplayReport) {
    switch report {
    case .observed(let record):
      guard let screen = system.screens.first(where: { $0.snapshot.id == record.screen })?.name,
        let color = try? color(on: screen)
      else { return }
      let frame = Frame(screen: screen, time: clock.time(at: record.timestamp), color: color)
      if let seen { seen(frame) } else { frames.append(frame) }
    case .presented(let requests, let record) where requests.contains(Self.capturing):
      captured = record.captured
      system.handle(report)
    case .screens, .tested, .configured, .turnedOff, .presented, .refused, .played, .stalled, .notice:
      system.handle(report)
    }
  }

  private func makeSystem() -> SceneSystem {
    SceneSystem(
      clock: backend.simulatedClock,
      outlets: SceneSystem.Outlets(
        command: { [unowned self] in send($0) },
        event: { [unowned self] in receive($0) }, persist: { _ in }, giveUp: { [unowned self] in messages.append($0) },
        makeIdentifier: { [unowned self] in
          identifiers += 1
          return "session-\(identifiers)"
        }, wallSeconds: { nil }),
      policy: ScreenPolicy(foregroundApp: Sourced("lobby"), standIn: Sourced(standsIn)), apps: [lobby, other])
  }

  private func receive(_ event: SceneEvent) {
    switch event.kind {
    case .contentDidFail(_, let message): messages.append(message)
    case .trouble(_, let message): messages.append(message)
    default: break
    }
  }

  private var lobby: App { app("lobby", content) }
  /// Comes to the foreground to send the other to the background.
  private var other: App { app("other", .color(Color(red: 1, green: 2, blue: 3))) }

  private func app(_ name: String, _ content: ContentDescription?) -> App {
    App(
      name: name,
      manifest: SceneManifest(
        configurations: [.externalDisplayNonInteractive: [SceneConfiguration(name: "main", content: content)]]),
      makeDelegate: { [unowned self] in ContentSceneDelegate(resources) })
  }
}
