import DisplayTypes
import Scenes
import SimulatedBackend
import Testing

@testable import Content
@testable import ContentModel

/// A schedule that switches a screen's power, beside the user's own word on it.
@MainActor
struct SchedulePowerTests {
  private static let blue = Color(red: 0, green: 0, blue: 200)

  /// Dark from 12:01 to 12:03, by UTC; the rig begins at noon.
  private static let schedule = ContentDescription.schedule(
    ScheduleDescription(
      zone: "UTC",
      entries: [
        ScheduleEntry(action: .powerOff, from: time(12 * 60 + 1), to: time(12 * 60 + 3))
      ], fallback: .color(blue)))

  private static func time(_ minutes: Int) -> TimeOfDay { TimeOfDay(seconds: minutes * 60) ?? .midnight }

  private func rig() throws -> PlayerRig {
    let rig = try PlayerRig(Self.schedule)
    try rig.plug()
    return rig
  }

  @Test func theScreenGoesDarkAndReturns() throws {
    let rig = try rig()
    #expect(try rig.color() == Self.blue)
    rig.advance(milliseconds: 59_000)
    #expect(try rig.color() == Self.blue)
    rig.advance(milliseconds: 2_000)
    #expect(try rig.color() == nil)
    #expect(rig.system.screens.first?.currentMode == nil)
    let firings = rig.backend.simulatedClock.firings
    rig.advance(milliseconds: 100_000)
    #expect(rig.backend.simulatedClock.firings == firings)
    rig.advance(milliseconds: 22_000)
    #expect(try rig.color() == Self.blue)
    #expect(rig.takeMessages() == [])
  }

  @Test func theUsersWordGoesBeforeIt() throws {
    let rig = try rig()
    let screen = try rig.system.find("HDMI-A-1")
    screen.setPower(false) { _ in }
    rig.advance(milliseconds: 240_000)
    #expect(try rig.color() == nil)
    screen.setPower(true) { _ in }
    rig.advance(milliseconds: 1_000)
    #expect(try rig.color() == Self.blue)
  }

  @Test func aRequestLightsIt() throws {
    let rig = try rig()
    rig.advance(milliseconds: 70_000)
    #expect(try rig.color() == nil)
    let answer = try rig.show(.color(.white))
    guard case .shown = answer else {
      Issue.record("it was not shown: \(String(describing: answer))")
      return
    }
    #expect(try rig.color() == .white)
    // The configured content is still dark.
    _ = try rig.show(nil)
    rig.advance(milliseconds: 1_000)
    #expect(try rig.color() == nil)
    rig.advance(milliseconds: 120_000)
    #expect(try rig.color() == Self.blue)
  }

  /// Turns the screen on in its off hours, until the schedule's next entry.
  private func turnOn(_ rig: PlayerRig) throws {
    let off = try #require(rig.resources.powerOff(by: Self.schedule))
    var answer: PictureOutcome?
    try rig.system.find("HDMI-A-1").choose({ $0.onUntil = off.until }) { answer = $0 }
    rig.advance(milliseconds: 1_000)
    guard case .shown = answer else {
      Issue.record("it was not shown: \(String(describing: answer))")
      return
    }
  }

  @Test func theNextEntryIsThatOfTheSchedule() throws {
    let rig = try rig()
    #expect(rig.resources.powerOff(by: Self.schedule) == nil)
    rig.advance(milliseconds: 70_000)
    let off = try #require(rig.resources.powerOff(by: Self.schedule))
    #expect(off.until.seconds % 86_400 == (12 * 60 + 3) * 60)
    #expect(off.isEnd && off.text == "12:03 (UTC)")
  }

  @Test(
    "turned on in its off hours it shows the rest of the schedule, after a short and a long time without its display too"
  )
  func turnedOn() throws {
    let rig = try rig()
    rig.advance(milliseconds: 70_000)
    #expect(try rig.color() == nil)
    try turnOn(rig)
    #expect(try rig.color() == Self.blue)
    for pause in [200, 5_000] as [UInt64] {
      try rig.perform(.unplug("HDMI-A-1"))
      rig.advance(milliseconds: pause)
      try rig.plug()
      rig.advance(milliseconds: 2_000)
      #expect(try rig.color() == Self.blue, "after \(pause) ms")
    }
    // The off hours of the next day count again.
    rig.advance(milliseconds: 120_000)
    #expect(try rig.color() == Self.blue)
    rig.advance(milliseconds: 86_400_000 - 120_000)
    #expect(try rig.color() == nil)
    #expect(rig.takeMessages() == [])
  }

  /// The moment at which the off hours around noon of Monday, 2026-01-05, end.
  private func end(_ entries: [ScheduleEntry], zone: String? = "UTC", _ rules: ZoneRules = .utc) throws -> String? {
    var resources = try PlayerRig(Self.schedule).resources
    resources.zoneRules = { _ in rules }
    let schedule = ScheduleDescription(zone: zone, entries: entries, fallback: .color(Self.blue))
    return resources.powerOff(by: .schedule(schedule)).map { "\($0.until)" }
  }

