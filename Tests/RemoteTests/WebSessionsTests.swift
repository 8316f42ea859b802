import Testing

@testable import marquee_remote

struct WebSessionsTests {
  @Test func aTokenIsFoundAndKeptAsItsDigestOnly() {
    var book = WebSessions()
    let token = book.begin(.observe, talk: "t", now: 0)
    #expect(book.find(token, now: 1)?.role == .observe)
    #expect(book.records.map(\.digest) == [Digest(of: token).hexadecimal])
    #expect(book.find(book.records[0].digest, now: 1) == nil)
    #expect(book.find("", now: 1) == nil)
  }

  @Test func itEndsAfterTwelveHours() {
    var book = WebSessions()
    let token = book.begin(.control, talk: nil, now: 0)
    #expect(book.find(token, now: 12 * 3600 - 1) != nil)
    #expect(book.find(token, now: 12 * 3600) == nil)
  }

  @Test func itEndsWithItsTalk() {
    var book = WebSessions()
    let early = book.begin(.control, talk: nil, now: 0)
    var ended = [book.talkEnded(), book.goOn(with: "one"), book.goOn(with: "one")]
    #expect(ended.map(\.count) == [0, 0, 0])
    #expect(book.find(early, now: 1)?.talk == "one")
    ended = [book.goOn(with: "two")]
    #expect(ended.map(\.count) == [1])
    #expect(book.find(early, now: 1) == nil)
    let late = book.begin(.control, talk: "two", now: 0)
    ended = [book.talkEnded()]
    #expect(ended.map(\.count) == [1])
    #expect(book.find(late, now: 1) == nil)
  }

  /// It may be the only session that can admit others.
  @Test func theFirstDeviceStaysPairedForGood() {
    var book = WebSessions()
    let first = book.begin(.control, for: .screens, talk: nil, lasts: true, now: 0)
    let digest = Digest(of: first).hexadecimal
    for _ in 0..<WebSessions.most { _ = book.begin(.observe, talk: nil, now: 0) }
    #expect(book.records.count == WebSessions.most)
    #expect(book.find(first, now: WebSessions.lastingLifetime - 1) != nil)
    let renewals = [86399.0, 86400, 86401, WebSessions.lastingLifetime].map { book.renew(digest, now: $0) }
    #expect(renewals == [false, true, false, true])
    #expect(book.find(first, now: WebSessions.lastingLifetime * 2 - 1) != nil)
    let other = book.begin(.control, for: .screens, talk: nil, now: 0)
    #expect(book.renew(Digest(of: other).hexadecimal, now: 86401) == false)
  }

  @Test func theOldestOfTooManyGoes() {
    var book = WebSessions()
    let first = book.begin(.control, talk: nil, now: 0)
    for _ in 0..<WebSessions.most { _ = book.begin(.observe, talk: nil, now: 0) }
    #expect(book.records.count == WebSessions.most)
    #expect(book.find(first, now: 1) == nil)
  }
}
