import TestKit
import Testing

@testable import SpeakerView

@Suite struct InputDecoderTests {
  private func decode(_ text: String) -> [TerminalInput] {
    var decoder = InputDecoder()
    return decoder.decode(Array(text.utf8))
  }

  @Test(arguments: [
    ("a", TerminalKey.character("a")), (" ", .character(" ")), ("é", .character("é")), ("語", .character("語")),
    ("\r", .enter),
    ("\t", .tab), ("\u{7F}", .backspace), ("\u{08}", .backspace), ("\u{03}", .control("c")), ("\u{1B}[A", .up),
    ("\u{1B}OB", .down), ("\u{1B}[1;5C", .right), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[H", .home),
    ("\u{1B}[4~", .end), ("\u{1B}[3~", .delete), ("\u{1B}OP", .function(1)), ("\u{1B}[[A", .function(1)),
    ("\u{1B}[11~", .function(1)), ("\u{1B}[15~", .function(5)), ("\u{1B}[24~", .function(12)),
  ])
  func keysAreKnown(bytes: String, key: TerminalKey) {
    #expect(decode(bytes) == [.key(key)])
  }

  @Test func piecesOfASequenceAreWaitedFor() {
    let whole = Array("\u{1B}[1;5Cé\u{1B}[<0;10;5M\u{1B}_Gi=31;OK\u{1B}\\".utf8)
    for cut in 1..<whole.count {
      var decoder = InputDecoder()
      let inputs = decoder.decode(whole[..<cut]) + decoder.decode(whole[cut...])
      #expect(
        inputs == [
          .key(.right), .key(.character("é")), .mouse(column: 9, row: 4), .reply(.kitty(works: true)),
        ], "cut at \(cut)")
      #expect(!decoder.isWaiting)
    }
  }

  @Test func anEscapeThatNothingFollowsIsTheKey() {
    var decoder = InputDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.key(.escape)])
    #expect(!decoder.isWaiting)
  }

  @Test(arguments: [
    ("\u{1B}[?62;4;22c", TerminalReply.attributes), ("\u{1B}[1;2R", .cursor(row: 1, column: 2)),
    ("\u{1B}[6;20;10t", .cellSize(width: 10, height: 20)), ("\u{1B}_Gi=31;ENOENT:x\u{1B}\\", .kitty(works: false)),
  ])
  func answersAreKnown(bytes: String, reply: TerminalReply) {
    var decoder = InputDecoder()
    decoder.expectCursor()
    #expect(decoder.decode(Array(bytes.utf8)) == [.reply(reply)])
  }

  @Test func f3WithCtrlIsNoAnswer() {
    var decoder = InputDecoder()
    #expect(decoder.decode(Array("\u{1B}[1;5R".utf8)) == [.key(.function(3))])
    decoder.expectCursor()
    let answers = decoder.decode(Array("\u{1B}[1;2R\u{1B}[?62c\u{1B}[1;5R".utf8))
    #expect(answers == [.reply(.cursor(row: 1, column: 2)), .reply(.attributes), .key(.function(3))])
    // A terminal that never reports its cursor reports its name.
    decoder.expectCursor()
    #expect(decoder.decode(Array("\u{1B}[?62c\u{1B}[1;5R".utf8)).last == .key(.function(3)))
  }

  @Test func theWheelAndTheMouseAreKnown() {
    #expect(decode("\u{1B}[<64;1;1M\u{1B}[<65;1;1M") == [.wheel(-1), .wheel(1)])
    #expect(decode("\u{1B}[<35;3;2M") == [.mouse(column: 2, row: 1)])
  }

  @Test(arguments: ["\u{1B}]0;x\u{07}", "\u{1B}P1$r\u{1B}\\", "\u{1B}[>0;1;2c", "\u{1B}[99~", "\u{1B}[200~"])
  func otherSequencesAreSkipped(bytes: String) {
    #expect(decode(bytes + "a") == [.key(.character("a"))])
  }

  @Test func anyBytesAreTaken() {
    var generator = SeededGenerator(exactly: 5)
    for _ in 0..<200 {
      var decoder = InputDecoder()
      let bytes = (0..<200).map { _ in
        [0x1B, 0x5B, 0x4F, 0x3B, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator) ?? 0
      }
      for piece in bytes { _ = decoder.decode([piece]) }
      for _ in 0..<300 where decoder.isWaiting { _ = decoder.flush() }
      #expect(!decoder.isWaiting)
    }
  }

  @Test func nothingIsKeptForEver() {
    var decoder = InputDecoder()
    _ = decoder.decode(Array("\u{1B}_".utf8) + Array(repeating: 0x41, count: 5000))
    #expect(!decoder.isWaiting)
  }
}