  @Test func offHoursOfSeveralDaysAreJoined() throws {
    let days = ScheduleEntry(action: .powerOff, weekdays: [.sunday, .monday, .tuesday])
    #expect(try end([days]) == "2026-01-07T00:00:00Z")
    let dates = ScheduleEntry(
      action: .powerOff, firstDay: CalendarDate("2026-01-01"), lastDay: CalendarDate("2026-01-09"))
    #expect(try end([dates], zone: "Asia/Tokyo", ZoneRules(first: 9 * 3600)) == "2026-01-09T15:00:00Z")
  }

  @Test(
    "the end of off hours has its time zone, and the day if that is not the present one there",
    arguments: [
      (0, 0, "13:00 (UTC+00:00)"), (570, 0, "22:30 (UTC+09:30)"), (-210, 0, "09:30 (UTC-03:30)"),
      (690, 0, "2026-01-06 00:30 (UTC+11:30)"), (0, 1, "2026-01-06 13:00 (UTC+00:00)"),
    ])
  func words(minutes: Int, days: Int64, text: String) {
    let span = PowerOffSpan(until: PlayerRig.start.advanced(by: (days * 24 + 1) * 3_600_000_000_000), isEnd: true)
    let off = ScheduledPowerOff(span, now: PlayerRig.start, zone: nil, ZoneRules(first: minutes * 60))
    #expect(off.text == text)
  }

  @Test func offEntriesThatFollowEachOtherAreJoined() throws {
    let morning = ScheduleEntry(action: .powerOff, from: Self.time(6 * 60), to: Self.time(13 * 60))
    let evening = ScheduleEntry(
      action: .powerOff, weekdays: [.monday], from: Self.time(13 * 60), to: Self.time(22 * 60))
    #expect(try end([morning, evening]) == "2026-01-05T22:00:00Z")
    let picture = ScheduleEntry(
      action: .show(.color(.white)), priority: 1, from: Self.time(18 * 60), to: Self.time(19 * 60))
    #expect(try end([morning, evening, picture]) == "2026-01-05T18:00:00Z")
    let later = ScheduleEntry(action: .powerOff, from: Self.time(13 * 60 + 1), to: Self.time(22 * 60))
    #expect(try end([morning, later]) == "2026-01-05T13:00:00Z")
  }

  @Test func turnedOnInOffHoursOfSeveralDaysItIsOnUntilTheyEnd() throws {
    let days = ScheduleEntry(action: .powerOff, weekdays: [.monday, .tuesday])
    let schedule = ContentDescription.schedule(
      ScheduleDescription(zone: "UTC", entries: [days], fallback: .color(Self.blue)))
    let rig = try PlayerRig(schedule)
    try rig.plug()
    #expect(try rig.color() == nil)
    let off = try #require(rig.resources.powerOff(by: schedule))
    try rig.system.find("HDMI-A-1").choose({ $0.onUntil = off.until }) { _ in }
    for hours in [1, 13, 20] as [UInt64] {
      rig.advance(milliseconds: hours * 3_600_000)
      #expect(try rig.color() == Self.blue, "after \(hours) more hours")
    }
  }

  @Test func offHoursWithoutAnEndAreSearchedForAYear() throws {
    let found = try #require(try end([ScheduleEntry(action: .powerOff)]))
    #expect(found.hasPrefix("2027-01-0"))
    let rig = try PlayerRig(Self.schedule)
    #expect(rig.resources.powerOff(by: .color(.white)) == nil)
  }

  @Test("on until a time before the next entry it is dark from then on")
  func onUntilATime() throws {
    let rig = try rig()
    rig.advance(milliseconds: 70_000)
    try rig.system.find("HDMI-A-1").choose({ $0.onUntil = PlayerRig.start.advanced(by: 120_000_000_000) }) { _ in }
    rig.advance(milliseconds: 49_000)
    #expect(try rig.color() == Self.blue)
    rig.advance(milliseconds: 2_000)
    #expect(try rig.color() == nil)
    rig.advance(milliseconds: 60_000)
    #expect(try rig.color() == Self.blue)
  }

  @Test("turning it off ends that, and so does showing another content, except for a time")
  func turnedOnUntilTheNextCall() throws {
    let rig = try rig()
    let screen = try rig.system.find("HDMI-A-1")
    rig.advance(milliseconds: 70_000)
    try turnOn(rig)
    screen.setPower(false) { _ in }
    rig.advance(milliseconds: 1_000)
    #expect(try rig.color() == nil)
    screen.setPower(true) { _ in }
    rig.advance(milliseconds: 1_000)
    #expect(try rig.color() == nil)
    try turnOn(rig)
    #expect(try rig.color() == Self.blue)
    try screen.show(.color(.white), for: 2_000_000_000) { _ in }
    rig.advance(milliseconds: 1_000)
    #expect(try rig.color() == .white)
    rig.advance(milliseconds: 2_000)
    #expect(try rig.color() == Self.blue)
    // A content that can never be shown does not end the dark time.
    _ = try rig.show(.image(ImageDescription(file: "/media/none.png")))
    rig.advance(milliseconds: 1_000)
    #expect(try rig.color() == Self.blue)
    _ = try rig.show(nil)
    rig.advance(milliseconds: 1_000)
    #expect(try rig.color() == nil)
  }

