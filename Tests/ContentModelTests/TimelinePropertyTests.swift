import ContentModel
import DisplayTypes
import Testing

/// Properties of all contents, checked with random ones.
@Suite struct TimelinePropertyTests {
  @Test(arguments: 0..<20) func betweenSinceAndUntilNothingChangesAndThenSomethingDoes(part: Int) {
    var ended = 0
    for seed in 0..<150 {
      var make = RandomContent(seed: UInt64(part * 1000 + seed))
      let context = make.context()
      let content = make.content()
      for _ in 0..<6 {
        let time = make.time()
        let moment = Timeline.moment(of: content, at: time, in: context)
        let comment: Comment = "part \(part), seed \(seed), at \(time.nanoseconds)"
        if let since = moment.since {
          #expect(since <= time, comment)
          #expect(Timeline.moment(of: content, at: since, in: context) == moment, comment)
        }
        guard let until = moment.until else { continue }
        ended += 1
        #expect(time < until, comment)
        #expect(Timeline.moment(of: content, at: until.advanced(by: -1), in: context) == moment, comment)
        let between = time.advanced(by: .random(in: 0..<until.nanoseconds(since: time), using: &make.random))
        #expect(Timeline.moment(of: content, at: between, in: context) == moment, comment)
        let next = Timeline.moment(of: content, at: until, in: context)
        #expect(next.since == until, comment)
      }
    }
    #expect(ended > 300)
  }

  @Test func endlessContentIsTheSameFarAhead() {
    var endless = 0
    for seed in 0..<1500 {
      var make = RandomContent(seed: UInt64(seed))
      let context = make.context()
      let content = make.content()
      let time = make.time()
      let moment = Timeline.moment(of: content, at: time, in: context)
      guard moment.until == nil else { continue }
      endless += 1
      for hours in [1, 30, 24 * 40] as [Int64] {
        let later = Timeline.moment(of: content, at: time.advanced(by: hours * 3_600_000_000_000), in: context)
        #expect(later == moment, "seed \(seed)")
      }
    }
    #expect(endless > 200)
  }

  @Test func offHoursGoOnUntilTheirEnd() throws {
    var (joined, endless) = (0, 0)
    for seed in 0..<3000 {
      var make = RandomContent(seed: UInt64(seed))
      let context = make.context()
      let content = ContentDescription.schedule(make.schedule(depth: 1))
      let time = make.time()
      let moment = Timeline.moment(of: content, at: time, in: context)
      guard let span = Timeline.powerOff(by: content, at: time, in: context) else {
        #expect(moment.leaf != .powerOff || moment.until == nil, "seed \(seed)")
        continue
      }
      let until = try #require(moment.until)
      #expect(until <= span.until, "seed \(seed)")
      if until < span.until { joined += 1 }
      for _ in 0..<5 {
        let between = time.advanced(by: .random(in: 0..<span.until.nanoseconds(since: time), using: &make.random))
        #expect(Timeline.moment(of: content, at: between, in: context).leaf == .powerOff, "seed \(seed)")
      }
      if span.isEnd {
        #expect(Timeline.moment(of: content, at: span.until, in: context).leaf != .powerOff, "seed \(seed)")
      } else {
        endless += 1
        #expect(span.until.nanoseconds(since: time) > 365 * 86_400_000_000_000, "seed \(seed)")
      }
    }
    #expect(joined > 10 && endless > 0, "\(joined) joined, \(endless) without an end")
  }

  @Test func nothingIsShownOnlyWhereNothingCanBe() {
    var empty = 0
    for seed in 0..<1500 {
      var make = RandomContent(seed: UInt64(seed))
      var context = make.context()
      context.troubles = [:]
      context.folders = Dictionary(uniqueKeysWithValues: RandomContent.folders.map { ($0, RandomContent.files) })
      let content = make.content()
      let time = make.time()
      let moment = Timeline.moment(of: content, at: time, in: context)
      let isNothing = if case .nothing = moment.leaf { true } else { false }
      #expect(isNothing != canShow(content, at: time, in: context), "seed \(seed): \(moment)")
      #expect(moment.skipped.isEmpty, "seed \(seed)")
      if isNothing { empty += 1 }
    }
    #expect(empty > 10)
  }

  /// Whether content without troubles has something to show. Only a playlist has nothing, if all its items are outside of their hours: a
  /// random schedule has a fallback.
  private func canShow(_ content: ContentDescription, at time: WallTime, in context: TimelineContext) -> Bool {
    guard case .playlist(let playlist) = content else { return true }
    return playlist.items.contains {
      isInHours($0, at: time, in: context) && canShow($0.content, at: time, in: context)
    }
  }

  /// Whether an item of a playlist is in its hours, which are those of UTC here, and end on the next day if `to` is not after `from`.
  private func isInHours(_ item: PlaylistItem, at time: WallTime, in context: TimelineContext) -> Bool {
    guard !item.weekdays.isEmpty || item.from != item.to else { return true }
    guard context.isClockRight else { return false }
    let (today, second) = Int(time.seconds).quotientAndRemainder(dividingBy: 86_400)
    func begins(on day: Int) -> Bool { item.weekdays.isEmpty || item.weekdays.contains(Weekday(dayNumber: day)) }
    let (from, to) = (item.from.seconds, item.to.seconds)
    if from < to { return (from..<to).contains(second) && begins(on: today) }
    return second >= from && begins(on: today) || second < to && begins(on: today - 1)
  }

  @Test func extremeTimesAreAnsweredToo() {
    for seed in 0..<300 {
      var make = RandomContent(seed: UInt64(seed))
      let context = make.context()
      let content = make.content()
      for time in [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max] {
        let moment = Timeline.moment(of: content, at: WallTime(nanoseconds: time), in: context)
        #expect(moment.until.map { $0.nanoseconds >= time } ?? true, "seed \(seed), at \(time)")
      }
    }
  }
}
