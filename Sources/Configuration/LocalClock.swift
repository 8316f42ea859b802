import Glibc
internal import Synchronization
internal import Timeline

/// A time zone's rules as the C library reads them from the system's database.
///
/// It goes by the environment's variable `TZ`, which is exchanged for the moment in which it reads a zone. That is safe beside other
/// threads that read the environment where `reserveVariable` was called before they began: then only a pointer changes, and glibc never
/// frees what one pointed to. It is asked in one thread at a time, and by nobody else.
enum LocalClock {
  private static let turn = Mutex<Void>(())
  /// From 2000 to 2100: what is shown is neither older nor further ahead.
  private static let years: ClosedRange<Int64> = 946_684_800...4_102_444_800
  /// No rule counts for a shorter time; in seconds.
  private static let step: Int64 = 7 * 86_400

  /// The rules of a zone whose file is there; nil is the machine's own.
  ///
  /// C: `tzset`, `localtime_r`.
  static func rules(of zone: String?) -> ZoneRules {
    turn.withLock { _ in
      let usual = unsafe getenv("TZ").map { unsafe String(cString: $0) }
      // A colon means a file; without one it may be taken for a rule.
      if let zone { setVariable(":\(zone)") }
      tzset()
      defer {
        if zone != nil { setVariable(usual ?? ZoneDatabase.localVariable) }
        tzset()
      }
      return read()
    }
  }

  /// Puts the variable into the environment, so that later only its value is exchanged.
  static func reserveVariable() {
    guard unsafe getenv("TZ") == nil else { return }
    setVariable(ZoneDatabase.localVariable)
  }

  private static func setVariable(_ value: String) {
    _ = unsafe setenv("TZ", value, 1)
  }

  private static func read() -> ZoneRules {
    var rules = ZoneRules(first: offset(at: years.lowerBound))
    var offset = rules.first
    var time = years.lowerBound
    while time < years.upperBound {
      let next = time + step
      let later = self.offset(at: next)
      if later != offset {
        rules.changes.append(ZoneRules.Change(from: firstMoment(of: later, after: time, until: next), offset: later))
        offset = later
      }
      time = next
    }
    return rules
  }

  /// The moment at which an offset begins that is in force at `end`, and is not at `start`.
  private static func firstMoment(of offset: Int, after start: Int64, until end: Int64) -> Int64 {
    var (before, after) = (start, end)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if self.offset(at: middle) == offset { after = middle } else { before = middle }
    }
    return after
  }

  private static func offset(at seconds: Int64) -> Int {
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
    return unsafe parts.tm_gmtoff
  }
}
