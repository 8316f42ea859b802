internal import DisplayTypes

extension Play {
  /// Contents by the time of day.
  func moment(of schedule: ScheduleDescription) -> PlayMoment {
    guard context.isClockRight else { return fallback(of: schedule, since: nil, until: nil) }
    guard let zone = context.zones[schedule.zone] else {
      var moment = fallback(of: schedule, since: nil, until: nil)
      moment.skipped.insert("the rules of the time zone \(schedule.zone ?? "of this machine") are not known", at: 0)
      return moment
    }
    let seconds = time.seconds
    var candidates: [(rank: EntryRank, index: Int, stretch: EntryTimes.Stretch)] = []
    for (index, entry) in schedule.entries.enumerated() {
      guard counts(entry, of: schedule), let stretch = EntryTimes(entry: entry, zone: zone).stretch(around: seconds)
      else { continue }
      candidates.append((EntryRank(entry, at: index), index, stretch))
    }
    candidates.sort { $0.rank > $1.rank }

    var reasons: [String] = []
    var since: WallTime?
    var until: WallTime?
    for (rank, index, stretch) in candidates {
      let entry = schedule.entries[index]
      let played = moment(of: entry, in: stretch)
      if case .nothing(let why) = played.leaf {
        reasons += why
        since = later(since, played.since)
        until = earlier(until, played.until)
        continue
      }
      let span = span(around: seconds, of: schedule, in: zone, from: rank)
      var moment = placed(
        played, named: entry.name ?? "\(index + 1)", began: WallTime(seconds: stretch.begin),
        since: later(since, span.since), until: earlier(until, span.until), transition: schedule.transition)
      moment.skipped = reasons + moment.skipped
      return moment
    }
    let span = span(around: seconds, of: schedule, in: zone, from: nil)
    var moment = fallback(of: schedule, since: later(since, span.since), until: earlier(until, span.until))
    if case .nothing(let why) = moment.leaf {
      moment.leaf = .nothing(reasons + why)
    } else {
      moment.skipped = reasons + moment.skipped
    }
    return moment
  }

  /// What an entry shows in the stretch of time in which it counts.
  ///
  /// What it plays begins with the stretch. Only what plays for ever in stretches that fill whole days goes on from one to the next.
  private func moment(of entry: ScheduleEntry, in stretch: EntryTimes.Stretch) -> PlayMoment {
    guard case .show(let content) = entry.action else { return PlayMoment(.powerOff) }
    var goesOn = entry.from == entry.to
    if case .playlist(let playlist) = content, case .times = playlist.repeats { goesOn = false }
    let length = (stretch.end - stretch.begin).multipliedSaturating(by: 1_000_000_000)
    return moment(
      of: content,
      in: goesOn
        ? .outermost : PlayTurn(begin: WallTime(seconds: stretch.begin), number: Int64(stretch.day), length: length))
  }

  private func fallback(of schedule: ScheduleDescription, since: WallTime?, until: WallTime?) -> PlayMoment {
    let played = moment(of: schedule.fallback, in: .outermost)
    if case .nothing = played.leaf {
      return PlayMoment(played.leaf, since: later(played.since, since), until: earlier(played.until, until))
    }
    return placed(
      played, named: "fallback", began: since, since: since, until: until, transition: schedule.transition)
  }

  /// From when until when the entries of this rank and above count that count now; of all entries where there is none.
  private func span(
    around seconds: Int64, of schedule: ScheduleDescription, in zone: ZoneRules, from rank: EntryRank?
  ) -> (since: WallTime?, until: WallTime?) {
    var since: Int64?
    var until: Int64?
    for (index, entry) in schedule.entries.enumerated() {
      if let rank, EntryRank(entry, at: index) < rank { continue }
      guard counts(entry, of: schedule) else { continue }
      let times = EntryTimes(entry: entry, zone: zone)
      let stretch = times.stretch(around: seconds)
      if let begin = stretch?.begin ?? times.lastEnd(until: seconds) { since = max(since ?? begin, begin) }
      if let end = stretch?.end ?? times.nextBegin(after: seconds) { until = min(until ?? end, end) }
    }
    let span = (since: since.map { WallTime(seconds: $0) }, until: until.map { WallTime(seconds: $0) })
    // Other entries count from then on.
    guard let change = schedule.onUntil else { return span }
    return time < change ? (span.since, earlier(span.until, change)) : (later(span.since, change), span.until)
  }

  /// Whether an entry counts in its times: the screen may have been turned on in its off hours.
  private func counts(_ entry: ScheduleEntry, of schedule: ScheduleDescription) -> Bool {
    guard entry.action == .powerOff, let onUntil = schedule.onUntil else { return true }
    return time >= onUntil
  }
}
