internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes

/// What touch screens and pointers do, handed to application scenes.
///
/// Input of each app that the key map names is owned while the daemon is there. Where scenes are is asked for at the beginning of a touch, and
/// after each event of the daemon.
///
/// A finger that an app was told is down is told to be up or taken back, whatever goes wrong between: at once, or as soon as the daemon
/// answers again.
final class SceneInputs {
  private let calls: DaemonCalls
  private let notices: Notices
  private let finder: SceneFinder
  private var owned: [String: InputOwnership] = [:]
  private var trackers: [InputDeviceID: TouchTracker] = [:]
  /// What was found out for each device; nil where it touches no scene.
  ///
  /// Asked again after an event of the daemon, and at the next touch.
  private var mappings: [InputDeviceID: InputMapping?] = [:]
  private var queue = InputQueue()
  private var told = ReportedTouches()
  /// Sessions in which fingers and buttons are down that nobody follows any more.
  private var owed: Set<String> = []
  /// When those are ended, if the daemon is there; nil for after its next event.
  private var retryTime: MonotonicTime?
  private var isConnected = false
  /// Sessions that refused something since the last flush began.
  private var refused: Set<String> = []
  /// Tells which scene of an app was touched.
  var didTouch: (_ app: String, _ session: String) -> Void = { _, _ in }

  init(calls: DaemonCalls, notices: Notices) {
    self.calls = calls
    self.notices = notices
    finder = SceneFinder(calls: calls)
  }

  /// Until a daemon that did not answer is asked again.
  private static let retryNanoseconds: UInt64 = 1_000_000_000

  /// When `flush` has something to do; nil for never.
  var deadline: MonotonicTime? {
    [queue.deadline, isConnected ? retryTime : nil].compactMap(\.self).min()
  }

  /// The daemon is there: input is owned from now on.
  func connect(_ apps: [String]) {
    isConnected = true
    own(apps)
    retryOwed(at: .zero)
  }

  /// It is not.
  func disconnect() {
    isConnected = false
    owned = [:]
    takeBackAll()
    trackers = [:]
    mappings = [:]
  }

  /// Owns the input of these apps and of no others; what is refused is tried again when something has changed in the daemon.
  func own(_ apps: [String]) {
    owned = owned.filter { apps.contains($0.key) }
    guard isConnected else { return }
    for app in apps where owned[app] == nil {
      do throws(ClientError) {
        owned[app] = try InputOwnership(app: app, stream: calls.connect(), timeoutSeconds: 2)
        notices.forget("own \(app)")
        notices.say("The input of \(app) is owned.")
      } catch {
        notices.sayOnce(of: "own \(app)", "The input of \(app) cannot be owned yet: \(error)")
      }
    }
  }

  /// Something has happened in the daemon: scenes may be elsewhere.
  func daemonDidChange() {
    mappings = mappings.filter { trackers[$0.key]?.isBusy == true }
    retryOwed(at: .zero)
  }

  /// Takes what a device of an app tells.
  func take(_ event: InputDeviceEvent, app: String, screen: String?) {
    var tracker = trackers[event.device] ?? TouchTracker()
    defer { trackers[event.device] = tracker }
    if !tracker.isBusy, begins(event.what) || mappings[event.device] == nil { find(event.device, app, screen) }
    guard let mapping = mappings[event.device] ?? nil else { return }
    for input in tracker.take(event.what, by: mapping) {
      if begins(event.what) { didTouch(app, input.session) }
      queue.add(input)
    }
  }

  /// A device is gone, or is another's.
  func remove(_ device: InputDeviceID) {
    guard var tracker = trackers.removeValue(forKey: device) else { return }
    for input in tracker.cancel(by: mappings.removeValue(forKey: device) ?? nil) { queue.add(input) }
  }

  /// Hands over what is due.
  func flush(_ now: MonotonicTime) {
    if queue.hasOverflowed {
      queue.hasOverflowed = false
      takeBackAll()
      retryOwed(at: .zero)
    }
    if isConnected, let retryTime, retryTime <= now, !endOwed(now) { return }
    // What follows in a session that refused something would be told of a finger that nobody follows any more.
    refused = []
    for group in queue.take(now) where group.first.map({ refused.contains($0.session) }) == false {
      guard hand(group, now) else { return }
    }
  }

  /// Hands something over; false where nobody answers.
  private func hand(_ group: [SceneInput], _ now: MonotonicTime) -> Bool {
    guard let call = SceneInput.call(group) else { return true }
    do throws(ClientError) {
      _ = try calls.call(call)
      told.didTell(group)
      notices.forget("input")
      return true
    } catch {
      notices.sayOnce(of: "input", "What was done in a scene could not be handed to it: \(error)")
      switch error {
      case .failed(.noSuchSession):
        told.forget(call.session)
        takeBack(call.session)
      case .failed, .refused: takeBack(call.session)
      case .noDaemon, .timedOut, .lost, .invalidReply:
        told.mayHaveTold(group)
        takeBackAll()
        retryOwed(at: now.advanced(by: Self.retryNanoseconds))
        return false
      }
      return true
    }
  }

