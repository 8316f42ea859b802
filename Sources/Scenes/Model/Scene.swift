internal import Composition
internal import ContentModel
public import DisplayTypes
internal import Presentation

/// One connected life of a session on one screen. Belongs to the main thread. Only the system makes scenes, and it keeps them until they
/// end. A scene keeps its window and its delegate.
public final class Scene {
  /// Its session.
  public let session: SceneSession
  /// The screen of the scene; nil while it is away.
  public internal(set) weak var screen: Screen?
  /// The window; a scene without one leaves the screen to the next app.
  public var window: Window? {
    didSet {
      oldValue?.scene = nil
      window?.scene = self
      layout.laidOut = nil
      guard hasConnected else { return }
      // A frame that was prepared before the connection belongs to the window that was attached in it.
      layout.prepared = nil
      didChange(.window)
    }
  }

  /// Receives its calls.
  public let delegate: any SceneDelegate
  var lifecycle = SceneLifecycle()
  /// The traits that the delegate received last.
  var traits: SceneTraits?
  var layout = SceneLayout() {
    didSet {
      guard let ticket = layout.ticketInTheDark, layout.prepared?.ticket != ticket else { return }
      layout.ticketInTheDark = nil
      if changeDarkness(to: false) { owner?.mark(.darkness, of: self) }
    }
  }
  var power = ScenePower()
  var timing = SceneTiming() {
    didSet {
      guard timing.grid != oldValue.grid else { return }
      for link in timing.liveLinks() { link.schedule() }
    }
  }
  /// A number that is higher for scenes that went to the background later.
  var backgroundOrder: UInt64 = 0
  /// The content before the newest, until the newest is laid out.
  var former: FormerContent?
  var contentTimer: (any DisplayTimer)?
  /// Nil before the connection, and after the end.
  weak var owner: (any SceneOwner)?
  /// Whether the delegate has the connection; earlier changes do not count.
  var hasConnected = false

  init(session: SceneSession, screen: Screen, delegate: any SceneDelegate) {
    self.session = session
    self.screen = screen
    self.delegate = delegate
  }

  /// Lays the scene out again: now if it is shown, otherwise before it is shown again.
  public func setNeedsLayout() {
    layout.isStale = true
    didChange(.layout)
  }

  /// Shows one frame at once, to find the screen's clock; the next tree of the window moves by that clock.
  public func setNeedsPhase() { timing.wantsPhase = true }

  /// Switches the power of its screen by the schedule in its content; other content is still shown. The user's power setting has priority.
  public func setDark(_ isDark: Bool) {
    if changeDarkness(to: isDark) { didChange(.darkness) }
  }

  /// False if nothing has changed.
  func changeDarkness(to isDark: Bool) -> Bool {
    let wasDark = wantsDark
    power.content = isDark ? session.content : nil
    return wantsDark != wasDark && hasConnected
  }

  var wantsDark: Bool { session.passing.isRecordedDark || power.isOff(under: session.content) }

  /// Reports a part of the content that cannot be shown, as a sentence for the user.
  public func report(_ message: String) { enter(.report(message)) }

  /// An input of the scene's delegate or its window; steps of the pass mark the owner instead.
  func didChange(_ change: SceneMark) {
    if hasConnected { enter(change) }
  }

  private func enter(_ change: SceneMark) {
    guard let owner else { return }
    owner.pass.input(isPicture: change == .tree) { owner.mark(change, of: self) }
  }

  /// Its state.
  public var state: SceneState { lifecycle.state }

  /// Puts a layout into the window.
  func take(_ tree: LayerTree, for wanted: LaidOutContent, in pass: SettlePass) {
    layout.take(wanted)
    if let window {
      window.fill(with: tree)
      if hasConnected { owner?.mark(.tree, of: self) }
    }
    pass.notify { [self] in delegate.sceneDidLayOut(self, for: wanted.geometry) }
  }

  var isConnected: Bool { lifecycle.phase != nil }

  func wanted(in geometry: OutputGeometry) -> LaidOutContent {
    LaidOutContent(
      content: session.content, geometry: session.configuration.size.map { OutputGeometry(mode: $0) } ?? geometry)
  }

