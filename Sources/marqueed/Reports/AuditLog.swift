import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Glibc
import KeptFiles
import Logging
import Presentation

/// The newest accepted calls that changed something, with their callers. They are kept for the next start. The log has a line for each, but
/// equal calls in a row, and input, are counted in it.
final class AuditLog {
  static let capacity = 512
  /// Equal calls with less than this between them are one entry.
  nonisolated static let pause: Int64 = 60_000_000_000

  /// Nanoseconds between two writes of the file, because a busy script must not wear the disk.
  static let keepInterval: UInt64 = 3_000_000_000
  /// Nanoseconds from a counted call until the log has the count.
  static let countInterval: UInt64 = 60_000_000_000
  /// The most lines with counts that wait.
  static let waitingCounts = 64

  private(set) var calls: [AuditInfo] = []
  private var timer: (any DisplayTimer)?
  private var countTimer: (any DisplayTimer)?
  private var isKeepDue = false
  private var nextKeep = MonotonicTime.zero
  /// The numbers of calls that are not in the log, by the line of the first.
  private var counts: [String: Int] = [:]
  /// False in a replay, which repeats calls of another machine.
  private var isOn = false
  private var userNames: [UInt32: String?] = [:]
  private let clock: any ContentClock
  private let file: KeptValue<AuditRecord>
  private let log: (String) -> Void

  init(_ file: KeptValue<AuditRecord>, clock: any ContentClock, log: @escaping (String) -> Void) {
    self.file = file
    self.clock = clock
    self.log = log
  }

  /// Begins with the calls of the last run.
  func begin() {
    isOn = true
    calls = Array(file.take().value?.calls.suffix(Self.capacity) ?? [])
    timer = clock.screens.makeTimer { [weak self] in self?.keep() }
    countTimer = clock.screens.makeTimer { [weak self] in self?.logCounts() }
  }

  /// Keeps the calls at the end of the daemon.
  func end() {
    keep()
    logCounts()
    // The next calls are kept at once, because no timer comes any more.
    nextKeep = .zero
  }

  private func keep() {
    isKeepDue = false
    nextKeep = clock.screens.now.advanced(by: Self.keepInterval)
    if isOn { file.keep(AuditRecord(version: AuditRecord.newestVersion, calls: calls)) }
  }

  /// Keeps the calls now, or together with those after them.
  private func keepSoon() {
    guard !isKeepDue else { return }
    guard clock.screens.now < nextKeep else { return keep() }
    isKeepDue = true
    timer?.arm(at: nextKeep)
  }

  func note(_ request: ControlRequest, from peer: PeerCredentials) {
    guard isOn, let call = AuditInfo(request, peer, user: userName(peer.userID), at: clock.now) else { return }
    let index = calls.lastIndex { $0.processID == call.processID }
    let isRepeated = index.map { calls[$0].add(call) } ?? false
    if !isRepeated {
      if calls.count >= Self.capacity { makeRoom() }
      calls.append(call)
    }
    keepSoon()
    log(call, isRepeated: isRepeated, isInput: request.method == .sendInput)
  }

  private func log(_ call: AuditInfo, isRepeated: Bool, isInput: Bool) {
    let line = call.line
    let isCounted = isRepeated || isInput && counts[line] != nil
    if !isCounted { log(line) }
    guard isRepeated || isInput else { return }
    if counts.isEmpty { countTimer?.arm(at: clock.screens.now.advanced(by: Self.countInterval)) }
    counts[line, default: 0] += isCounted ? 1 : 0
    if counts.count > Self.waitingCounts { logCounts() }
  }

  private func logCounts() {
    countTimer?.disarm()
    let counted = counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    counts = [:]
    for (line, count) in counted { log("\(line) (\(count) more)") }
  }

  /// The calls since a moment, or in a time until now.
  func calls(since text: String) throws(ControlError) -> [AuditInfo] {
    let span = DurationText.milliseconds(text).map { clock.now.advanced(by: -Int64($0) * 1_000_000) }
    guard let first = span ?? WallTime(text) else {
      throw .invalidValue(
        parameter: "since", value: text, expected: "\(DurationText.expected), or \(WallTime.expected)")
    }
    return calls.filter { WallTime($0.last).map { $0 >= first } ?? true }
  }

