import Content
import ContentModel
import DisplayTypes
import Presentation

/// The proof of play: what was on which screen, from which flip to which, by the flips themselves.
final class PlayRecorder: PlayReceiver {
  /// How a screen stands when nothing of a session is on it any more.
  enum Standing {
    case lit, blank, off, gone, stopping
  }

  private struct Turn {
    let number: UInt32
    let screen: String
    let first: PlayRecord.Moment
    let frames: UInt64
    let isEstimated: Bool
  }

  /// Nil until the state directory is this daemon's; nothing has been shown before.
  var folder: PlayFolder?
  private let clock: any ContentClock
  private var items: [UInt32: PlayedItem] = [:]
  private var numbers: [PlayedItem: UInt32] = [:]
  /// When each is over by its timeline.
  private var ends: [UInt32: WallTime] = [:]
  /// In the order in which they were numbered.
  private var order: [UInt32] = []
  private var last: UInt32 = 0
  private var turns: [ScreenID: [Turn]] = [:]

  /// More numbers are not kept: of items that were never shown, the oldest goes.
  static let mostNumbers = 4_096
  /// A refresh before its time, an item has still been played to its end: nanoseconds.
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
    var record = PlayRecord(
      screen: "", session: session, item: "", content: "", first: now, last: now, end: now, flips: 0, ending: .skipped)
    record.reason = reason
    record.isClockRight = clock.isRight
    folder?.add(record)
  }

  /// A frame with other items is on a screen.
  func handle(_ frame: PlayedFrame, screen name: String?, _ standing: Standing) {
    // One origin for all flips of the frame: the clocks are two, and somebody may set one.
    let origin = origin
    let now = moment(of: frame.timestamp, from: origin)
    let lastFlip = moment(of: frame.before, from: origin)
    let before = turns[frame.screen] ?? []
    var after = before.filter { frame.items.contains($0.number) }
    let sessions = Set(frame.items.compactMap { items[$0]?.session })
    for turn in before where !frame.items.contains(turn.number) {
      guard let item = items[turn.number] else { continue }
      let isOver = ends[turn.number].map { now.wall.advanced(by: Self.earliness) >= $0 } ?? false
      let ending = isOver ? .completed : sessions.contains(item.session) ? .replaced : ending(standing)
      folder?.add(
        record(
          turn, item, last: lastFlip.monotonic == turn.first.monotonic ? turn.first : lastFlip, end: now,
          frames: frame.frames, ending,
          isEstimated: frame.isEstimated))
    }
    for number in frame.items where items[number] != nil && !before.contains(where: { $0.number == number }) {
      after.append(
        Turn(
          number: number, screen: name ?? "\(frame.screen.rawValue)", first: now, frames: frame.frames,
          isEstimated: frame.isEstimated))
    }
    turns[frame.screen] = after.isEmpty ? nil : after
    keepOpen()
  }

  /// The daemon ends: so does everything that is shown.
  func close() {
    let now = origin
    for turn in turns.values.joined() {
      guard let item = items[turn.number] else { continue }
      folder?.add(record(turn, item, last: now, end: now, frames: turn.frames, .stopped, isEstimated: true))
    }
    turns = [:]
    folder?.keepOpen([])
  }

  private func ending(_ standing: Standing) -> PlayEnding {
    switch standing {
    case .lit: .replaced
    case .blank: .blanked
    case .off: .poweredOff
    case .gone: .unplugged
    case .stopping: .stopped
    }
  }

  private func record(
    _ turn: Turn, _ item: PlayedItem, last: PlayRecord.Moment, end: PlayRecord.Moment, frames: UInt64,
    _ ending: PlayEnding, isEstimated: Bool
  ) -> PlayRecord {
    var record = PlayRecord(
      screen: turn.screen, session: item.session, item: item.name, content: item.content, first: turn.first,
      last: last, end: end, flips: frames - min(frames, turn.frames), ending: ending)
    record.isEstimated = turn.isEstimated || isEstimated
    record.isClockRight = clock.isRight
    return record
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

  /// The present moment on both clocks, from which others are counted.
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
