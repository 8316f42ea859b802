import Content
import ContentModel
import ControlProtocol
import DisplayTypes
import Presentation

/// Records the proof of play from flips: each item with its screen, its first flip and its end.
final class PlayRecorder: PlayReceiver {
  private struct Turn {
    let number: UInt32
    let screen: String
    let label: String
    let first: PlayRecord.Moment
    let frames: UInt64
    let isEstimated: Bool
  }

  /// Nil until the state directory is known to belong to this daemon. Nothing is shown before.
  var folder: PlayFolder?
  private let clock: any ContentClock
  private var items: [UInt32: PlayedItem] = [:]
  private var numbers: [PlayedItem: UInt32] = [:]
  /// The end of each item by its timeline, by number.
  private var ends: [UInt32: WallTime] = [:]
  /// The numbers in the order in which they were given.
  private var order: [UInt32] = []
  private var last: UInt32 = 0
  private var turns: [ScreenID: [Turn]] = [:]

  /// The limit of numbered items. Beyond it, the oldest item that is on no screen loses its number.
  static let mostNumbers = 1_024
  /// Nanoseconds. An item that ends a refresh early still counts as played to its end.
  private static let earliness: Int64 = 50_000_000

  init(folder: PlayFolder? = nil, clock: any ContentClock) {
    self.folder = folder
    self.clock = clock
  }

  func number(of item: PlayedItem, until: WallTime?) -> UInt32 {
    if let number = numbers[item] {
      ends[number] = until
      return number
    }
    if order.count >= Self.mostNumbers { forgetOldest() }
    last = last == .max ? 1 : last + 1
    items[last] = item
    numbers[item] = last
    ends[last] = until
    order.append(last)
    return last
  }

  func skipped(_ reason: String, session: String) {
    let now = origin
    folder?.add(
      PlayRecord(
        screen: "", session: session, item: "", content: "", first: now, last: now, end: now, flips: 0,
        ending: .skipped, reason: reason, isClockRight: clock.isRight))
  }

  /// - Parameters:
  ///   - label: the own name of the screen; empty if it has none.
  ///   - ending: the reason for an item that left the screen before its time together with its content.
  func handle(_ frame: PlayedFrame, screen name: String?, label: String = "", _ ending: PlayEnding) {
    // Use one origin for all flips of the frame, because the wall clock may be set between two readings.
    let origin = origin
    let now = moment(of: frame.timestamp, from: origin)
    let lastFlip = moment(of: frame.before, from: origin)
    let before = turns[frame.screen] ?? []
    var after = before.filter { frame.items.contains($0.number) }
    let sessions = Set(frame.items.compactMap { items[$0]?.session })
    for turn in before where !frame.items.contains(turn.number) {
      guard let item = items[turn.number] else { continue }
      let isOver = ends[turn.number].map { now.wall.advanced(by: Self.earliness) >= $0 } ?? false
      folder?.add(
        record(
          turn, item, last: lastFlip.monotonic == turn.first.monotonic ? turn.first : lastFlip, end: now,
          frames: frame.frames, isOver ? .completed : sessions.contains(item.session) ? .replaced : ending,
          isEstimated: frame.isEstimated))
    }
    for number in frame.items where items[number] != nil && !before.contains(where: { $0.number == number }) {
      after.append(
        Turn(
          number: number, screen: name ?? "\(frame.screen.rawValue)", label: label, first: now, frames: frame.frames,
          isEstimated: frame.isEstimated))
    }
    turns[frame.screen] = after.isEmpty ? nil : after
    keepOpen()
  }

  /// Ends all plays at the end of the daemon.
  func close() {
    let now = origin
    for turn in turns.values.joined() {
      guard let item = items[turn.number] else { continue }
      folder?.add(record(turn, item, last: now, end: now, frames: turn.frames, .stopped, isEstimated: true))
    }
    turns = [:]
    folder?.keepOpen([])
  }

  private func record(
    _ turn: Turn, _ item: PlayedItem, last: PlayRecord.Moment, end: PlayRecord.Moment, frames: UInt64,
    _ ending: PlayEnding, isEstimated: Bool
  ) -> PlayRecord {
    PlayRecord(
      screen: turn.screen, label: turn.label, session: item.session, item: item.name, content: item.content,
      first: turn.first,
      last: last, end: end, flips: frames - min(frames, turn.frames), ending: ending,
      isEstimated: turn.isEstimated || isEstimated, isClockRight: clock.isRight)
  }

