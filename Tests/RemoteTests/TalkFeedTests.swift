import ControlProtocol
import Foundation
import Testing

@testable import marquee_remote

struct TalkFeedTests {
  private func text(_ event: [UInt8]?) -> String { String(decoding: event ?? [], as: UTF8.self) }

  @Test func slowReadersGetOnlyTheNewestState() async {
    let feed = TalkFeed()
    feed.update(DaemonSample.talk(page: 1))
    let events = feed.subscribe(session: "a", role: .control)
    for page in 2...9 { feed.update(DaemonSample.talk(page: page)) }
    let newest = text(events?.next())
    #expect(
      newest.hasPrefix("retry: 1000\nevent: hello\ndata: {\"role\":\"control\"}\n\n") && newest.contains("\"page\":9"))
    feed.update(DaemonSample.talk(page: 10))
    let next = text(events?.next())
    #expect(next.contains("\"page\":10"))
  }

  /// It may be an address with a code for control.
  @Test func codesAreNotSent() async {
    let feed = TalkFeed()
    var talk = DaemonSample.talk(page: 1)
    talk.code = "http://192.168.1.5/p/SECRET"
    feed.update(talk)
    let events = feed.subscribe(session: "a", role: .control)
    let first = text(events?.next())
    #expect(first.contains("\"code\":true") && !first.contains("SECRET"))
  }

  @Test func thePresentStateComesFirst() async {
    let feed = TalkFeed()
    feed.update(DaemonSample.talk(page: 4))
    let events = feed.subscribe(session: "a", role: .control)
    let first = text(events?.next())
    #expect(
      first.hasPrefix("retry: 1000\nevent: hello\ndata: {\"role\":\"control\"}\n\n") && first.contains("\"page\":4")
        && first.hasSuffix("\n\n"))
  }

  @Test func anEndedSessionGetsNoMoreStates() async {
    let feed = TalkFeed()
    let gone = feed.subscribe(session: "a", role: .control)
    let stays = feed.subscribe(session: "b", role: .control)
    feed.close(sessions: ["a"])
    _ = gone?.next()
    #expect(gone?.next() == nil)
    #expect(feed.count == 1 && stays != nil)
  }

  @Test func soManyAndNoMore() {
    let feed = TalkFeed()
    let streams = (0..<StreamListeners.most).map { feed.subscribe(session: "\($0)", role: .control) }
    #expect(streams.allSatisfy { $0 != nil } && feed.subscribe(session: "a", role: .control) == nil)
  }

  @Test func theTalkStaysWhileTheDaemonIsAway() {
    let feed = TalkFeed()
    feed.update(DaemonSample.talk(page: 4))
    feed.setTrouble(\.connection, "gone")
    #expect(feed.talk?.page == 4 && feed.trouble == "gone")
  }

  @Test func aDeckThatIsAnotherFileHasOtherPictures() {
    let feed = TalkFeed()
    func sendTalk(_ version: String?, page: Int) {
      var talk = DaemonSample.talk(page: page)
      talk.deckVersion = version
      feed.update(talk)
    }
    sendTalk("a", page: 1)
    let before = feed.pictures
    sendTalk("a", page: 2)
    #expect(feed.pictures == before)
    // As after a restart of the daemon, until it has read the deck again.
    sendTalk(nil, page: 2)
    sendTalk("a", page: 2)
    #expect(feed.pictures == before)
    sendTalk("b", page: 2)
    #expect(feed.pictures != before)
  }

  @Test func theTimerContinuesFromTheDaemonsTime() {
    let state = PageState(
      version: 1, daemonTrouble: nil, talk: DaemonSample.talk(page: 1, running: true, elapsed: 500, at: 1_000_000_000),
      generation: 0, role: .control,
      now: 3_000_000_000)
    #expect(state.talk?.timer?.elapsed == 2500)
    let paused = PageState(
      version: 1, daemonTrouble: nil, talk: DaemonSample.talk(page: 1, running: false, elapsed: 500, at: 1_000_000_000),
      generation: 0, role: .control,
      now: 3_000_000_000)
    #expect(paused.talk?.timer?.elapsed == 500)
  }

  /// The same state is the same bytes.
  @Test func theKeysOfAnEventStandInOrder() {
    let state = PageState(
      version: 1, daemonTrouble: nil, talk: DaemonSample.talk(page: 1), generation: 0, role: .observe, now: 0)
    let event = String(decoding: state.event(), as: UTF8.self)
    let keys = ["\"code\"", "\"cover\"", "\"frozen\"", "\"identifier\"", "\"page\"", "\"pages\"", "\"pictures\""]
    let places = keys.compactMap { event.range(of: $0)?.lowerBound }
    #expect(places.count == keys.count && places == places.sorted())
  }

  @Test func theOldestStreamOfAPairingGivesWay() async {
    let feed = TalkFeed()
    let streams = (0..<StreamListeners.mostOfSession).compactMap { _ in
      feed.subscribe(session: "a", role: .control)
    }
    let newest = feed.subscribe(session: "a", role: .control)
    #expect(newest != nil && feed.count == StreamListeners.mostOfSession)
    _ = streams[0].next()
    #expect(streams[0].next() == nil)
  }

  /// Browsers keep pictures by their place, and the deck may be another by then.
  @Test func picturesAreElsewhereAfterARestart() {
    let hubs = (0..<2).map { _ in TalkFeed() }
    for feed in hubs { feed.update(DaemonSample.talk(page: 1)) }
    #expect(hubs[0].pictures != hubs[1].pictures)
  }

  @Test func onlyControllersGetTheVideosOfTheSlide() throws {
    var talk = DaemonSample.talk(page: 5)
    talk.videos = [
      TalkVideo(file: "clip.mp4", playing: false, startsWithSlide: false, x: 0.5, y: 0, width: 0.5, height: 1)
    ]
    func videos(_ role: RemoteRole) -> [TalkVideo]? {
      PageState(version: 1, daemonTrouble: nil, talk: talk, generation: 0, role: role, now: 0).talk?.videos
    }
    #expect(try #require(videos(.control)).map(\.file) == ["clip.mp4"])
    #expect(videos(.observe) == nil)
  }

  @Test func anObserverGetsOnlyTheDisplayedState() {
    func seen(_ talk: TalkInfo) -> PageState.TalkState? {
      PageState(version: 1, daemonTrouble: nil, talk: talk, generation: 0, role: .observe, now: 0).talk
    }
    var talk = DaemonSample.talk(page: 5, shownPage: 3, trouble: "The deck is gone.", running: true)
    talk.pointer = TalkPointer(kind: .pointer, x: 0, y: 0)
    let frozen = seen(talk)
    #expect(frozen?.page == 3 && frozen?.shownPage == 3)
    #expect(frozen?.timer == nil && frozen?.trouble == nil && frozen?.screens.isEmpty == true)
    talk.cover = .black
    #expect(seen(talk)?.page == 0 && seen(talk)?.shownPage == 0 && seen(talk)?.pointer == nil)
    #expect(seen(DaemonSample.talk(page: 5, state: .waiting))?.page == 0)
  }
}
