internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes

/// Sends the input of touch screens and pointers to application scenes.
///
/// It owns the input of each app in the key map while the daemon runs. At the start of a touch, and after each event of the daemon, it
/// requests the places of scenes.
///
/// A finger that was reported as down is reported as up or cancelled after any failure: at once, or as soon as the daemon replies again.
final class SceneInputs {
  private let calls: DaemonCalls
  private let notices: Notices
  private let finder: SceneFinder
  private var owned: [String: InputOwnership] = [:]
  private var trackers: [InputDeviceID: TouchTracker] = [:]
  /// The mapping of each device; nil if it touches no scene.
  ///
  /// It is requested again after an event of the daemon, and at the next touch.
  private var mappings: [InputDeviceID: InputMapping?] = [:]
  private var queue = InputQueue()
  private var reported = ReportedTouches()
  /// Sessions with fingers and buttons down that no device has any more.
  private var owed: Set<String> = []
  /// When those are ended, if the daemon is there; nil for after its next event.
  private var retryTime: MonotonicTime?
  private var isConnected = false
  /// Sessions that refused something since the last flush began.
  private var refused: Set<String> = []
  /// Reports the touched scene of an app.
  var didTouch: (_ app: String, _ session: String) -> Void = { _, _ in }

  init(calls: DaemonCalls, notices: Notices) {
    self.calls = calls
    self.notices = notices
    finder = SceneFinder(calls: calls)
  }

  /// The time of the next request to a daemon that did not answer.
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
    cancelAll()
    trackers = [:]
    mappings = [:]
  }

  /// Owns the input of these apps only; a refused request is repeated after a change in the daemon.
  func own(_ apps: [String]) {
    owned = owned.filter { apps.contains($0.key) }
    guard isConnected else { return }
    for app in apps where owned[app] == nil {
      do throws(ClientError) {
        owned[app] = try InputOwnership(app: app, stream: calls.connect(), timeoutSeconds: 2)
        notices.forget("own \(app)")
        notices.log("This program owns the input of \(app).")
      } catch {
        notices.logOnce(of: "own \(app)", "The input of \(app) is not available yet: \(error)")
      }
    }
  }

  /// Something has happened in the daemon: scenes may be elsewhere.
  func daemonDidChange() {
    mappings = mappings.filter { trackers[$0.key]?.isBusy == true }
    retryOwed(at: .zero)
  }

  /// Handles an event of a device of an app.
  func take(_ event: InputDeviceEvent, app: String, screen: String?) {
    var tracker = trackers[event.device] ?? TouchTracker()
    defer { trackers[event.device] = tracker }
    if !tracker.isBusy, begins(event.kind) || mappings[event.device] == nil { find(event.device, app, screen) }
    guard let mapping = mappings[event.device] ?? nil else { return }
    for input in tracker.take(event.kind, by: mapping) {
      if begins(event.kind) { didTouch(app, input.session) }
      queue.add(input)
    }
  }

  /// A device is gone, or is another's.
  func remove(_ device: InputDeviceID) {
    guard var tracker = trackers.removeValue(forKey: device) else { return }
    for input in tracker.cancel(by: mappings.removeValue(forKey: device) ?? nil) { queue.add(input) }
  }

  /// Sends the input that is due.
  func flush(_ now: MonotonicTime) {
    if queue.hasOverflowed {
      queue.hasOverflowed = false
      cancelAll()
      retryOwed(at: .zero)
    }
    if isConnected, let retryTime, retryTime <= now, !endOwed(now) { return }
    // A session that refused input must not get the rest of the same touch.
    refused = []
    for group in queue.take(now) where group.first.map({ refused.contains($0.session) }) == false {
      guard hand(group, now) else { return }
    }
  }

  /// Sends input; false if the daemon does not answer.
  private func hand(_ group: [SceneInput], _ now: MonotonicTime) -> Bool {
    guard let call = SceneInput.call(group) else { return true }
    do throws(ClientError) {
      _ = try calls.call(call)
      reported.didTell(group)
      notices.forget("input")
      return true
    } catch {
      notices.logOnce(of: "input", "Input could not be sent to a scene: \(error)")
      switch error {
      case .failed(.noSuchSession):
        reported.forget(call.session)
        cancel(call.session)
      case .failed, .refused: cancel(call.session)
      case .noDaemon, .timedOut, .lost, .invalidReply:
        reported.mayHaveTold(group)
        cancelAll()
        retryOwed(at: now.advanced(by: Self.retryNanoseconds))
        return false
      }
      return true
    }
  }

  /// Sends the missing ends; false if the daemon does not answer.
  private func endOwed(_ now: MonotonicTime) -> Bool {
    retryTime = nil
    let ends = reported.ends(in: owed)
    owed = []
    guard !ends.isEmpty else { return true }
    // Input for a stopped daemon would wait there.
    guard calls.isAnswered() else {
      owed.formUnion(ends.map(\.session))
      retryOwed(at: now.advanced(by: Self.retryNanoseconds))
      return false
    }
    // A scene that refuses the end still needs it later. It may only be hidden.
    return ends.allSatisfy { hand([$0], now) }
  }

  private func retryOwed(at time: MonotonicTime) {
    if !owed.isEmpty { retryTime = time }
  }

  /// The input of a session cannot be sent; its touches are cancelled.
  private func cancel(_ session: String) {
    refused.insert(session)
    for device in trackers.keys { trackers[device]?.forget(session) }
    queue.clear(session)
    if !reported.ends(in: [session]).isEmpty { owed.insert(session) }
    mappings = mappings.filter { trackers[$0.key]?.isBusy == true }
  }

  private func cancelAll() {
    for device in trackers.keys { trackers[device]?.forget() }
    queue.clear()
    owed = Set(reported.ends().map(\.session))
    mappings = mappings.filter { trackers[$0.key]?.isBusy == true }
  }

  private func begins(_ what: InputDeviceEvent.Kind) -> Bool {
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
      notices.logOnce(of: "find \(app)", "The places of the scenes of \(app) are unknown: \(error)")
    }
  }
}

/// Requests the places of an app's application scenes.
struct SceneFinder {
  let calls: DaemonCalls

  /// The mapping from a display to the app's scenes; nil if none is visible there.
  ///
  /// - Parameter screen: the touched display; nil for the display with the scenes.
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

  /// The place of a screen's picture on its panel; nil if it has none.
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
