import DisplayTypes
import Testing

@testable import ContentModel

@Suite struct PlaylistTests {
  private let start = Sample.utc("2026-11-21", "12:00")

  private func at(_ milliseconds: Int64) -> WallTime { start.advanced(by: milliseconds * 1_000_000) }

  private func shown(
    _ playlist: PlaylistDescription, at milliseconds: Int64, context: TimelineContext = Sample.context
  ) -> String {
    Sample.shown(Timeline.moment(of: .playlist(playlist), at: at(milliseconds), in: context))
  }

  @Test func itemsFollowEachOtherForTheirTimesRoundAfterRound() {
    let playlist = PlaylistDescription(
      items: [Sample.item("a", 2000), Sample.item("b"), Sample.item("c", 500)], itemMilliseconds: 1000, start: start)
    let rounds = (0..<14).map { shown(playlist, at: Int64($0) * 500) }
    #expect(rounds == ["a", "a", "a", "a", "b", "b", "c", "a", "a", "a", "a", "b", "b", "c"])
  }

  @Test func aMomentHasItsBoundsNameAndTransition() {
    let slide = TransitionDescription(.slide)
    let playlist = PlaylistDescription(
      items: [
        Sample.item("a", 2000),
        PlaylistItem(content: Sample.image("b"), name: "offer", milliseconds: 1000, transition: slide),
      ],
      start: start, transition: TransitionDescription(.crossfade))
    let moment = Timeline.moment(of: .playlist(playlist), at: at(2500), in: Sample.context)
    #expect(moment.item == "offer")
    #expect(moment.turn == at(2000))
    #expect(moment.since == at(2000))
    #expect(moment.until == at(3000))
    #expect(moment.transition == slide)
    let next = Timeline.moment(of: .playlist(playlist), at: at(3000), in: Sample.context)
    #expect(next.item == "a")
    #expect(next.transition.kind == .crossfade)
  }

  /// An item with hours in the middle: 17:00 to 22:00 of Saturdays.
  private var evenings: PlaylistDescription {
    var saturday = Sample.item("b", 1000)
    (saturday.weekdays, saturday.from, saturday.to) = ([.saturday], Sample.time("17:00"), Sample.time("22:00"))
    return PlaylistDescription(items: [Sample.item("a", 1000), saturday, Sample.item("c", 1000)])
  }

  @Test func outsideOfTheHoursOfAnItemTheNextItemIsShown() {
    func shown(_ day: String, _ time: String) -> [String] {
      let start = Sample.utc(day, time)
      return (0..<3).map {
        let time = start.advanced(by: Int64($0) * 1_000_000_000)
        return Sample.shown(Timeline.moment(of: .playlist(evenings), at: time, in: Sample.context))
      }
    }
    // 2026-11-28 is a Saturday.
    #expect(shown("2026-11-28", "16:59") == ["a", "c", "c"])
    #expect(shown("2026-11-28", "17:00") == ["a", "b", "c"])
    #expect(shown("2026-11-28", "22:00") == ["a", "c", "c"])
    #expect(shown("2026-11-29", "18:00") == ["a", "c", "c"])
  }

  @Test func aMomentEndsWithTheHoursOfItsItem() {
    var evening = Sample.item("a")
    (evening.from, evening.to) = (Sample.time("17:00"), Sample.time("22:00"))
    let playlist = PlaylistDescription(items: [evening], itemMilliseconds: 7 * 3_600_000)
    func moment(_ time: String) -> TimelineMoment {
      Timeline.moment(of: .playlist(playlist), at: Sample.utc("2026-11-28", time), in: Sample.context)
    }
    #expect(Sample.shown(moment("21:59")) == "a" && moment("21:59").until == Sample.utc("2026-11-28", "22:00"))
    #expect(Sample.shown(moment("22:01")) == "nothing: ")
    let next = moment("22:01").until
    #expect(next.map { $0 <= Sample.utc("2026-11-29", "17:00") } == true)
  }

  @Test func anItemWithHoursWaitsForTheRightTime() {
    var context = Sample.context
    context.isClockRight = false
    let moment = Timeline.moment(
      of: .playlist(evenings), at: Sample.utc("2026-11-28", "17:00").advanced(by: 1_000_000_000), in: context)
    #expect(Sample.shown(moment) == "c")
    #expect(ContentNeeds(of: .playlist(evenings)).rightClock)
    #expect(!ContentNeeds(of: .playlist(PlaylistDescription(items: [Sample.item("a")]))).rightClock)
  }