  /// Removes the oldest entry of the user with the most entries, so that no user pushes out those of others.
  private func makeRoom() {
    let counts = calls.reduce(into: [:]) { $0[$1.userID, default: 0] += 1 }
    let most = counts.max { $0.value < $1.value }?.key
    if let index = calls.firstIndex(where: { $0.userID == most }) { calls.remove(at: index) }
  }

  private func userName(_ userID: UInt32) -> String? {
    if let known = userNames[userID] { return known }
    let name = LocalUsers.name(of: userID)
    if userNames.count < 64 { userNames[userID] = .some(name) }
    return name
  }
}

/// The users in /etc/passwd. Users of a network are left out, because a look-up there may wait.
nonisolated enum LocalUsers {
  static func name(of userID: UInt32) -> String? {
    guard let file = fopen("/etc/passwd", "re") else { return nil }
    defer { fclose(file) }
    while let entry = fgetpwent(file)?.pointee {
      if entry.pw_uid == userID { return String(cString: entry.pw_name) }
    }
    return nil
  }
}

nonisolated extension AuditInfo {
  /// Nil if the request changes nothing.
  init?(_ request: ControlRequest, _ peer: PeerCredentials, user: String?, at moment: WallTime) {
    guard let shown = request.method.auditedParameters, !request.movesClock else { return nil }
    var arguments: [String: JSONValue] = [:]
    if !shown.isEmpty, let text = try? ControlJSON.encode(request.parameters),
      let parameters = try? ControlJSON.decode(JSONValue.self, from: text),
      case .object(let found)? = parameters.only(shown)
    {
      arguments = found
    }
    var screen: String?
    if case .string(let name)? = arguments.removeValue(forKey: "screen") { screen = name }
    let time = "\(WallTime(nanoseconds: moment.nanoseconds / 1_000_000 * 1_000_000))"
    let method = request.method.rawValue
    self.init(
      time: time, last: time, calls: 1, userID: Int(peer.userID), user: user, processID: Int(peer.processID),
      program: peer.program, method: method.split(separator: ".").last.map(String.init) ?? method, screen: screen,
      arguments: arguments)
  }

  /// Adds another call; false if it is not equal, or comes too late.
  mutating func add(_ call: AuditInfo) -> Bool {
    var sum = self
    (sum.time, sum.last, sum.calls) = (call.time, call.last, call.calls)
    guard sum == call, let end = WallTime(last), let time = WallTime(call.last),
      (0..<AuditLog.pause).contains(time.nanoseconds(since: end))
    else { return false }
    (last, calls) = (call.last, calls + 1)
    return true
  }

  var line: String {
    let shown = (try? JSON.encode(arguments)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let words = [method, screen, arguments.isEmpty ? nil : shown].compactMap(\.self).joined(separator: " ")
    return "audit: \(words) by \(user ?? "user") (uid \(userID)), \(program) (pid \(processID))"
  }
}

nonisolated extension ControlRequest {
  /// Whether it only lets time pass on simulated displays, which passes on real ones by itself.
  fileprivate var movesClock: Bool {
    if case .simulate(let call) = self { call.command == .advance || call.command == .clock } else { false }
  }
}

nonisolated extension JSONValue {
  /// A copy with only the members that the paths name; `changes.session` names a member of each element of `changes`. It is short, because
  /// it is kept.
  fileprivate func only(_ paths: [String]) -> JSONValue? {
    switch self {
    case .array(let values): return .array(values.prefix(8).compactMap { $0.only(paths) })
    case .object(let members):
      var kept: [String: JSONValue] = [:]
      for path in paths {
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        guard let name = parts.first, let value = members[name], value != .null else { continue }
        kept[name] = parts.count == 1 ? value.short : value.only([parts[1]])
      }
      return .object(kept)
    case .null, .bool, .integer, .number, .string: return nil
    }
  }

  private var short: JSONValue { if case .string(let text) = self { .string(String(text.prefix(128))) } else { self } }
}

nonisolated struct AuditRecord: KeptRecord {
  static var newestVersion: Int { 1 }
  static var what: String { "the audit is" }
  static var loss: String { "the audit begins again" }

  var version: Int
  var calls: [AuditInfo]

  var isPlausible: Bool { version >= 1 }
}
