import ControlProtocol
import TestKit
import Testing

@Suite struct MessageFramerTests {
  private func messages(_ framer: inout MessageFramer) throws -> [String] {
    var found: [String] = []
    while let message = try framer.next() { found.append(String(decoding: message, as: UTF8.self)) }
    return found
  }

  @Test func everySplitGivesTheSameMessages() throws {
    let stream = Array("{\"a\":1}\0{}\0\0longer one\0".utf8)
    for first in 0...stream.count {
      for second in first...stream.count {
        var framer = MessageFramer(limit: 100)
        var found: [String] = []
        for part in [stream[..<first], stream[first..<second], stream[second...]] {
          framer.append(part)
          found += try messages(&framer)
        }
        #expect(found == ["{\"a\":1}", "{}", "", "longer one"], "split at \(first) and \(second)")
        #expect(framer.bufferedBytes == 0)
      }
    }
  }

  @Test func byteByByteGivesTheSameMessages() throws {
    var framer = MessageFramer(limit: 5)
    var found: [String] = []
    for byte in Array("one\0two\0\0three\0".utf8) {
      framer.append([byte])
      found += try messages(&framer)
    }
    #expect(found == ["one", "two", "", "three"])
  }

  @Test func aMessageOfExactlyTheLimitPasses() throws {
    var framer = MessageFramer(limit: 4)
    framer.append(Array("four\0".utf8)[...])
    #expect(try messages(&framer) == ["four"])
  }

  @Test func aMessageOverTheLimitFailsBeforeItsEndHasCome() {
    var framer = MessageFramer(limit: 4)
    framer.append(Array("fives".utf8)[...])
    #expect(throws: FramingError.tooLong(limit: 4)) { try framer.next() }
    #expect(framer.bufferedBytes == 0)
  }

  @Test func aWholeMessageOverTheLimitFailsToo() {
    var framer = MessageFramer(limit: 4)
    framer.append(Array("fives\0ok\0".utf8)[...])
    #expect(throws: FramingError.tooLong(limit: 4)) { try framer.next() }
  }

  @Test func nothingIsReadAfterAnError() {
    var framer = MessageFramer(limit: 4)
    framer.append(Array("too long".utf8)[...])
    #expect(throws: FramingError.self) { try framer.next() }
    framer.append(Array("\0ok\0".utf8)[...])
    #expect(framer.bufferedBytes == 0)
    #expect(throws: FramingError.self) { try framer.next() }
  }

  @Test func messagesBeforeTheLongOneAreGivenOut() throws {
    var framer = MessageFramer(limit: 4)
    framer.append(Array("ok\0too long".utf8)[...])
    #expect(try framer.next() == Array("ok".utf8))
    #expect(throws: FramingError.self) { try framer.next() }
  }

  @Test func returnedMessagesAreNotKept() throws {
    var framer = MessageFramer(limit: 1000)
    let message = [UInt8](repeating: 1, count: 999) + [0]
    for _ in 0..<1000 {
      // Half a message is always left over.
      framer.append(message[..<500])
      _ = try framer.next()
      framer.append(message[500...])
      #expect(try framer.next()?.count == 999)
      #expect(framer.bufferedBytes == 0)
    }
  }

  @Test func rubbishIsCutAtItsZeros() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let rubbish = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        UInt8.random(in: 0...7, using: &generator)
      }
      var framer = MessageFramer(limit: 1000)
      var rest = rubbish[...]
      var found: [[UInt8]] = []
      while !rest.isEmpty {
        let part = rest.prefix(Int.random(in: 1...20, using: &generator))
        rest = rest.dropFirst(part.count)
        framer.append(part)
        while let message = try framer.next() { found.append(message) }
      }
      let expected = rubbish.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init)
      #expect(found == expected)
    }
  }
}