  @Test func beforeItsStartTheFirstItemIsShown() {
    let playlist = PlaylistDescription(
      items: [Sample.item("a"), Sample.item("b")], itemMilliseconds: 1000, start: start)
    let moment = Timeline.moment(of: .playlist(playlist), at: at(-86_400_000), in: Sample.context)
    #expect(Sample.shown(moment) == "a")
    #expect(moment.since == nil)
    #expect(moment.until == at(1000))
  }

  @Test func withoutAStartItIsAsIfItBeganIn1970() {
    let playlist = PlaylistDescription(items: [Sample.item("a"), Sample.item("b")], itemMilliseconds: 1000)
    func at(_ seconds: Int64) -> String {
      Sample.shown(Timeline.moment(of: .playlist(playlist), at: WallTime(seconds: seconds), in: Sample.context))
    }
    #expect(at(1_800_000_000) == "a")
    #expect(at(1_800_000_001) == "b")
  }

  @Test func afterTheLastRoundTheLastItemStays() {
    let playlist = PlaylistDescription(
      items: [Sample.item("a"), Sample.item("b")], itemMilliseconds: 1000, repeats: .times(2), start: start)
    #expect((0..<6).map { shown(playlist, at: Int64($0) * 1000) } == ["a", "b", "a", "b", "b", "b"])
    let moment = Timeline.moment(of: .playlist(playlist), at: at(3500), in: Sample.context)
    #expect(moment.since == at(3000))
    #expect(moment.until == nil)
  }

  @Test func aPlaylistInAPlaylistPlaysFromItsBeginningAndHasALengthOfItsOwn() {
    let inner = PlaylistDescription(items: [Sample.item("x", 300), Sample.item("y", 200)], repeats: .times(2))
    let playlist = PlaylistDescription(
      items: [Sample.item("a", 700), PlaylistItem(content: .playlist(inner), name: "inner")], start: start)
    #expect(shown(playlist, at: 650) == "a")
    let times: [Int64] = [700, 999, 1000, 1199, 1200, 1500, 1699, 1700]
    #expect(times.map { shown(playlist, at: $0) } == ["x", "x", "y", "y", "x", "y", "y", "a"])
    let moment = Timeline.moment(of: .playlist(playlist), at: at(1550), in: Sample.context)
    #expect(moment.item == "inner/y")
    #expect(moment.turn == at(1500))
    #expect(moment.until == at(1700))
  }

  @Test func anItemsTimeCutsLongerContent() {
    let inner = PlaylistDescription(items: [Sample.item("x", 300), Sample.item("y", 300)])
    let playlist = PlaylistDescription(
      items: [PlaylistItem(content: .playlist(inner), milliseconds: 400), Sample.item("a", 100)], start: start)
    #expect([299, 300, 399, 400, 500].map { shown(playlist, at: $0) } == ["x", "y", "y", "a", "x"])
  }

