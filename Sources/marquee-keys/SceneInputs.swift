internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import InputControl

/// What touch screens and pointers do, handed to application scenes.
///
/// Input of each app that the key map names is owned while the daemon is there. Where scenes are is asked for at the beginning of a touch, and
/// after each event of the daemon.
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
  private var isConnected = false
  /// Tells which scene of an app was touched.
  var didTouch: (_ app: String, _ session: String) -> Void = { _, _ in }

  init(calls: DaemonCalls, notices: Notices) {
    self.calls = calls
    self.notices = notices
    finder = SceneFinder(calls: calls)
  }

  /// When `flush` has something to do; nil for never.
  var deadline: MonotonicTime? { queue.deadline }

  /// The daemon is there: input is owned from now on.
  func connect(_ apps: [String]) {
    isConnected = true
    own(apps)
  }

  /// It is not.
  func disconnect() {
    isConnected = false
    owned = [:]
    forget()
    queue.clear()
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
  }

  /// Takes what a device of an app tells.
  func take(_ event: InputEvent, app: String, screen: String?) {
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

  /// Forgets all fingers.
  func forget() {
    trackers = [:]
    mappings = [:]
  }

  /// Hands over what is due.
  func flush(_ now: MonotonicTime) {
    for call in queue.take(now) {
      do throws(ClientError) {
        _ = try calls.call(call)
        notices.forget("input")
      } catch {
        // The scene has gone, or the daemon: the next touch finds out.
        notices.sayOnce(of: "input", "What was done in a scene could not be handed to it: \(error)")
        if case .timedOut = error { queue.clear() }
        return daemonDidChange()
      }
    }
  }

  private func begins(_ what: InputEvent.What) -> Bool {
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
