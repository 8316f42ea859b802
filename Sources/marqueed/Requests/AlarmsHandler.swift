import Configuration
import Content
import ContentModel
import ControlProtocol
import ControlServer
import Presentation
import Scenes

/// Raises and clears alarms for calls, and ends those whose time is over.
final class AlarmsHandler: AlarmMethods {
  private let replies: PictureReplies
  private let content: ContentResources
  /// The time of a replay is that of its events.
  private let isReplayed: Bool
  private var timer: (any DisplayTimer)?
  private var clockWatch: AnyObject?

  /// - Parameter kept: The alarms of the daemon's last run.
  init(
    _ replies: PictureReplies, _ content: ContentResources, kept: [AlarmRecord], isReplayed: Bool
  ) {
    self.replies = replies
    self.content = content
    self.isReplayed = isReplayed
    system.alarms.restore(kept) { delegates(of: $0) }
  }

  private func delegates(of alarm: AlarmRecord) -> () -> any SceneDelegate {
    AlarmContent.delegates(named: alarm.name, content.confined(alarm.isConfined))
  }

  private var system: SceneSystem { replies.system }
  private var clock: any ContentClock { content.clock }

  /// Follows the time, from which alarms end.
  func begin() {
    timer = clock.screens.makeTimer { [weak self] in self?.followTime() }
    followTime()
  }

  private func followTime() {
    guard !isReplayed else { return }
    if clock.isRight { system.alarms.clearOver(at: clock.now) }
    let end = system.alarms.nextEnd
    // A clock that is not right is polled. Only an alarm with an end needs that.
    clockWatch = end == nil ? nil : clockWatch ?? clock.observe { [weak self] in self?.followTime() }
    if let end, clock.isRight { timer?.arm(at: clock.moment(of: end)) } else { timer?.disarm() }
  }

  func handle(_ call: RaiseAlarmCall, _ responder: ControlResponder) throws(ControlError) {
    var record = try record(call)
    // Who may not see every file shows none but those of the folder: with `observe`, the picture can be read.
    record.isConfined = responder.access.isConfined
    record.user = LocalUsers.name(of: responder.peer.userID) ?? "the user \(responder.peer.userID)"
    try raise(record, call, responder)
  }

  private func raise(
    _ record: AlarmRecord, _ call: RaiseAlarmCall, _ responder: ControlResponder
  ) throws(ControlError) {
    var record = record
    let asked = record.content
    record.content = AlarmContent.visible(asked, named: record.name)
    let first = [
      record.content == asked ? nil : "its content has nothing that can be seen, so its name is shown on red",
      replacement(by: record),
    ]
    try replies.changeAll(call, responder, setsContent: false, notes: { [self] in first + notes(on: record) }) {
      completion throws(SceneError) in
      try system.alarms.raise(
        record, makeDelegate: delegates(of: record), completion: completion)
    }
    followTime()
  }

  private func record(_ call: RaiseAlarmCall) throws(ControlError) -> AlarmRecord {
    let name = call.name ?? RaiseAlarmCall.usualName
    guard NameRule.admits(name) else {
      throw .invalidValue(parameter: "name", value: name, expected: NameRule.expected)
    }
    let description = try ContentDescription(call.content, now: clock.now)
    guard !description.switchesPower else {
      throw .invalidValue(parameter: "content", value: "a schedule with power: off", expected: "one without")
    }
    return AlarmRecord(name: name, content: description, screens: call.screens, until: try end(call))
  }

  /// A note about the screens that an alarm of the same name covers, and the new one does not.
  private func replacement(by alarm: AlarmRecord) -> String? {
    guard let screens = alarm.screens, let former = system.alarms.records.first(where: { $0.name == alarm.name }) else {
      return nil
    }
    let uncovered = former.screens.map { $0.filter { !screens.contains($0) } }
    guard uncovered != [] else { return nil }
    let names = uncovered?.joined(separator: ", ") ?? "all screens"
    return "it replaces the alarm \(alarm.name), which covered \(names)"
  }

  private func end(_ call: RaiseAlarmCall) throws(ControlError) -> WallTime? {
    guard let text = call.until else { return nil }
    guard let time = WallTime(text) else {
      let expected = WallTime.isOutOfRange(text) ? "a moment in \(WallTime.range)" : WallTime.expected
      throw .invalidValue(parameter: "until", value: text, expected: expected)
    }
    let now = WallTime(seconds: clock.now.seconds)
    guard isReplayed || time > clock.now else {
      let example = local(now.advanced(by: 3_600_000_000_000))
      throw .invalidValue(
        parameter: "until", value: text, expected: "a moment in the future, as \(example); it is \(local(now)) now")
    }
    return time
  }

  /// A moment on the machine's clock.
  private func local(_ time: WallTime) -> String { time.text(offset: content.zone(nil)?.offset(at: time.seconds) ?? 0) }

  private func notes(on alarm: AlarmRecord) -> [String?] {
    let covered = system.screens.filter { alarm.screens?.contains($0.name) ?? true }
    let warnings = covered.compactMap { (try? system.find($0.name))?.contentWarning }
    return [
      covered.isEmpty ? "none of its screens is connected; it is shown when one is" : warnings.first,
      alarm.until != nil && !clock.isRight ? "the machine's clock is not known to be right; it ends once it is" : nil,
    ]
  }

  func handle(_ call: ClearAlarmCall, _ responder: ControlResponder) throws(ControlError) {
    let note = system.alarms.records.isEmpty ? "no alarm is raised" : nil
    try replies.changeAll(call, responder, setsContent: false, notes: { [note] }) { completion throws(SceneError) in
      try system.alarms.clear(call.name, completion: completion)
    }
    followTime()
  }

  func handle(_ call: AlarmsCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(
      AlarmsReply(
        alarms: system.alarms.records.map {
          AlarmInfo(
            name: $0.name, kind: $0.content.kind.rawValue, screens: $0.screens, until: $0.until.map { "\($0)" })
        }))
  }
}
