import ControlProtocol
import Testing

@testable import SpeakerView
@testable import marqueectl

/// Pictures by kitty's graphics protocol.
@Suite struct TerminalPicturesTests {
  private let place = PlacedPicture(page: 3, area: CellArea(column: 2, row: 2, width: 40, height: 12))

  private func reply(bytes: Int) -> TalkPictureReply {
    TalkPictureReply(page: 3, width: 400, height: 225, png: String(repeating: "A", count: bytes))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func aSilentTerminalGetsNoPictures() {
    var pictures = TerminalPictures(isConsole: false)
    #expect(text(pictures.query).contains("a=q") && text(pictures.query).contains("\u{1B}[c"))
    #expect(!pictures.usesKitty)
    pictures.add(reply(bytes: 10), for: SlidePicture(page: 3, part: .slide, width: 400, height: 240))
    let nothing = pictures.bytes(for: [place], hasErased: false)
    #expect(nothing.isEmpty)
    #expect(!text(TerminalPictures(isConsole: true).query).contains("_G"))
  }

  @Test func picturesAreAskedForShownOnceAndTakenAway() {
    var pictures = TerminalPictures(isConsole: false)
    let changes = [pictures.update(.kitty(works: true)), pictures.update(.cellSize(width: 10, height: 20))]
    #expect(changes == [true, true])
    let wanted = SlidePicture(page: 3, part: .slide, width: 400, height: 240)
    #expect(pictures.missing([place]) == [wanted])
    pictures.add(reply(bytes: 10_000), for: wanted)
    #expect(pictures.missing([place]).isEmpty && pictures.hasChanges)
    let shown = text(pictures.bytes(for: [place], hasErased: false))
    // 400x225 pixels are 40 columns and 12 rows of such cells.
    #expect(shown.hasPrefix("\u{1B}[3;3H\u{1B}_Ga=T,q=2,f=100,t=d,C=1,i=1,c=40,r=12,m=1;"))
    let pieces = shown.split(separator: "\u{1B}_G")
    #expect(
      pieces.dropFirst().map { $0.split(separator: ";").last?.filter { $0 == "A" }.count ?? 0 } == [4096, 4096, 1808])
    let again = pictures.bytes(for: [place], hasErased: false)
    #expect(again.isEmpty)
    let away = text(pictures.bytes(for: [], hasErased: false))
    #expect(away == "\u{1B}_Ga=d,d=I,i=1,q=2\u{1B}\\")
  }

  @Test func anotherDeckTakesThePicturesOfTheFormerAway() {
    var pictures = TerminalPictures(isConsole: false)
    _ = pictures.update(.kitty(works: true))
    pictures.setCell(width: 10, height: 20)
    let wanted = SlidePicture(page: 3, part: .slide, width: 400, height: 240)
    pictures.add(reply(bytes: 10), for: wanted)
    _ = pictures.bytes(for: [place], hasErased: false)
    pictures.removeAll()
    // The slide number at this place is the same, but it belongs to another deck.
    #expect(pictures.hasChanges && pictures.missing([place]) == [wanted])
    #expect(text(pictures.bytes(for: [place], hasErased: false)) == "\u{1B}_Ga=d,d=I,i=1,q=2\u{1B}\\")
    pictures.add(reply(bytes: 10), for: wanted)
    #expect(text(pictures.bytes(for: [place], hasErased: false)).contains("i=2,"))
  }

  @Test func atAnotherSizeAnotherPictureIsWanted() {
    var pictures = TerminalPictures(isConsole: false)
    _ = pictures.update(.kitty(works: true))
    pictures.setCell(width: 8, height: 16)
    #expect(pictures.missing([place]) == [SlidePicture(page: 3, part: .slide, width: 320, height: 192)])
    let huge = PlacedPicture(page: 1, area: CellArea(column: 0, row: 0, width: 900, height: 400))
    #expect(throws: Never.self) { try pictures.missing([huge]).first?.call.validate() }
  }
}
