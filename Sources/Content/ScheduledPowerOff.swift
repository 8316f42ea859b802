public import DisplayTypes
internal import Timeline

/// A schedule has the power of its screen off.
public struct ScheduledPowerOff: Hashable, Sendable {
  /// When the schedule's next entry counts: within a day, since entries begin on each of their days.
  public let until: WallTime
  /// The same as clocks of this machine's zone show it, as `06:00`.
  public let localTime: String

  init(until: WallTime, zone: ZoneRules) {
    self.until = until
    let day: Int64 = 86_400
    let seconds = (until.seconds % day + day + Int64(zone.offset(at: until.seconds) % 86_400)) % day
    localTime = [seconds / 3600, seconds / 60 % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

extension ContentResources {
  /// Whether a content has the power off now, if all files can be played; nil if not.
  ///
  /// No folder is looked into, and each is taken to hold something.
  public func powerOff(by content: ContentDescription) -> ScheduledPowerOff? {
    guard content.switchesPower else { return nil }
    var context = PlayContext(zones: zones(of: content), isClockRight: clock.isRight)
    for folder in ContentNeeds(of: content).folders { context.folders[folder] = [folder] }
    let moment = Timeline.moment(of: content, at: clock.now, in: context)
    guard moment.leaf == .powerOff, let until = moment.until else { return nil }
    return ScheduledPowerOff(until: until, zone: zone(nil) ?? .utc)
  }
}
