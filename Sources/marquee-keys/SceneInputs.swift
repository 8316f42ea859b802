internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes

/// Sends the input of touch screens and pointers to application scenes, and owns the input of their apps. It requests the places of scenes
/// at the start of a touch, and after each event of the daemon. After a failure it waits until the daemon replies again, and then cancels
/// each finger that it reported as down.
final class SceneInputs {
  private let calls: DaemonCalls
  private let notices: Notices
  private let finder: SceneFinder
  private var owned: [String: InputOwnership] = [:]
  private var trackers: [InputDeviceID: TouchTracker] = [:]
  /// The mapping of each device; nil if it touches no scene.
  private var mappings: [InputDeviceID: InputMapping?] = [:]
  private var queue = InputQueue()
  private var reported = ReportedTouches()
  /// Sessions with fingers or buttons that were reported as down, although all devices have released them.
  private var unended: Set<String> = []
  /// The time at which to send the missing ends; nil if they wait for the daemon's next event.
  private var retryTime: MonotonicTime?
  private var isConnected = false
  /// The sessions that refused input during this flush.
  private var refused: Set<String> = []
  /// Reports the touched scene of an app.
  var didTouch: (_ app: String, _ session: String) -> Void = { _, _ in }

  init(calls: DaemonCalls, notices: Notices) {
    self.calls = calls
    self.notices = notices
    finder = SceneFinder(calls: calls)
  }

  /// The pause after a call without a reply.
  private static let retryNanoseconds: UInt64 = 1_000_000_000

  /// The time at which `flush` has work; nil for never.
  var deadline: MonotonicTime? {
    [queue.deadline, isConnected ? retryTime : nil].compactMap(\.self).min()
  }

  func connect(_ apps: [String]) {
    isConnected = true
    own(apps)
    scheduleEnds(at: .zero)
  }

  func disconnect() {
    isConnected = false
    owned = [:]
    cancel(nil)
    trackers = [:]
    mappings = [:]
  }

  /// Owns the input of these apps only. It repeats a refused request after a change in the daemon.
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

  /// Requests the places of scenes again at the next input, because scenes may have moved.
  func daemonDidChange() {
    dropIdleMappings()
    scheduleEnds(at: .zero)
  }

  private func dropIdleMappings() {
    mappings = mappings.filter { trackers[$0.key]?.isBusy == true }
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
    // The press may have raised a window above another one.
    if case .button(_, isDown: false) = event.kind, !tracker.isBusy { mappings[event.device] = nil }
  }

  /// Cancels the touches of a device that is gone, or that now belongs to another app.
  func remove(_ device: InputDeviceID) {
    guard var tracker = trackers.removeValue(forKey: device) else { return }
    for input in tracker.cancel(by: mappings.removeValue(forKey: device) ?? nil) { queue.add(input) }
  }

  /// Sends the input that is due.
  func flush(_ now: MonotonicTime) {
    if queue.hasOverflowed {
      queue.hasOverflowed = false
      cancel(nil)
      scheduleEnds(at: .zero)
    }
    if isConnected, let retryTime, retryTime <= now, !sendEnds(now) { return }
    // A session that refuses input must not get the rest of the same touch.
    refused = []
    for group in queue.take(now) where group.first.map({ refused.contains($0.session) }) == false {
      guard send(group, now) else { return }
    }
  }

  /// Sends input. Returns false if the daemon does not reply.
  private func send(_ group: [SceneInput], _ now: MonotonicTime) -> Bool {
    guard let call = SceneInput.call(group) else { return true }
    do throws(ClientError) {
      _ = try calls.call(call)
      reported.record(group)
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
        reported.recordWithoutReply(group)
        cancel(nil)
        scheduleEnds(at: now.advanced(by: Self.retryNanoseconds))
        return false
      }
      return true
    }
  }

  /// Sends the missing ends. Returns false if the daemon does not reply.
  private func sendEnds(_ now: MonotonicTime) -> Bool {
    retryTime = nil
    let ends = reported.ends(in: unended)
    unended = []
    guard !ends.isEmpty else { return true }
    // A stopped daemon would handle the input much later.
    guard calls.isAnswered() else {
      unended = Set(ends.map(\.session))
      scheduleEnds(at: now.advanced(by: Self.retryNanoseconds))
      return false
    }
    // A scene that refuses the end may be hidden only, and needs the end later.
    return ends.allSatisfy { send([$0], now) }
  }

  private func scheduleEnds(at time: MonotonicTime) {
    if !unended.isEmpty { retryTime = time }
  }

  /// Drops the input of a session, or of all sessions, and plans the ends of its fingers and buttons.
  private func cancel(_ session: String?) {
    if let session { refused.insert(session) }
    for device in trackers.keys { trackers[device]?.forget(session) }
    queue.clear(session)
    unended.formUnion(reported.ends(in: session.map { [$0] }).map(\.session))
    dropIdleMappings()
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

  /// The mapping from a touched screen to the app's scenes; nil if none is visible there. If `screen` is nil, it uses the screen with the
  /// scenes.
  func mapping(of app: String, on screen: String?) throws(ClientError) -> InputMapping? {
    let sessions = try calls.call(SessionsCall(app: app, state: .foregroundActive)).sessions
    var found: [(screen: String, order: Int, window: SceneWindow)] = []
    for session in sessions {
      // Only interactive scenes have a frame.
      guard let place = session.screen else { continue }
      let details = try calls.call(GetSessionCall(session: session.identifier))
      guard let frame = details.frame else { continue }
      found.append((place, details.order ?? 0, SceneWindow(session: session.identifier, frame: frame)))
    }
    guard let home = found.first(where: { $0.screen == screen })?.screen ?? found.first?.screen else { return nil }
    let windows = found.filter { $0.screen == home }.sorted { $0.order < $1.order }.map(\.window)
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
    let edges: [Substring: WritableKeyPath<OverscanInsets, OverscanInset>] = [
      "top": \.top, "right": \.right, "bottom": \.bottom, "left": \.left,
    ]
    var insets = OverscanInsets.none
    for part in text.split(separator: ",") {
      let words = part.split(separator: " ")
      guard words.count == 2, let inset = OverscanInset(String(words[1])) else { continue }
      if let edge = edges[words[0]] { insets[keyPath: edge] = inset }
    }
    return insets
  }
}
