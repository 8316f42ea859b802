internal import ControlProtocol

/// Chooses the events for the log of the screens page: those that a person can see on a display.
struct ScreenLog {
  enum Kind: String, Encodable { case plugged, unplugged, on, off, cannotShow }

  struct Entry: Equatable {
    let kind: Kind
    /// The display's make and model; empty if they are unknown.
    let display: String
  }

  /// The make and model of each display that was plugged in, by its connector.
  private var displays: [String: String] = [:]
  private var lit: Set<String> = []
  /// The last reason of each connector that cannot show something, with the time of its last event in nanoseconds. A repeated reason is no
  /// news while its trouble lasts.
  private var reasons: [String: (text: String?, at: UInt64)] = [:]
  /// Nanoseconds without a repetition after which a trouble counts as over. The daemon repeats a lasting trouble after about ten minutes.
  static let peace: UInt64 = 900_000_000_000

  /// Begins with the displays that are plugged in.
  mutating func begin(_ snapshot: StateSnapshot) {
    for screen in snapshot.screens { displays[screen.name] = ScreenLog.name(of: screen) }
    lit = Set(snapshot.screens.filter { $0.currentMode != nil }.map(\.name))
  }

  /// The entry for an event; nil if it does not belong into the log.
  mutating func entry(for event: EventInfo) -> Entry? {
    guard let screen = event.screen ?? event.screenInfo?.name else { return nil }
    if let info = event.screenInfo { displays[screen] = ScreenLog.name(of: info) }
    return kind(of: event, on: screen).map { Entry(kind: $0, display: displays[screen] ?? "") }
  }

  private mutating func kind(of event: EventInfo, on screen: String) -> Kind? {
    switch event.event {
    case .screenDidConnect:
      reasons[screen] = nil
      return .plugged
    case .sceneDidPresent:
      // The screen shows its content, so its trouble is over.
      reasons[screen] = nil
      return nil
    case .screenDidDisconnect:
      lit.remove(screen)
      return .unplugged
    case .screenModeDidChange where event.mode != nil: return lit.insert(screen).inserted ? .on : nil
    case .screenModeDidChange: return lit.remove(screen) == nil ? nil : .off
    case EventName(rawValue: "contentDidFail"), EventName(rawValue: "screenTrouble"):
      let time = event.monotonicNanoseconds
      let isKnown = reasons[screen].map { $0.text == event.reason && time < $0.at + ScreenLog.peace } ?? false
      reasons[screen] = (event.reason, time)
      return isKnown ? nil : .cannotShow
    default: return nil
    }
  }

  private static func name(of screen: ScreenInfo) -> String {
    [screen.make, screen.model].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// A line of the event log on the screens page.
struct EventLine: Encodable, Equatable {
  /// The event's number since the daemon started.
  let number: UInt64
  /// The time of the event, in milliseconds since 1970.
  let at: Int
  let kind: ScreenLog.Kind
  let screen: String?
  /// The own name of the screen.
  let label: String?
  let display: String
  private(set) var reason: String?

  /// `monotonic` (nanoseconds) and `wall` (seconds since 1970) are the current time.
  init(_ event: EventInfo, _ entry: ScreenLog.Entry, monotonic: UInt64, wall: Double) {
    number = event.sequence
    let age = Double(monotonic > event.monotonicNanoseconds ? monotonic - event.monotonicNanoseconds : 0) / 1e9
    at = Int(max(0, wall - age) * 1000)
    kind = entry.kind
    screen = event.screen ?? event.screenInfo?.name
    label = event.label
    display = entry.display
    reason = entry.kind == .cannotShow ? event.reason : nil
  }

  /// The line for users who may only observe.
  var withoutPath: EventLine {
    var line = self
    line.reason = reason?.withoutPath
    return line
  }
}
