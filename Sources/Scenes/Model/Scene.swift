internal import Composition
internal import ContentModel
public import DisplayTypes
internal import Presentation

/// One connected life of a session on one screen.
///
/// Made by the system only.
public final class Scene {
  /// The session whose life this is.
  public let session: SceneSession
  /// The screen that it is on; nil while that is away.
  public internal(set) weak var screen: Screen?
  /// What it shows; a scene without one leaves the screen to the next.
  public var window: Window? {
    didSet {
      oldValue?.scene = nil
      window?.scene = self
      layout.laidOut = nil
      endRefreshes(false)
      guard hasConnected else { return }
      // A frame that was prepared before the connection is for the window that was attached in it.
      layout.prepared = nil
      didChange(.window)
    }
  }

  /// What the app does about it.
  public let delegate: any SceneDelegate
  var lifecycle = SceneLifecycle()
  /// The screen as its delegate was told of it last.
  var traits: SceneTraits?
  /// What it was laid out from, and what is laid out for it.
  var layout = SceneLayout() {
    didSet {
      guard let ticket = layout.ticketInTheDark, layout.prepared?.ticket != ticket else { return }
      layout.ticketInTheDark = nil
      setDark(false)
    }
  }
  /// Who waits for its being laid out again, although nothing has changed; see `SceneSystem.refresh`.
  var refresh = RefreshWait()
  /// What its content does to the power of its screen.
  var power = ScenePower()
  /// How it moves by the refreshes of its screen.
  var timing = SceneTiming() {
    didSet {
      guard timing.grid != oldValue.grid else { return }
      timing.links.removeAll { $0.link == nil }
      for link in timing.links { link.link?.schedule() }
    }
  }
  /// Counts up over all scenes that go to the background.
  var backgroundOrder: UInt64 = 0
  /// What is shown again where its newest content cannot be laid out; nil once that was.
  var former: FormerContent?
  /// Ends what is shown for a time.
  var contentTimer: (any DisplayTimer)?
  /// Where it is connected; nil before it is, and after its end.
  weak var owner: (any SceneOwner)?
  /// Its delegate has been told of the connection; before that nothing that it changes is a change.
  var hasConnected = false

  init(session: SceneSession, screen: Screen, delegate: any SceneDelegate) {
    self.session = session
    self.screen = screen
    self.delegate = delegate
  }

  /// Has its delegate lay it out anew: now where it is shown, else before it is shown again.
  public func setNeedsLayout() {
    layout.isStale = true
    didChange(.layout)
  }

  /// The next tree of its window moves by the clock of the screen: one frame is shown at once, by which that clock is known.
  public func setNeedsPhase() { timing.wantsPhase = true }

  /// Its content, a schedule, switches the power of its screen off, or lets it have a picture; what is chosen instead is shown.
  ///
  /// The user's own word on power goes before it.
  public func setDark(_ isDark: Bool) {
    let content = isDark ? session.content : nil
    let wasDark = wantsDark
    power.content = content
    if wantsDark != wasDark { didChange(.darkness) }
  }

  var wantsDark: Bool { session.passing.isRecordedDark || power.content != nil && power.content == session.content }

  /// Tells of a part of its content that cannot be shown, as a sentence for the user; what else there is, is shown.
  public func report(_ message: String) { owner?.sceneDidChange(self, .report(message)) }

  func didChange(_ change: SceneMark) {
    if hasConnected { owner?.sceneDidChange(self, change) }
  }

  /// Where it is in its life.
  public var state: SceneState { lifecycle.state }

  /// Answers those who wait for its being laid out anew, all or those that came first.
  func endRefreshes(_ isDone: Bool, first count: Int? = nil) {
    let ended = Array(refresh.waiting.prefix(count ?? refresh.waiting.count))
    guard !ended.isEmpty else { return }
    refresh.waiting.removeFirst(ended.count)
    refresh.ticket += 1
    for completion in ended { completion(isDone) }
  }

  /// What was laid out is what its window shows.
  func take(_ tree: LayerTree, for wanted: LaidOutContent, in pass: SettlePass) {
    layout.laidOut = wanted
    layout.isStale = false
    window?.replace(tree)
    pass.tell { [self] in delegate.sceneDidLayOut(self, for: wanted.geometry) }
  }

  var isConnected: Bool { lifecycle.phase != nil }

