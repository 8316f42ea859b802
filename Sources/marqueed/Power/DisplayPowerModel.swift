import DisplayTypes
import KeptFiles
import MonitorPower

/// What is known of displays' own power, and what each is to be asked next: once after a change, and once more if it is not as wished.
///
/// Pure: the state of the screens and the time go in, and orders come out.
nonisolated struct DisplayPowerModel {
  /// A display on a connector: another display on the same connector is asked nothing for this one.
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

  /// By what a display is asked, as far as it is needed while the display is away.
  enum Route: Hashable {
    case cec(adapter: String, place: UInt16?)
    /// The first block of its EDID in hexadecimal digits.
    case ddc(edid: String)
  }

  /// A connected display.
  struct Sight {
    var key: Key
    /// Nil while that is being changed, or is not ours to say.
    var hasSignal: Bool?
    /// The display may not be asked anything, but is woken if it was put to standby before.
    var isLeftAlone = false
  }

  enum Order: Hashable {
    case ask(Key, PowerWish)
    /// The display takes its plug away in standby: its screen is off, and it stays on.
    case leaveOn(Key)
  }

  /// What outlives the daemon.
  struct Kept: Hashable {
    var key: Key
    /// The display was asked to go to standby, and has not been woken since.
    var isAsleep = false
    /// The display takes its plug away in standby, so that no schedule could wake it.
    var unplugsItself = false
    /// By what it was asked last.
    var route: Route?
  }

  /// Where the series of one attempt and one retry is.
  private enum Progress {
    case idle
    case asking(isRetry: Bool)
    case waitingForRetry(PowerWish, at: MonotonicTime)
  }

  private struct Display {
    var kept: Kept
    /// The signal that the display was asked for, or that it had when it came; nil before that has settled.
    var hadSignal: Bool?
    /// The signal at the last look, and since when.
    var seen: (hasSignal: Bool, since: MonotonicTime)?
    var isThere = false
    var goneSince: MonotonicTime?
    /// When the display was woken last while it was away.
    var wokenAway: MonotonicTime?
    var progress = Progress.idle

    var isBusy: Bool { if case .asking = progress { true } else { false } }
    var isWaitingForRetry: Bool { if case .waitingForRetry = progress { true } else { false } }

    mutating func ask(_ wish: PowerWish, isRetry: Bool = false) -> Order {
      progress = .asking(isRetry: isRetry)
      return .ask(kept.key, wish)
    }
  }

  private var displays: [Key: Display] = [:]

  /// A display that comes may be lit for a moment before a schedule switches its power off: only a state that has settled counts.
  static let settling: UInt64 = 1_000_000_000
  /// Some displays take their plug away for a moment while they go to standby.
  static let absence: UInt64 = 30_000_000_000
  /// A display that comes back so soon after it was woken was not pulled out by a person.
  static let returning: UInt64 = 120_000_000_000
  /// The pause before the retry.
  static let retryPause: UInt64 = 60_000_000_000
  /// A test rig that makes up serial numbers must not fill the disk.
  static let most = 64

  init(_ kept: [Kept] = []) {
    for kept in kept.prefix(Self.most) {
      displays[kept.key] = Display(kept: kept, hadSignal: kept.isAsleep ? false : nil)
    }
  }

  /// What is to be kept.
  var kept: [Kept] {
    displays.values.map(\.kept).filter { $0.isAsleep || $0.unplugsItself }.sorted {
      $0.key.connector < $1.key.connector
    }
  }

  /// The adapter by which a display was asked last.
  func adapter(of key: Key) -> String? {
    guard case .cec(let adapter, _) = displays[key]?.kept.route else { return nil }
    return adapter
  }

  /// By what a display was put to standby; nil if it was not, or was woken.
  func routeToSleeper(_ key: Key) -> Route? { displays[key].flatMap { $0.kept.isAsleep ? $0.kept.route : nil } }

  /// The signal that a display was asked for last, or that it had when it came; nil if that is not known.
  func hadSignal(_ key: Key) -> Bool? { displays[key]?.hadSignal }

  // MARK: Looking

  /// Takes in the state of the screens; returns what is to be done, and when to look again at the latest.
  mutating func look(_ sights: [Sight], at now: MonotonicTime) -> (orders: [Order], next: MonotonicTime?) {
    var orders: [Order] = []
    var next: MonotonicTime?
    func again(_ moment: MonotonicTime) { next = min(next ?? moment, moment) }
    for sight in sights {
      if sight.isLeftAlone, displays[sight.key]?.kept.isAsleep != true {
        // All that was known of it is forgotten: so a rule can have it tried again.
        displays[sight.key] = nil
        continue
      }
      var display = displays[sight.key] ?? Display(kept: Kept(key: sight.key))
      if Self.returns(&display, at: now) { orders.append(.leaveOn(sight.key)) }
      switch Self.see(&display, sight, at: now) {
      case .now(let order): if let order { orders.append(order) }
      case .later(let moment): again(moment)
      }
      displays[sight.key] = display
    }
    let there = Set(sights.map(\.key))
    for (key, var display) in displays where !there.contains(key) {
      if let moment = Self.moment(toWakeAway: &display, at: now) {
        if moment > now {
          again(moment)
        } else {
          display.wokenAway = now
          orders.append(display.ask(.on, isRetry: display.isWaitingForRetry))
        }
      }
      displays[key] = display
    }
    displays = displays.filter { key, display in
      there.contains(key) || display.kept.isAsleep || display.kept.unplugsItself || display.isBusy
        || display.hadSignal == false
        || display.wokenAway.map { now.nanoseconds(since: $0) < Self.returning } == true
    }
    return (orders, next)
  }

  private enum Due {
    case now(Order?)
    case later(MonotonicTime)
  }

  /// Notes that a display is there; true if it came back because it was woken, so that it takes its plug away itself.
  private static func returns(_ display: inout Display, at now: MonotonicTime) -> Bool {
    let woken = display.isThere ? nil : display.wokenAway
    if !display.isThere { display.wokenAway = nil }
    (display.isThere, display.goneSince) = (true, nil)
    guard let woken, now.nanoseconds(since: woken) < returning, !display.kept.unplugsItself else { return false }
    display.kept.unplugsItself = true
    return true
  }

  /// Takes in the signal of a display that is there.
  private static func see(_ display: inout Display, _ sight: Sight, at now: MonotonicTime) -> Due {
    guard let hasSignal = sight.hasSignal else {
      display.seen = nil
      return .now(nil)
    }
    if display.seen?.hasSignal != hasSignal { display.seen = (hasSignal, now) }
    guard display.hadSignal != hasSignal else {
      guard case .waitingForRetry(let wish, let moment) = display.progress else { return .now(nil) }
      guard wish == .on || !sight.isLeftAlone else { return .now(nil) }
      guard moment <= now else { return .later(moment) }
      return .now(display.ask(wish, isRetry: true))
    }
    let settled = (display.seen?.since ?? now).advanced(by: settling)
    guard settled <= now else { return .later(settled) }
    let isNew = display.hadSignal == nil
    display.hadSignal = hasSignal
    display.progress = .idle
    if isNew { return .now(nil) }
    if hasSignal { return .now(display.ask(.on)) }
    if sight.isLeftAlone { return .now(nil) }
    return .now(display.kept.unplugsItself ? .leaveOn(display.kept.key) : display.ask(.standby))
  }

  /// Notes that a display is away; returns when to wake it, if it is asleep.
  private static func moment(toWakeAway display: inout Display, at now: MonotonicTime) -> MonotonicTime? {
    (display.isThere, display.seen) = (false, nil)
    if case .waitingForRetry(.standby, _) = display.progress { display.progress = .idle }
    guard display.kept.isAsleep, display.kept.route != nil else { return nil }
    let gone = display.goneSince ?? now
    display.goneSince = gone
    switch display.progress {
    case .idle: return gone.advanced(by: absence)
    case .asking: return nil
    case .waitingForRetry(_, let moment): return moment
    }
  }

  // MARK: Attempts

  /// A display is about to be asked by this; `kept` has it from now on.
  mutating func begin(_ wish: PowerWish, _ key: Key, by route: Route) {
    displays[key]?.kept.route = route
    if wish == .standby { displays[key]?.kept.isAsleep = true }
  }

  /// There is no way to ask a display; it is not tried again.
  mutating func leave(_ key: Key, _ wish: PowerWish) {
    displays[key]?.progress = .idle
    if wish == .on { displays[key]?.kept.isAsleep = false }
  }

  /// Takes in the end of an attempt.
  mutating func end(_ report: PowerReport, of key: Key, at now: MonotonicTime) {
    guard var display = displays[key] else { return }
    defer { displays[key] = display }
    var isLast = true
    if case .asking(isRetry: false) = display.progress { isLast = report.isWell }
    display.progress = isLast ? .idle : .waitingForRetry(report.asked, at: now.advanced(by: Self.retryPause))
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

/// What is kept of displays' own power, as JSON.
nonisolated struct DisplayPowerFile: KeptRecord {
  /// It has an adapter, with or without a place, or an EDID, or none of these.
  private struct Display: Codable {
    var key: DisplayPowerModel.Key
    var isAsleep: Bool
    var unplugsItself: Bool
    var adapter: String?
    var place: UInt16?
    var edid: String?

    init(_ kept: DisplayPowerModel.Kept) {
      (key, isAsleep, unplugsItself) = (kept.key, kept.isAsleep, kept.unplugsItself)
      switch kept.route {
      case .cec(let adapter, let place): (self.adapter, self.place) = (adapter, place)
      case .ddc(let edid): self.edid = edid
      case nil: break
      }
    }

    var kept: DisplayPowerModel.Kept {
      let route = edid.map { DisplayPowerModel.Route.ddc(edid: $0) } ?? adapter.map { .cec(adapter: $0, place: place) }
      return DisplayPowerModel.Kept(key: key, isAsleep: isAsleep, unplugsItself: unplugsItself, route: route)
    }
  }

  static var newestVersion: Int { 1 }
  static var what: String { "what displays were told of their power is" }
  static var loss: String { "a display that was put to standby is not woken" }

  var version = DisplayPowerFile.newestVersion
  private var displays: [Display]

  init(_ kept: [DisplayPowerModel.Kept]) { displays = kept.map(Display.init) }

  var kept: [DisplayPowerModel.Kept] { displays.map(\.kept) }

  var isPlausible: Bool { version >= 1 }
}