  private func keepOpen() {
    folder?.keepOpen(
      turns.values.joined().compactMap { turn in
        items[turn.number].map {
          record(
            turn, $0, last: turn.first, end: turn.first, frames: turn.frames + 1, .interrupted,
            isEstimated: turn.isEstimated)
        }
      })
  }

  private var origin: PlayRecord.Moment {
    PlayRecord.Moment(wall: clock.now, monotonic: clock.screens.now.nanoseconds)
  }

  private func moment(of time: MonotonicTime, from origin: PlayRecord.Moment) -> PlayRecord.Moment {
    let now = MonotonicTime(nanoseconds: origin.monotonic)
    let past = Int64(clamping: now.nanoseconds(since: time)) - Int64(clamping: time.nanoseconds(since: now))
    return PlayRecord.Moment(wall: origin.wall.advanced(by: -past), monotonic: time.nanoseconds)
  }

  private func forgetOldest() {
    let shown = Set(turns.values.joined().map(\.number))
    guard let index = order.firstIndex(where: { !shown.contains($0) }) else { return }
    let number = order.remove(at: index)
    ends[number] = nil
    if let item = items.removeValue(forKey: number) { numbers[item] = nil }
  }
}

/// A line of the proof of play: an item that was on a screen, or that could not be shown.
nonisolated struct PlayRecord: Hashable {
  struct Moment: Hashable {
    var wall: WallTime
    /// Nanoseconds on the monotonic clock of this start of the machine.
    var monotonic: UInt64
  }

  var screen: String
  /// The own name of the screen; empty if it had none.
  var label = ""
  var session: String
  var item: String
  var content: String
  /// The first and the last flip with the item, and the flip that ended it.
  var first: Moment
  var last: Moment
  var end: Moment
  var flips: UInt64
  var ending: PlayEnding
  var reason = ""
  /// Whether the driver gave no timestamp.
  var isEstimated = false
  /// Whether the time of day was known to be right.
  var isClockRight = true

  var line: String { PlayInfo(self).csvLine }
}

nonisolated extension PlayRecord {
  /// Reads a line; nil for the header, and for a line that a crash has cut.
  init?(_ line: some Collection<UInt8>) {
    let fields = CSV.fields(line)
    guard fields.count == 16, let firstWall = WallTime(fields[5]), let lastWall = WallTime(fields[6]),
      let endWall = WallTime(fields[7]), let first = UInt64(fields[8]), let last = UInt64(fields[9]),
      let end = UInt64(fields[10]), let flips = UInt64(fields[11]), let ending = PlayEnding(rawValue: fields[12])
    else { return nil }
    self.init(
      screen: fields[0], label: fields[1], session: fields[2], item: fields[3], content: fields[4],
      first: Moment(wall: firstWall, monotonic: first), last: Moment(wall: lastWall, monotonic: last),
      end: Moment(wall: endWall, monotonic: end), flips: flips, ending: ending, reason: fields[13],
      isEstimated: fields[14] == "estimated", isClockRight: fields[15] == "right")
  }
}

nonisolated extension PlayInfo {
  init(_ record: PlayRecord) {
    self.init(
      screen: record.screen, label: record.label, session: record.session, item: record.item, content: record.content,
      firstFlip: "\(record.first.wall)", lastFlip: "\(record.last.wall)", end: "\(record.end.wall)",
      firstFlipNanoseconds: Int64(clamping: record.first.monotonic),
      lastFlipNanoseconds: Int64(clamping: record.last.monotonic),
      endNanoseconds: Int64(clamping: record.end.monotonic), flips: Int64(clamping: record.flips),
      ending: record.ending.rawValue, reason: record.reason, estimated: record.isEstimated,
      clockRight: record.isClockRight)
  }
}

/// The reason why an item left a screen.
nonisolated enum PlayEnding: String, CaseIterable {
  /// The next item of the same content replaced it.
  case completed
  /// Other content or another app replaced it.
  case replaced
  case unplugged
  case blanked
  /// The screen was switched off by hand or by a schedule.
  case poweredOff = "powered off"
  case stopped
  /// The daemon was killed, so the end is unknown.
  case interrupted
  case skipped
}