  /// What its window's tree has to be laid out from on a screen of this geometry.
  func wanted(in geometry: OutputGeometry) -> LaidOutContent {
    LaidOutContent(
      content: session.content, geometry: session.configuration.size.map { OutputGeometry(mode: $0) } ?? geometry)
  }

  /// Its window's tree as a screen of this geometry shows it.
  func placed(_ tree: LayerTree, in geometry: OutputGeometry) -> LayerTree {
    session.configuration.size.map { tree.enlarged(from: $0, into: geometry) } ?? tree
  }
}

/// What a scene's window was laid out from, and what a delegate lays out for it.
struct SceneLayout {
  /// What the window's tree was laid out from; the same again needs no layout.
  var laidOut: LaidOutContent?
  /// Its delegate knows that the tree is old.
  var isStale = false
  /// What was laid out ahead of its time.
  var prepared: PreparedFrame?
  /// The layout under way that finds out when its schedule's darkness ends: a darkness that is only assumed until then ends with it.
  var ticketInTheDark: Int?
  var trouble = ContentTrouble()
  var toldWarning: String?
}

/// Who waits for a scene to be laid out again.
struct RefreshWait {
  var waiting: [(Bool) -> Void] = []
  /// Names the layout in the background that they wait for.
  var ticket = 0
}

/// What a scene's content does to the power of its screen.
struct ScenePower {
  /// The content that has switched it off.
  var content: ContentDescription?
  /// Whether it was told last that its schedule has switched the power off.
  var isTold = false
  /// It connected while the screen had no mode, and was told of none.
  var owesMode = false
}

/// How a scene moves by the refreshes of its screen.
struct SceneTiming {
  /// The links that follow it.
  var links: [WeakLink] = []
  /// The clock of the screens.
  var clock: (any DisplayClock)?
  /// The refreshes of the screen that shows it; nil while none does.
  var grid: RefreshGrid?
  /// The time of its next frame is asked for.
  var wantsPhase = false
  /// The next frame of it is the first since it came to the foreground, or since a mode was set.
  var owesFirstFrameEvent = false
}

/// What a delegate has changed in its scene.
nonisolated enum SceneMark: Hashable {
  case window
  case tree
  case layout
  case darkness
  /// The time is over for which it shows what it shows.
  case contentTime
  /// A part of its content cannot be shown.
  case report(String)
}

/// Where a scene is connected: it marks what the pass has to do about a change.
protocol SceneOwner: AnyObject {
  func sceneDidChange(_ scene: Scene, _ change: SceneMark)
}

/// Where a scene is in its life.
public nonisolated enum SceneState: String, Hashable, Sendable {
  case unattached
  case foregroundActive
  case foregroundInactive
  case background
}

/// What a scene's picture depends on.
public nonisolated struct SceneTraits: Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// The mode in force.
  public var mode: ScreenMode
  /// How points lie on its pixels: scale, orientation and insets.
  public var geometry: OutputGeometry
}

/// Why a scene ended.
///
/// Its session stays, but for `destroyed`.
public nonisolated enum DisconnectReason: String, CaseIterable, Hashable, Sendable {
  /// The display was unplugged, or another one took its place.
  case unplug
  /// Support for external displays was switched off there.
  case support
  /// Its app has no scene for the screen any more, and leaves it to the next.
  case foreground
  /// The session was destroyed.
  case destroyed
  /// It was in the background, and its memory was needed.
  case reclaimed
  /// The daemon ends.
  case shutdown
}

/// What a tree was laid out from.
struct LaidOutContent: Equatable {
  /// Nil where the delegate decides.
  var content: ContentDescription?
  var geometry: OutputGeometry
}

/// What a delegate laid out ahead of its time.
struct PreparedFrame {
  var wanted: LaidOutContent
  /// Names the question: an answer to an earlier one, for the same perhaps, is not taken for this.
  var ticket: Int
  /// Nil while the delegate is at it.
  var tree: LayerTree?
}

/// What a scene was told to show before its newest content, until that has been laid out.
struct FormerContent {
  let chosen: ContentDescription?
  let temporary: ContentDescription?
  let onUntil: WallTime?
  let timer: (any DisplayTimer)?

  /// What is in force.
  init(_ scene: Scene) {
    chosen = scene.session.chosenContent
    temporary = scene.session.temporaryContent
    onUntil = scene.session.passing.onUntil
    timer = scene.contentTimer
  }
}
