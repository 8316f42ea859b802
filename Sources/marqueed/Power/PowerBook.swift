import DisplayTypes
import MonitorPower

/// What is known of displays' own power, and what they are to be told next.
///
/// Pure: what the screens are goes in, with the time, and what is to be said comes out.
nonisolated struct PowerBook {
  /// Which display it is: another one on the same connector is not told what this one was.
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

  /// By what a display is told, and as what, so that it can be while it is not there.
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
    /// It may not be told anything, but is woken where it was put to standby before.
    var isLeftAlone = false
  }

  /// What is to be done.
  enum Order: Hashable {
    case tell(Key, PowerWish)
    /// It takes its plug away in standby: its screen is off, and it stays on.
    case spare(Key)
  }

  /// What survives the daemon.
  struct Kept: Hashable {
    var key: Key
    /// It was told to go to standby, and has not been woken since.
    var isAsleep = false
    /// It takes its plug away in standby, so that nobody could wake it by its schedule.
    var unplugsItself = false
    /// By what it was told last.
    var route: Route?
  }

  private struct Line {
    var kept: Kept
    /// What was told, or what it was when it came; nil before that has settled.
    var hadSignal: Bool?
    /// What it was at the last look, and since when.
    var seen: (hasSignal: Bool, since: MonotonicTime)?
    var isThere = false
    var goneSince: MonotonicTime?
    /// When it was woken last while it was not there.
    var calledBack: MonotonicTime?
    var isBusy = false
    var tries = 0
    var nextTry: MonotonicTime?

    mutating func tell(_ wish: PowerWish) -> Order {
      nextTry = nil
      return .tell(kept.key, wish)
    }
  }

  private var lines: [Key: Line] = [:]

  /// A display that comes may be lit for a moment before a schedule switches its power off again: only what has settled is told.
  static let settling: UInt64 = 1_000_000_000
  /// Some take their plug away for a moment while they go to standby.
  static let absence: UInt64 = 30_000_000_000
  /// One that comes back so soon after it was woken was not pulled out by anybody.
  static let returning: UInt64 = 120_000_000_000
  /// When a display that has not woken is told again; the last counts again and again while it is not there.
  static let pauses: [UInt64] = [60, 300, 900, 3600].map { $0 * 1_000_000_000 }
  static let mostTriesThere = 3
  static let mostTriesAway = 27
  /// A test rig that makes up serial numbers must not fill the disk.
  static let most = 64

  init(_ kept: [Kept] = []) {
    for kept in kept.prefix(Self.most) {
      lines[kept.key] = Line(kept: kept, hadSignal: kept.isAsleep ? false : nil)
    }
  }

  /// What is to be kept.
  var kept: [Kept] {
    lines.values.map(\.kept).filter { $0.isAsleep || $0.unplugsItself }.sorted { $0.key.connector < $1.key.connector }
  }

  /// By which adapter a display was told last; nil where by none.
  func adapter(of key: Key) -> String? {
    guard case .cec(let adapter, _) = lines[key]?.kept.route else { return nil }
    return adapter
  }

  /// By what a display was put to standby; nil where it was not, or is woken.
  func routeToSleeper(_ key: Key) -> Route? { lines[key].flatMap { $0.kept.isAsleep ? $0.kept.route : nil } }

  /// What a display is, or is to be, as was told last; nil where nothing is known.
  func hadSignal(_ key: Key) -> Bool? { lines[key]?.hadSignal }

  /// Takes in what the screens are: what is to be done, and when to look again; nil where only when something changes.
  mutating func look(_ sights: [Sight], at now: MonotonicTime) -> (orders: [Order], next: MonotonicTime?) {
    var orders: [Order] = []
    var next: MonotonicTime?
    func again(_ moment: MonotonicTime) { next = min(next ?? moment, moment) }
    for sight in sights {
      if sight.isLeftAlone, lines[sight.key]?.kept.isAsleep != true {
        // What was known of it is forgotten: so a rule can have it tried anew.
        lines[sight.key] = nil
        continue
      }
      var line = lines[sight.key] ?? Line(kept: Kept(key: sight.key))
      defer { lines[sight.key] = line }
      if !line.isThere, let called = line.calledBack {
        if now.nanoseconds(since: called) < Self.returning, !line.kept.unplugsItself {
          line.kept.unplugsItself = true
          orders.append(.spare(sight.key))
        }
        line.calledBack = nil
      }
      (line.isThere, line.goneSince) = (true, nil)
      guard let hasSignal = sight.hasSignal else {
        line.seen = nil
        continue
      }
      if line.seen?.hasSignal != hasSignal { line.seen = (hasSignal, now) }
      guard line.hadSignal != hasSignal else {
        if let moment = line.nextTry {
          if moment > now { again(moment) } else { orders.append(line.tell(.on)) }
        }
        continue
      }
      let settled = (line.seen?.since ?? now).advanced(by: Self.settling)
      guard settled <= now else {
        again(settled)
        continue
      }
      let isNew = line.hadSignal == nil
      line.hadSignal = hasSignal
      line.tries = 0
      line.nextTry = nil
      guard !isNew else { continue }
      if hasSignal {
        orders.append(line.tell(.on))
      } else if sight.isLeftAlone {
        continue
      } else if line.kept.unplugsItself {
        orders.append(.spare(sight.key))
      } else {
        orders.append(line.tell(.standby))
      }
    }
    let there = Set(sights.map(\.key))
    for (key, var line) in lines where !there.contains(key) {
      defer { lines[key] = line }
      (line.isThere, line.seen) = (false, nil)
      guard line.kept.isAsleep, line.kept.route != nil else { continue }
      let gone = line.goneSince ?? now
      line.goneSince = gone
      let moment = line.nextTry ?? gone.advanced(by: Self.absence)
      if moment > now || line.isBusy {
        if !line.isBusy { again(moment) }
      } else {
        line.calledBack = now
        orders.append(line.tell(.on))
      }
    }
    lines = lines.filter { key, line in
      there.contains(key) || line.kept.isAsleep || line.kept.unplugsItself || line.isBusy || line.hadSignal == false
        || line.calledBack.map { now.nanoseconds(since: $0) < Self.returning } == true
    }
    return (orders, next)
  }

  /// A display is about to be told by this: what is kept says so from now on.
  mutating func begin(_ wish: PowerWish, _ key: Key, by route: Route) {
    lines[key]?.isBusy = true
    lines[key]?.kept.route = route
    if wish == .standby { lines[key]?.kept.isAsleep = true }
  }

  /// Nothing can tell a display that is to wake: it is not tried again.
  mutating func leave(_ key: Key) { lines[key]?.kept.isAsleep = false }

  /// What came of it at last.
  mutating func end(_ report: PowerReport, of key: Key, at now: MonotonicTime) {
    guard var line = lines[key] else { return }
    defer { lines[key] = line }
    line.isBusy = false
    line.nextTry = nil
    switch report.asked {
    case .standby:
      switch report.told {
      case .noAdapter, .noAddress, .otherInput: line.kept.isAsleep = false
      case nil, .on, .standby, .turningOn, .turningOff, .silent, .noAnswer, .refused, .busy: break
      }
    case .on:
      let most = line.isThere ? Self.mostTriesThere : Self.mostTriesAway
      guard !report.isWell, report.told != .refused, line.tries < most else {
        line.kept.isAsleep = false
        return
      }
      line.nextTry = now.advanced(by: Self.pauses[min(line.tries, Self.pauses.count - 1)])
      line.tries += 1
    }
  }
}
