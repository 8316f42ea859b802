import ContentModel
import ControlProtocol

/// One line of the proof of play: an item that was on a screen, or that could not be.
nonisolated struct PlayRecord: Hashable {
  struct Moment: Hashable {
    var wall: WallTime
    /// Nanoseconds on the monotonic clock of this start of the machine.
    var monotonic: UInt64
  }

  var screen: String
  var session: String
  var item: String
  var content: String
  /// The first flip with it.
  var first: Moment
  /// The last flip with it.
  var last: Moment
  /// The flip that took it away.
  var end: Moment
  /// How many flips showed it.
  var flips: UInt64
  var ending: PlayEnding
  var reason = ""
  /// Whether a timestamp is our clock's, since the driver gave none.
  var isEstimated = false
  /// Whether the time of day was known to be right.
  var isClockRight = true

  /// The line, without its end.
  var line: String { PlayInfo(self).csvLine }
}

nonisolated extension PlayRecord {
  /// Reads a line; nil for the header, and for what a crash has cut off.
  init?(_ line: some Collection<UInt8>) {
    let fields = CSV.fields(line)
    guard fields.count == 15, let firstWall = WallTime(fields[4]), let lastWall = WallTime(fields[5]),
      let endWall = WallTime(fields[6]), let first = UInt64(fields[7]), let last = UInt64(fields[8]),
      let end = UInt64(fields[9]), let flips = UInt64(fields[10]), let ending = PlayEnding(rawValue: fields[11])
    else { return nil }
    self.init(
      screen: fields[0], session: fields[1], item: fields[2], content: fields[3],
      first: Moment(wall: firstWall, monotonic: first), last: Moment(wall: lastWall, monotonic: last),
      end: Moment(wall: endWall, monotonic: end), flips: flips, ending: ending)
    reason = fields[12]
    isEstimated = fields[13] == "estimated"
    isClockRight = fields[14] == "right"
  }
}

nonisolated extension PlayInfo {
  init(_ record: PlayRecord) {
    self.init(
      screen: record.screen, session: record.session, item: record.item, content: record.content,
      firstFlip: "\(record.first.wall)", lastFlip: "\(record.last.wall)", end: "\(record.end.wall)",
      firstFlipNanoseconds: Int64(clamping: record.first.monotonic),
      lastFlipNanoseconds: Int64(clamping: record.last.monotonic),
      endNanoseconds: Int64(clamping: record.end.monotonic), flips: Int64(clamping: record.flips),
      ending: record.ending.rawValue, reason: record.reason, estimated: record.isEstimated,
      clockRight: record.isClockRight)
  }
}

/// How an item's turn on a screen ended.
nonisolated enum PlayEnding: String, CaseIterable {
  /// The next item of the same content took its place.
  case completed
  /// Something else was shown there: other content, another app.
  case replaced
  case unplugged
  case blanked
  /// The screen was switched off, by hand or by a schedule.
  case poweredOff = "powered off"
  /// The daemon was told to end.
  case stopped
  /// The daemon ended without a word: how long it was shown is not known.
  case interrupted
  /// It could not be played at all.
  case skipped
}