  /// The window's tree as a screen of this geometry shows it.
  func placed(_ tree: LayerTree, in geometry: OutputGeometry) -> LayerTree {
    session.configuration.size.map { tree.enlarged(from: $0, into: geometry) } ?? tree
  }
}

/// The layout of a scene's window, and the layouts under way.
struct SceneLayout {
  var laidOut: LaidOutContent?
  var isStale = false
  /// A layout ahead of its time.
  var prepared: PreparedFrame?
  /// The layout that finds the end of an assumed darkness. The darkness ends with it.
  var ticketInTheDark: Int?
  var trouble = ContentTrouble()
  var reportedWarning: String?

  /// Whether the window shows this, and nothing in it is old.
  func isCurrent(_ wanted: LaidOutContent) -> Bool { laidOut == wanted && !isStale }

  mutating func take(_ wanted: LaidOutContent) {
    laidOut = wanted
    isStale = false
  }
}

struct ScenePower {
  /// The content that has switched the power off.
  var content: ContentDescription?
  /// The darkness that was reported last.
  var isReportedDark = false
  /// The scene connected while the screen had no mode.
  var owesMode = false

  func isOff(under content: ContentDescription?) -> Bool { content != nil && self.content == content }

  /// Whether the delegate has yet to get the first mode; it gets the mode once.
  mutating func takeOwedMode() -> Bool {
    defer { owesMode = false }
    return owesMode
  }
}

struct SceneTiming {
  var links: [WeakLink] = []
  var clock: (any DisplayClock)?
  /// Nil while no screen shows it.
  var grid: RefreshGrid?
  var wantsPhase = false
  /// The next frame is the first in the foreground, or in its mode.
  var owesFirstFrameEvent = false

  /// The display links that are still there.
  mutating func liveLinks() -> [DisplayLink] {
    links.removeAll { $0.link == nil }
    return links.compactMap(\.link)
  }
}

/// A change that a delegate has made in its scene.
nonisolated enum SceneMark: Hashable {
  case window
  /// Its app has answered a question about it again.
  case configuration
  case tree
  case layout
  case darkness
  /// The time of its temporary content is over.
  case contentTime
  /// A part of its content cannot be shown.
  case report(String)
}

/// The owner of a connected scene, which marks the work for a change.
protocol SceneOwner: AnyObject {
  var pass: SettlePass { get }
  func mark(_ change: SceneMark, of scene: Scene)
  func end(_ ended: [Scene], _ reason: DisconnectReason)
}

/// The state of a scene.
public nonisolated enum SceneState: String, Hashable, Sendable {
  case unattached
  case foregroundActive
  case foregroundInactive
  case background
}

/// The properties of a screen that a scene's picture depends on.
public nonisolated struct SceneTraits: Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// The mode in force.
  public var mode: ScreenMode
  /// How points lie on its pixels: scale, orientation and insets.
  public var geometry: OutputGeometry
}

/// Why a scene ended. Its session stays, except after `destroyed`.
public nonisolated enum DisconnectReason: String, CaseIterable, Hashable, Sendable {
  /// The display was unplugged or replaced.
  case unplug
  /// Support for external displays is off.
  case support
  /// Its app has no scene for the screen any more.
  case foreground
  case destroyed
  /// It was in the background for too long.
  case reclaimed
  case shutdown
}

/// The source of a layout.
struct LaidOutContent: Equatable {
  /// Nil if the delegate decides.
  var content: ContentDescription?
  var geometry: OutputGeometry
}

struct PreparedFrame {
  var wanted: LaidOutContent
  /// Names the request, so that the reply to an earlier one is ignored.
  var ticket: Int
  /// Nil while the delegate works on it.
  var tree: LayerTree?
}

/// The content of a scene before its newest, until that is laid out.
struct FormerContent {
  let chosen: ChosenContent?
  let temporary: ChosenContent?
  let onUntil: WallTime?
  let timer: (any DisplayTimer)?

  init(_ session: SceneSession, timer: (any DisplayTimer)?) {
    chosen = session.chosen
    temporary = session.passing.temporary
    onUntil = session.passing.onUntil
    self.timer = timer
  }

  /// Restores the content of a scene; the caller restores `onUntil`.
  func restore(in scene: Scene) {
    scene.session.chosen = chosen
    scene.session.passing.temporary = temporary
    scene.contentTimer = timer
  }
}
