import ControlProtocol
import Foundation
import Testing

@testable import RemoteServer

struct TalkHubTests {
  private func text(_ event: [UInt8]?) -> String { String(decoding: event ?? [], as: UTF8.self) }

  @Test func whoReadsSlowlyGetsTheNewestOnly() async {
    let hub = TalkHub()
    hub.tell(Sample.talk(page: 1))
    var events = hub.listen(session: "a", greeting: Array("hello".utf8))?.makeAsyncIterator()
    for page in 2...9 { hub.tell(Sample.talk(page: page)) }
    let newest = text(await events?.next(isolation: #isolation))
    #expect(newest.hasPrefix("hello") && newest.contains("\"page\":9"))
    hub.tell(Sample.talk(page: 10))
    #expect(text(await events?.next(isolation: #isolation)).contains("\"page\":10"))
  }

  /// It may be an address that lets somebody in.
  @Test func whatACodeSaysIsNotTold() async {
    let hub = TalkHub()
    var talk = Sample.talk(page: 1)
    talk.code = "http://192.168.1.5/p/SECRET"
    hub.tell(talk)
    var events = hub.listen(session: "a", greeting: [])?.makeAsyncIterator()
    let first = text(await events?.next(isolation: #isolation))
    #expect(first.contains("\"code\":true") && !first.contains("SECRET"))
  }

  @Test func thePresentStateComesFirst() async {
    let hub = TalkHub()
    hub.tell(Sample.talk(page: 4))
    var events = hub.listen(session: "a", greeting: Array("hello".utf8))?.makeAsyncIterator()
    let first = text(await events?.next(isolation: #isolation))
    #expect(first.hasPrefix("hello") && first.contains("\"page\":4") && first.hasSuffix("\n\n"))
  }

  @Test func aSessionThatEndsHearsNothingMore() async {
    let hub = TalkHub()
    var gone = hub.listen(session: "a", greeting: [])?.makeAsyncIterator()
    let stays = hub.listen(session: "b", greeting: [])
    hub.dismiss(sessions: ["a"])
    _ = await gone?.next(isolation: #isolation)
    #expect(await gone?.next(isolation: #isolation) == nil)
    #expect(hub.count == 1 && stays != nil)
  }

  @Test func soManyAndNoMore() {
    let hub = TalkHub()
    let streams = (0..<TalkHub.most).map { _ in hub.listen(session: "a", greeting: []) }
    #expect(streams.allSatisfy { $0 != nil } && hub.listen(session: "a", greeting: []) == nil)
  }

  @Test func theTalkStaysWhileTheDaemonIsAway() {
    let hub = TalkHub()
    hub.tell(Sample.talk(page: 4))
    hub.lose("gone")
    #expect(hub.talk?.page == 4 && hub.trouble == "gone")
  }

  @Test func aDeckThatWasReadAnewHasOtherPictures() {
    let hub = TalkHub()
    hub.tell(Sample.talk(page: 1))
    let before = hub.pictures
    hub.tell(Sample.talk(page: 2))
    #expect(hub.pictures == before)
    hub.tell(Sample.talk(page: 2, trouble: "the deck is gone"))
    #expect(hub.pictures == before)
    hub.tell(Sample.talk(page: 2))
    #expect(hub.pictures != before)
  }

  @Test func theTimerGoesOnFromWhatTheDaemonSaid() {
    let state = PageState(
      version: 1, daemonTrouble: nil, talk: Sample.talk(page: 1, running: true, elapsed: 500, at: 1_000_000_000),
      generation: 0,
      now: 3_000_000_000)
    #expect(state.talk?.timer.elapsed == 2500)
    let paused = PageState(
      version: 1, daemonTrouble: nil, talk: Sample.talk(page: 1, running: false, elapsed: 500, at: 1_000_000_000),
      generation: 0,
      now: 3_000_000_000)
    #expect(paused.talk?.timer.elapsed == 500)
  }
}
