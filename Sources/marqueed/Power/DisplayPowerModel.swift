import DisplayTypes
import KeptFiles
import MonitorPower

/// The power state of displays, and the next order for each: one attempt after a change, and one retry.
nonisolated struct DisplayPowerModel {
  /// A display on a connector; another display on the same connector has another key.
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

  /// The way to a display, which is also needed while the display is away.
  enum Route: Hashable {
    case cec(adapter: String, place: UInt16?)
    /// The first block of its EDID in hexadecimal digits.
    case ddc(edid: String)
  }

  struct Observation {
    var key: Key
    /// Nil during a change, and if the daemon does not control it.
    var hasSignal: Bool?
    /// The display gets no order, except to wake up if it was sent to standby before.
    var isLeftAlone = false
  }

  enum Order: Hashable {
    case request(Key, PowerWish)
    /// The display disconnects in standby: its screen is off, and the display stays on.
    case leaveOn(Key)
  }

  /// The state that outlives the daemon, as JSON has it too.
  struct Kept: Hashable, Codable {
    var key: Key
    /// The display was sent to standby, and has not been woken since.
    var isAsleep = false
    /// The display disconnects in standby, so that no schedule could wake it.
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
    /// The signal of the last order, or of the connection; nil before that has settled.
    var hadSignal: Bool?
    /// The signal at the last look, and its first time.
    var seen: (hasSignal: Bool, since: MonotonicTime)?
    var isThere = false
    var goneSince: MonotonicTime?
    /// The time of the last wake while the display was away.
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

  /// A new display may be lit for a moment before a schedule switches its power off.
  static let settling: UInt64 = 1_000_000_000
  /// Some displays disconnect for a moment while they go to standby.
  static let absence: UInt64 = 30_000_000_000
  /// A display that returns so soon after a wake was not unplugged by a person.
  static let returning: UInt64 = 120_000_000_000
  static let retryPause: UInt64 = 60_000_000_000
  /// A test rig with ever new serial numbers must not fill the disk.
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

  /// The route by which a display was sent to standby; nil if it is awake.
  func routeToSleeper(_ key: Key) -> Route? { displays[key].flatMap { $0.kept.isAsleep ? $0.kept.route : nil } }

  /// The signal of the last order for a display, or of its connection; nil if that is not known.
  func hadSignal(_ key: Key) -> Bool? { displays[key]?.hadSignal }

  // MARK: Updates

  /// Takes the state of the screens; returns orders, and the deadline of the next call.
  mutating func update(_ observations: [Observation], at now: MonotonicTime) -> (orders: [Order], next: MonotonicTime?)
  {
    var orders: [Order] = []
    var next: MonotonicTime?
    func isDue(_ moment: MonotonicTime) -> Bool {
      if moment > now { next = min(next ?? moment, moment) }
      return moment <= now
    }
    for observation in observations {
      if observation.isLeftAlone, displays[observation.key]?.kept.isAsleep != true {
        // Its state is forgotten, so that a rule can cause a new attempt.
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

  /// Notes that a display is connected; true if it returned after a wake, so that it disconnects by itself.
  private static func returns(_ display: inout Display, at now: MonotonicTime) -> Bool {
    defer { (display.isThere, display.goneSince) = (true, nil) }
    guard !display.isThere, let woken = display.wokenAway else { return false }
    display.wokenAway = nil
    guard now.nanoseconds(since: woken) < returning, !display.kept.unplugsItself else { return false }
    display.kept.unplugsItself = true
    return true
  }

  /// Takes a change of the signal; the first signal is no change.
  private static func change(_ display: inout Display, _ observation: Observation, _ hasSignal: Bool) -> Order? {
    let isNew = display.hadSignal == nil
    display.hadSignal = hasSignal
    (display.attempt, display.retry) = (nil, nil)
    if isNew || !hasSignal && observation.isLeftAlone { return nil }
    if hasSignal { return display.request(.on) }
    return display.kept.unplugsItself ? .leaveOn(display.kept.key) : display.request(.standby)
  }

  // MARK: Attempts

  /// An attempt is about to begin; `kept` has it from now on.
  mutating func begin(_ wish: PowerWish, _ key: Key, by route: Route) {
    displays[key]?.kept.route = route
    if wish == .standby { displays[key]?.kept.isAsleep = true }
  }

  /// There is no way to reach a display; there is no retry.
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
  static var what: String { "what displays were told of their power is" }
  static var loss: String { "a display that was put to standby is not woken" }

  var version = DisplayPowerFile.newestVersion
  var displays: [DisplayPowerModel.Kept]

  var isPlausible: Bool { version >= 1 }
}