  @Test func aScheduleInAScheduleIsKeptOnToo() {
    let off = [ScheduleEntry(action: .powerOff)]
    let inner = ContentDescription.schedule(ScheduleDescription(entries: off, fallback: .color(.white)))
    let outer = ContentDescription.schedule(
      ScheduleDescription(entries: [ScheduleEntry(action: .show(inner))], fallback: inner))
    let kept = ContentDescription.schedule(
      ScheduleDescription(entries: off, fallback: .color(.white), onUntil: PlayerRig.start))
    #expect(
      outer.kept(onUntil: PlayerRig.start)
        == .schedule(ScheduleDescription(entries: [ScheduleEntry(action: .show(kept))], fallback: kept)))
    #expect(ContentDescription.color(.white).kept(onUntil: PlayerRig.start) == .color(.white))
  }

  /// Commits that have lit the screen.
  private func modesets(_ rig: PlayerRig) -> UInt64? { rig.backend.status["HDMI-A-1"]?.counters.modesets }

  @Test("plugged in while it is dark it is not lit for a moment, and then its mode comes with its picture")
  func pluggedInWhileItIsDarkItStaysSo() throws {
    let rig = try PlayerRig(Self.schedule)
    rig.advance(milliseconds: 70_000)
    try rig.plug()
    rig.advance(milliseconds: 5_000)
    #expect(try rig.color() == nil)
    #expect(modesets(rig) == 0)
    let screen = try rig.system.find("HDMI-A-1")
    #expect(screen.decision.winner?.mode.size == PixelSize(width: 64, height: 48))
    #expect(screen.decision.picture.shown == .dark(.schedule(app: "lobby", role: .externalDisplayNonInteractive)))
    #expect(rig.system.sessions.map(\.state) == [.background])
    _ = rig.takeFrames()
    rig.advance(milliseconds: 115_000)
    #expect(try rig.color() == Self.blue)
    #expect(modesets(rig) == 1)
    #expect(Set(rig.takeFrames().map(\.color)) == [Self.blue])
    #expect(rig.takeMessages() == [])
  }

  @Test("plugged in again at once or later while it is dark it is not lit either")
  func replugged() throws {
    let rig = try rig()
    rig.advance(milliseconds: 61_000)
    let before = modesets(rig)
    for pause in [200, 5_000] as [UInt64] {
      try rig.perform(.unplug("HDMI-A-1"))
      rig.advance(milliseconds: pause)
      try rig.plug()
      rig.advance(milliseconds: 2_000)
      #expect(try rig.color() == nil)
      #expect(modesets(rig) == before)
    }
    rig.advance(milliseconds: 110_000)
    #expect(try rig.color() == Self.blue)
  }

  @Test("content by hand lights a screen that was never lit, and impossible content does not")
  func shownBeforeItWasLit() throws {
    let rig = try PlayerRig(Self.schedule)
    rig.advance(milliseconds: 70_000)
    try rig.plug()
    let refused = try rig.show(.image(ImageDescription(file: "/media/none.png")))
    guard case .failed = refused else {
      Issue.record("it was not refused: \(String(describing: refused))")
      return
    }
    #expect(modesets(rig) == 0)
    #expect(try rig.color() == nil)
    guard case .shown = try rig.show(.color(.white)) else {
      Issue.record("it was not shown")
      return
    }
    #expect(try rig.color() == .white)
    #expect(modesets(rig) == 1)
  }

  @Test(
    "a folder that was not looked into yet is taken to hold something: its hours are not those of the entry below it")
  func unknownFolder() throws {
    let rig = try PlayerRig(
      .schedule(
        ScheduleDescription(
          zone: "UTC",
          entries: [
            ScheduleEntry(action: .show(.slideshow(SlideshowDescription(folder: "/menu"))), priority: 1),
            ScheduleEntry(action: .powerOff),
          ], fallback: .color(Self.blue))))
    rig.media.put("/menu/60.png", 60)
    rig.documents.nanoseconds = 2_000_000_000
    try rig.plug()
    #expect(modesets(rig) == 1)
    rig.advance(milliseconds: 10_000)
    #expect(modesets(rig) == 1)
    #expect(try rig.color() != nil)
  }

  @Test("while the clock is not known to be right no schedule keeps a screen dark")
  func clockIsNotRight() throws {
    let rig = try PlayerRig(Self.schedule)
    rig.clock.isRight = false
    rig.advance(milliseconds: 70_000)
    try rig.plug()
    #expect(try rig.color() == Self.blue)
  }

  @Test func explainGivesTheReason() throws {
    let rig = try rig()
    rig.advance(milliseconds: 70_000)
    let picture = try rig.system.find("HDMI-A-1").decision.picture
    #expect(picture.shown == .dark(.schedule(app: "lobby", role: .externalDisplayNonInteractive)))
    #expect(picture.reasons.last?.text == "lobby is in the foreground, and its schedule has switched the power off")
  }
}
