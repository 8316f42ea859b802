import DisplayTypes
import KeptFiles
import MonitorPower

/// The power state of displays and the next order for each. An order has one attempt and one retry.
nonisolated struct DisplayPowerModel {
  /// A display on a connector. Another display on the same connector has another key.
  struct Key: Hashable, Codable {
    var connector: String
    var make: String
    var model: String
    var serial: String

    init(connector: String, identity: DisplayIdentity) {
      self.connector = connector
      (make, model, serial) = (identity.make, identity.model, identity.serial)
    }
  }

  /// The way to send orders to a display. It is kept while the display is away.
  enum Route: Hashable {
    case cec(adapter: String, place: UInt16?)
    /// The first block of its EDID in hexadecimal digits.
    case ddc(edid: String)
  }

  struct Condition {
    var key: Key
    /// Nil during a change, and for a screen whose signal the daemon does not control.
    var hasSignal: Bool?
    /// Whether the display gets no orders, except to wake it if it was sent to standby before.
    var isLeftAlone = false
  }

  enum Order: Hashable {
    case request(Key, PowerWish)
    /// The screen is off, but the display stays on because it disconnects in standby.
    case leaveOn(Key)
  }

  /// The state that outlives the daemon. Its properties are those of the JSON.
  struct Kept: Hashable, Codable {
    var key: Key
    /// Whether the display was sent to standby and not woken since.
    var isAsleep = false
    /// Whether the display disconnects in standby, so that a schedule could not wake it.
    var unplugsItself = false
    private var adapter: String?
    private var place: UInt16?
    private var edid: String?

    init(key: Key, isAsleep: Bool = false, unplugsItself: Bool = false, route: Route? = nil) {
      (self.key, self.isAsleep, self.unplugsItself) = (key, isAsleep, unplugsItself)
      self.route = route
    }

    var route: Route? {
      get { edid.map { .ddc(edid: $0) } ?? adapter.map { .cec(adapter: $0, place: place) } }
      set {
        (adapter, place, edid) = (nil, nil, nil)
        switch newValue {
        case .cec(let adapter, let place): (self.adapter, self.place) = (adapter, place)
        case .ddc(let edid): self.edid = edid
        case nil: break
        }
      }
    }
  }

  private struct Display {
    var kept: Kept
    /// The signal of the last order or of the connection; nil until that has settled.
    var hadSignal: Bool?
    /// The signal at the last update, and the time since which it has that value.
    var seen: (hasSignal: Bool, since: MonotonicTime)?
    var isThere = false
    var goneSince: MonotonicTime?
    /// The time of the last wake that was sent while the display was away.
    var wokenAway: MonotonicTime?
    var attempt: (wish: PowerWish, isRetry: Bool)?
    var retry: (wish: PowerWish, at: MonotonicTime)?

    mutating func request(_ wish: PowerWish) -> Order {
      attempt = (wish, isRetry: retry != nil)
      retry = nil
      return .request(kept.key, wish)
    }
  }

  private var displays: [Key: Display] = [:]

  /// The nanoseconds until a new display has settled. It may be lit for a moment before a schedule switches its power off.
  static let settling: UInt64 = 1_000_000_000
  /// The nanoseconds for which a display may be away. Some displays disconnect for a moment on their way to standby.
  static let absence: UInt64 = 30_000_000_000
  /// The nanoseconds after a wake. A display that returns within them was not unplugged by a person.
  static let returning: UInt64 = 120_000_000_000
  static let retryPause: UInt64 = 60_000_000_000
  /// The limit of stored displays. A test rig that changes serial numbers must not fill the disk.
  static let most = 64

  init(_ kept: [Kept] = []) {
    for kept in kept.prefix(Self.most) {
      displays[kept.key] = Display(kept: kept, hadSignal: kept.isAsleep ? false : nil)
    }
  }

  var kept: [Kept] {
    displays.values.map(\.kept).filter { $0.isAsleep || $0.unplugsItself }.sorted {
      $0.key.connector < $1.key.connector
    }
  }

  func adapter(of key: Key) -> String? {
    guard case .cec(let adapter, _) = displays[key]?.kept.route else { return nil }
    return adapter
  }

  /// The route that sent a display to standby; nil if it is awake.
  func routeToSleeper(_ key: Key) -> Route? { displays[key].flatMap { $0.kept.isAsleep ? $0.kept.route : nil } }

  /// The signal of the last order for a display, or of its connection; nil if unknown.
  func hadSignal(_ key: Key) -> Bool? { displays[key]?.hadSignal }

  // MARK: Updates

  /// Takes the state of the screens. Returns orders, and the deadline for the next call.
  mutating func update(_ observations: [Condition], at now: MonotonicTime) -> (orders: [Order], next: MonotonicTime?) {
    var orders: [Order] = []
    var next: MonotonicTime?
    func isDue(_ moment: MonotonicTime) -> Bool {
      if moment > now { next = min(next ?? moment, moment) }
      return moment <= now
    }
    for observation in observations {
      if observation.isLeftAlone, displays[observation.key]?.kept.isAsleep != true {
        // Forget the state, so that a rule can cause a new attempt.
        displays[observation.key] = nil
        continue
      }
      var display = displays[observation.key] ?? Display(kept: Kept(key: observation.key))
      defer { displays[observation.key] = display }
      if Self.returns(&display, at: now) { orders.append(.leaveOn(observation.key)) }
      if display.seen?.hasSignal != observation.hasSignal { display.seen = observation.hasSignal.map { ($0, now) } }
      guard let seen = display.seen else { continue }
      if seen.hasSignal == display.hadSignal {
        guard let retry = display.retry, retry.wish == .on || !observation.isLeftAlone, isDue(retry.at) else {
          continue
        }
        orders.append(display.request(retry.wish))
      } else if isDue(seen.since.advanced(by: Self.settling)) {
        if let order = Self.change(&display, observation, seen.hasSignal) { orders.append(order) }
      }
    }
    let there = Set(observations.map(\.key))
    for (key, var display) in displays where !there.contains(key) {
      defer { displays[key] = display }
      (display.isThere, display.seen) = (false, nil)
      if display.retry?.wish == .standby { display.retry = nil }
      guard display.kept.isAsleep, display.kept.route != nil else { continue }
      let gone = display.goneSince ?? now
      display.goneSince = gone
      guard display.attempt == nil, isDue(display.retry?.at ?? gone.advanced(by: Self.absence)) else { continue }
      display.wokenAway = now
      orders.append(display.request(.on))
    }
    displays = displays.filter { key, display in
      there.contains(key) || display.kept.isAsleep || display.kept.unplugsItself || display.attempt != nil
        || display.hadSignal == false
        || display.wokenAway.map { now.nanoseconds(since: $0) < Self.returning } == true
    }
    return (orders, next)
  }

  /// Notes that a display is connected. Returns true if it has returned after a wake, which shows that it disconnects by itself.
  private static func returns(_ display: inout Display, at now: MonotonicTime) -> Bool {
    defer { (display.isThere, display.goneSince) = (true, nil) }
    guard !display.isThere, let woken = display.wokenAway else { return false }
    display.wokenAway = nil
    guard now.nanoseconds(since: woken) < returning, !display.kept.unplugsItself else { return false }
    display.kept.unplugsItself = true
    return true
  }

  /// Notes the signal. Returns an order for a change; the first signal is no change.
  private static func change(_ display: inout Display, _ observation: Condition, _ hasSignal: Bool) -> Order? {
    let isNew = display.hadSignal == nil
    display.hadSignal = hasSignal
    (display.attempt, display.retry) = (nil, nil)
    if isNew || !hasSignal && observation.isLeftAlone { return nil }
    if hasSignal { return display.request(.on) }
    return display.kept.unplugsItself ? .leaveOn(display.kept.key) : display.request(.standby)
  }

  // MARK: Attempts

  /// Notes the begin of an attempt. From now on `kept` includes it.
  mutating func begin(_ wish: PowerWish, _ key: Key, by route: Route) {
    displays[key]?.kept.route = route
    if wish == .standby { displays[key]?.kept.isAsleep = true }
  }

  /// Notes that no route reaches a display. There is no retry.
  mutating func leave(_ key: Key, _ wish: PowerWish) {
    displays[key]?.attempt = nil
    if wish == .on { displays[key]?.kept.isAsleep = false }
  }

  mutating func end(_ report: PowerReport, of key: Key, at now: MonotonicTime) {
    guard var display = displays[key] else { return }
    defer { displays[key] = display }
    let isLast = report.isWell || display.attempt?.isRetry != false
    display.attempt = nil
    display.retry = isLast ? nil : (report.asked, now.advanced(by: Self.retryPause))
    switch report.asked {
    case .standby:
      switch report.told {
      case .noAdapter, .noAddress, .otherInput: display.kept.isAsleep = false
      case nil, .on, .standby, .turningOn, .turningOff, .silent, .noAnswer, .refused, .busy: break
      }
    case .on: if isLast { display.kept.isAsleep = false }
    }
  }
}

nonisolated struct DisplayPowerFile: KeptRecord {
  static var newestVersion: Int { 1 }
  static var what: String { "the power state of displays is" }
  static var loss: String { "a display that is in standby is not woken" }

  var version = DisplayPowerFile.newestVersion
  var displays: [DisplayPowerModel.Kept]

  var isPlausible: Bool { version >= 1 }
}