  /// Ends what is owed its end; false where nobody answers.
  private func endOwed(_ now: MonotonicTime) -> Bool {
    retryTime = nil
    let ends = told.ends(in: owed)
    owed = []
    guard !ends.isEmpty else { return true }
    // What is sent to a daemon that stands still would wait there.
    guard calls.isAnswered() else {
      owed.formUnion(ends.map(\.session))
      retryOwed(at: now.advanced(by: Self.retryNanoseconds))
      return false
    }
    // A scene that refuses it is owed it still: it may only be out of sight.
    return ends.allSatisfy { hand([$0], now) }
  }

  private func retryOwed(at time: MonotonicTime) {
    if !owed.isEmpty { retryTime = time }
  }

  /// What is done in a scene cannot be handed to it: nothing of it counts any more.
  private func takeBack(_ session: String) {
    refused.insert(session)
    for device in trackers.keys { trackers[device]?.forget(session) }
    queue.clear(session)
    if !told.ends(in: [session]).isEmpty { owed.insert(session) }
    mappings = mappings.filter { trackers[$0.key]?.isBusy == true }
  }

  private func takeBackAll() {
    for device in trackers.keys { trackers[device]?.forget() }
    queue.clear()
    owed = Set(told.ends().map(\.session))
    mappings = mappings.filter { trackers[$0.key]?.isBusy == true }
  }

  private func begins(_ what: InputDeviceEvent.What) -> Bool {
    switch what {
    case .touchDown, .button(_, isDown: true): true
    default: false
    }
  }

  private func find(_ device: InputDeviceID, _ app: String, _ screen: String?) {
    mappings.updateValue(nil, forKey: device)
    guard isConnected else { return }
    do throws(ClientError) {
      mappings.updateValue(try finder.mapping(of: app, on: screen), forKey: device)
      notices.forget("find \(app)")
    } catch {
      notices.sayOnce(of: "find \(app)", "It cannot be found out where the scenes of \(app) are: \(error)")
    }
  }
}

/// Asks the daemon where an app's application scenes are.
struct SceneFinder {
  let calls: DaemonCalls

  /// How places on a display lead to the app's scenes; nil where none of them is seen there.
  ///
  /// - Parameter screen: the display that is touched; nil for the one on which the scenes are.
  func mapping(of app: String, on screen: String?) throws(ClientError) -> InputMapping? {
    let sessions = try calls.call(SessionsCall(app: app, state: .foregroundActive)).sessions
      .filter { $0.role == "application" }
    guard let home = sessions.first?.screen else { return nil }
    var windows: [SceneWindow] = []
    for session in sessions where session.screen == home {
      guard let frame = try calls.call(GetSessionCall(session: session.identifier)).frame else { continue }
      windows.append(SceneWindow(session: session.identifier, frame: frame))
    }
    let screens = try calls.call(ScreensCall()).screens
    let touched = screen ?? home
    let settings = try self.settings(of: touched)
    guard let geometry = self.geometry(of: screens.first { $0.name == touched }, settings) else { return nil }
    guard touched != home else { return InputMapping(screen: geometry, windows: windows) }
    guard screens.first(where: { $0.name == touched })?.mirroredScreen == home,
      let source = self.geometry(of: screens.first { $0.name == home }, try self.settings(of: home)),
      let fit = settings["mirror"]?.split(separator: " ").last.flatMap({ MirrorFit(rawValue: String($0)) })
    else { return nil }
    return InputMapping(screen: geometry, mirror: InputMapping.Mirror(source: source, fit: fit), windows: windows)
  }

  private func settings(of screen: String) throws(ClientError) -> [String: String] {
    let settings = try calls.call(ExplainCall(screen: screen)).record.settings
    return Dictionary(settings.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// How a screen's picture lies on its panel; nil where it has none.
  private func geometry(of screen: ScreenInfo?, _ settings: [String: String]) -> OutputGeometry? {
    guard let screen, let mode = screen.currentMode else { return nil }
    return OutputGeometry(
      mode: PixelSize(width: mode.width, height: mode.height), pixelAspectRatio: mode.pixelAspectRatio,
      transform: settings["rotation"].flatMap(Transform.init(name:)) ?? .normal, scale: screen.scale,
      overscan: Self.overscan(settings["overscan"] ?? ""))
  }

  /// Reads `top 2%, right 0px, bottom 2%, left 0px`.
  static func overscan(_ text: String) -> OverscanInsets {
    var insets = OverscanInsets.none
    for part in text.split(separator: ",") {
      let words = part.split(separator: " ")
      guard words.count == 2, let inset = OverscanInset(String(words[1])) else { continue }
      switch words[0] {
      case "top": insets.top = inset
      case "right": insets.right = inset
      case "bottom": insets.bottom = inset
      case "left": insets.left = inset
      default: break
      }
    }
    return insets
  }
}
