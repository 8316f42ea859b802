import RemoteGate
import Testing

@testable import RemoteServer

struct SessionBookTests {
  private var generator = SystemRandomNumberGenerator()

  @Test mutating func aTokenIsFoundAndKeptAsItsDigestOnly() {
    var book = SessionBook()
    let token = book.begin(.observe, talk: "t", now: 0, using: &generator)
    #expect(book.find(token, now: 1)?.role == .observe)
    #expect(book.records.map(\.digest) == [Digest(of: token).hexadecimal])
    #expect(book.find(book.records[0].digest, now: 1) == nil)
    #expect(book.find("", now: 1) == nil)
  }

  @Test mutating func itEndsAfterTwelveHours() {
    var book = SessionBook()
    let token = book.begin(.control, talk: nil, now: 0, using: &generator)
    #expect(book.find(token, now: 12 * 3600 - 1) != nil)
    #expect(book.find(token, now: 12 * 3600) == nil)
  }

  @Test mutating func itEndsWithItsTalk() {
    var book = SessionBook()
    let early = book.begin(.control, talk: nil, now: 0, using: &generator)
    var ended = [book.talkEnded(), book.goOn(with: "one"), book.goOn(with: "one")]
    #expect(ended.map(\.count) == [0, 0, 0])
    #expect(book.find(early, now: 1)?.talk == "one")
    ended = [book.goOn(with: "two")]
    #expect(ended.map(\.count) == [1])
    #expect(book.find(early, now: 1) == nil)
    let late = book.begin(.control, talk: "two", now: 0, using: &generator)
    ended = [book.talkEnded()]
    #expect(ended.map(\.count) == [1])
    #expect(book.find(late, now: 1) == nil)
  }

  @Test mutating func theOldestOfTooManyGoes() {
    var book = SessionBook()
    let first = book.begin(.control, talk: nil, now: 0, using: &generator)
    for _ in 0..<SessionBook.most { _ = book.begin(.observe, talk: nil, now: 0, using: &generator) }
    #expect(book.records.count == SessionBook.most)
    #expect(book.find(first, now: 1) == nil)
  }
}