  @Test func aBrokenItemsSlotIsFilledByTheNextAndNoSlotMoves() {
    let playlist = PlaylistDescription(
      items: ["a", "b", "c", "d"].map { Sample.item($0) }, itemMilliseconds: 1000, start: start)
    var context = Sample.context
    context.troubles = ["/media/b": "b is missing", "/media/d": "d is broken"]
    #expect(
      (0..<8).map { shown(playlist, at: Int64($0) * 1000, context: context) } == [
        "a", "c", "c", "a", "a", "c", "c", "a",
      ])
    let moment = Timeline.moment(of: .playlist(playlist), at: at(3100), in: context)
    #expect(moment.skipped == ["d is broken"])
    #expect(moment.until == at(4000))
    context.troubles = [:]
    #expect(shown(playlist, at: 1000, context: context) == "b")
  }

  @Test func withoutPlayableItemsItGivesTheReasonAndDoesNotWait() {
    let playlist = PlaylistDescription(items: [Sample.item("a"), Sample.item("b")], isShuffled: true, start: start)
    var context = Sample.context
    context.troubles = ["/media/a": "no a", "/media/b": "no b"]
    let moment = Timeline.moment(of: .playlist(playlist), at: at(100), in: context)
    #expect(moment == TimelineMoment(leaf: .nothing(["no a", "no b"])))
  }

  @Test func aScheduleWithoutADueEntryIsSkippedUntilItHasOne() {
    let schedule = ScheduleDescription(
      entries: [
        ScheduleEntry(action: .show(Sample.image("ok")), from: Sample.time("12:00:05"), to: Sample.time("13:00"))
      ],
      fallback: Sample.image("broken"))
    let playlist = PlaylistDescription(
      items: [PlaylistItem(content: .schedule(schedule)), Sample.item("a")], start: start)
    var context = Sample.context
    context.troubles = ["/media/broken": "it is broken"]
    let moment = Timeline.moment(of: .playlist(playlist), at: at(1000), in: context)
    #expect(Sample.shown(moment) == "a")
    #expect(moment.until == at(5000))
    #expect(shown(playlist, at: 5000, context: context) == "ok")
  }

  @Test func aShuffledPlaylistInAnotherIsAnotherOneInEachTurn() {
    let inner = PlaylistDescription(
      items: (0..<5).map { Sample.item("\($0)") }, itemMilliseconds: 1000, isShuffled: true)
    let playlist = PlaylistDescription(items: [PlaylistItem(content: .playlist(inner))], start: start)
    let turns = (0..<40).map { turn in (0..<5).map { shown(playlist, at: Int64(turn * 5 + $0) * 1000) } }
    #expect(Set(turns).count > 25)
    let all = turns.flatMap(\.self)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test func aDecksPagesTurnAndAreItsLength() {
    let deck = DeckDescription(
      file: "menu.pdf", page: 2, pageMilliseconds: 100, transition: TransitionDescription(.push))
    let playlist = PlaylistDescription(
      items: [PlaylistItem(content: .deck(deck)), Sample.item("a", 200)], start: start)
    var context = Sample.context
    context.pageCounts = ["menu.pdf": 3]
    #expect(
      (0..<6).map { shown(playlist, at: Int64($0) * 100, context: context) }
        == ["menu.pdf 2", "menu.pdf 3", "menu.pdf 1", "a", "a", "menu.pdf 2"])
    let moment = Timeline.moment(of: .playlist(playlist), at: at(150), in: context)
    #expect(moment.item == "menu.pdf/3")
    #expect(moment.transition.kind == .push)
    context.pageCounts = [:]
    #expect(shown(playlist, at: 9000, context: context) == "menu.pdf 2")
  }

  @Test func onPortraitTheOtherFilesArePlayedUnderTheSameNames() {
    let deck = DeckDescription(file: "wide.pdf", pageMilliseconds: 1000, start: start, portraitFile: "high.pdf")
    let image = ImageDescription(file: "/media/wide.png", portraitFile: "/media/high.png")
    let playlist = PlaylistDescription(
      items: [PlaylistItem(content: .deck(deck)), PlaylistItem(content: .image(image))], start: start)
    var context = Sample.context
    context.pageCounts = ["wide.pdf": 2, "high.pdf": 2]
    context.troubles = ["/media/wide.png": "it is gone"]
    context.isPortrait = true
    #expect(
      (0..<3).map { shown(playlist, at: $0 * 1000, context: context) } == ["high.pdf 1", "high.pdf 2", "high.png"])
    #expect(Timeline.moment(of: .playlist(playlist), at: at(2000), in: context).item == "wide.png")
    context.isPortrait = false
    #expect(shown(playlist, at: 2000, context: context) == "wide.pdf 1")
  }

  @Test func aDeckStaysWithinItsPages() {
    var context = Sample.context
    context.pageCounts = ["menu.pdf": 3]
    let deck = DeckDescription(file: "menu.pdf", page: 500)
    #expect(Sample.shown(Timeline.moment(of: .deck(deck), at: start, in: context)) == "menu.pdf 3")
  }

  @Test func aDeckThatTurnsByItselfBeginsWithItsPageAtItsStart() {
    var context = Sample.context
    context.pageCounts = ["menu.pdf": 3]
    let deck = DeckDescription(file: "menu.pdf", page: 3, pageMilliseconds: 1000, start: start)
    #expect(
      [-5000, 0, 1000, 2000, 3000].map { Sample.shown(Timeline.moment(of: .deck(deck), at: at($0), in: context)) }
        == ["menu.pdf 3", "menu.pdf 3", "menu.pdf 1", "menu.pdf 2", "menu.pdf 3"])
  }

  @Test func theLongestPlaylistIsAnswered() {
    let week = PlaylistDescription.longestItemMilliseconds
    let inner = PlaylistDescription(
      items: (0..<PlaylistDescription.mostItems).map { Sample.item("\($0)", week) }, repeats: .times(.max))
    let playlist = PlaylistDescription(
      items: (0..<PlaylistDescription.mostItems).map { _ in PlaylistItem(content: .playlist(inner)) })
    #expect(
      Sample.shown(Timeline.moment(of: .playlist(playlist), at: WallTime(seconds: 86_400 * 8), in: Sample.context))
        == "1")
  }
}
