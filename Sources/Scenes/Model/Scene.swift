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
      laidOut = nil
      endRefreshes(false)
      guard hasConnected else { return }
      // A frame that was prepared before the connection is for the window that was attached in it.
      prepared = nil
      didChange(.window)
    }
  }

  /// What the app does about it.
  public let delegate: any SceneDelegate
  var lifecycle = SceneLifecycle()
  /// The screen as its delegate was told of it last.
  var traits: SceneTraits?
  /// What its window's tree was laid out from; the same again needs no layout.
  var laidOut: LaidOutContent?
  /// Its delegate knows that the tree is old.
  var isStale = false
  /// The content that has switched its screen's power off.
  var darkContent: ContentDescription?
  /// Whether it was told last that its schedule has switched the power off.
  var toldDark = false
  /// What was laid out ahead of its time.
  var prepared: PreparedFrame? {
    didSet {
      guard let layoutInTheDark, prepared?.ticket != layoutInTheDark else { return }
      self.layoutInTheDark = nil
      setDark(false)
    }
  }
  /// The layout under way that finds out when its schedule's darkness ends: a darkness that is only assumed until then ends with it.
  var layoutInTheDark: Int?
  /// It connected while the screen had no mode, and was told of none.
  var owesMode = false
  /// Who waits for its being laid out anew, although nothing has changed; see `SceneSystem.refresh`.
  var refreshers: [(Bool) -> Void] = []
  /// Names the layout in the background that they wait for.
  var refreshTicket = 0
  var trouble = ContentTrouble()
  var toldWarning: String?
  /// The next frame of it is the first since it came to the foreground, or since a mode was set.
  var owesFirstFrameEvent = false
  /// Counts up over all scenes that go to the background.
  var backgroundOrder: UInt64 = 0
  /// What is shown again where its newest content cannot be laid out; nil once that was.
  var former: FormerContent?
  /// Ends what is shown for a time.
  var contentTimer: (any DisplayTimer)?
  /// The links that follow it.
  var links: [WeakLink] = []
  /// The clock of the screens.
  var clock: (any DisplayClock)?
  /// The refreshes of the screen that shows it; nil while none does.
  var refreshes: RefreshGrid? {
    didSet {
      guard refreshes != oldValue else { return }
      links.removeAll { $0.link == nil }
      for link in links { link.link?.schedule() }
    }
  }
  /// The time of its next frame is asked for.
  var wantsPhase = false
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
    isStale = true
    didChange(.layout)
  }

  /// The next tree of its window moves by the clock of the screen: one frame is shown at once, by which that clock is known.
  public func setNeedsPhase() { wantsPhase = true }

  /// Its content, a schedule, switches the power of its screen off, or lets it have a picture; what is chosen instead is shown.
  ///
  /// The user's own word on power goes before it.
  public func setDark(_ isDark: Bool) {
    let content = isDark ? session.content : nil
    let wasDark = wantsDark
    darkContent = content
    if wantsDark != wasDark { didChange(.darkness) }
  }

  var wantsDark: Bool { session.isRecordedDark || darkContent != nil && darkContent == session.content }

  /// Tells of a part of its content that cannot be shown, as a sentence for the user; what else there is, is shown.
  public func report(_ message: String) { owner?.sceneDidChange(self, .report(message)) }

  func didChange(_ change: SceneMark) {
    if hasConnected { owner?.sceneDidChange(self, change) }
  }

  /// Where it is in its life.
  public var state: SceneState { lifecycle.state }

  /// Answers those who wait for its being laid out anew, all or those that came first.
  func endRefreshes(_ isDone: Bool, first count: Int? = nil) {
    let ended = Array(refreshers.prefix(count ?? refreshers.count))
    guard !ended.isEmpty else { return }
    refreshers.removeFirst(ended.count)
    refreshTicket += 1
    for completion in ended { completion(isDone) }
  }

  /// What was laid out is what its window shows.
  func take(_ tree: LayerTree, for wanted: LaidOutContent, in pass: SettlePass) {
    laidOut = wanted
    isStale = false
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
    onUntil = scene.session.onUntil
    timer = scene.contentTimer
  }
}
