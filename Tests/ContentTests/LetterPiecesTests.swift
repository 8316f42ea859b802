import Composition
import DisplayTypes
import Testing

@testable import Content

@Suite struct LetterPiecesTests {
  /// A picture from lines of text: each character except a blank has ink.
  private func bitmap(_ lines: [String]) throws -> Bitmap {
    let width = lines.map(\.utf8.count).max() ?? 0
    let size = PixelSize(width: width, height: lines.count)
    return try #require(
      Bitmap(size: size, format: .a8) { bytes, stride in
        for (row, line) in lines.enumerated() {
          for (column, byte) in line.utf8.enumerated() where byte != 0x20 { bytes[row * stride + column] = byte }
        }
      })
  }

  private func text(_ bitmap: Bitmap) -> [String] {
    (0..<bitmap.size.height).map { row in
      String(
        decoding: (0..<bitmap.size.width).map { bitmap.bytes[row * bitmap.stride + $0] }.map { $0 == 0 ? 0x20 : $0 },
        as: UTF8.self)
    }
  }

  @Test func itIsCutWhereThereIsNoInk() throws {
    let bitmap = try bitmap([" ab  c", " a  cc", "      ", "dddddd"])
    let pieces = LetterPieces.pieces(of: bitmap, at: PixelRect(x: 10, y: 20, width: 6, height: 4), known: [])
    #expect(
      pieces.map(\.rect) == [
        PixelRect(x: 11, y: 20, width: 2, height: 2), PixelRect(x: 14, y: 20, width: 2, height: 2),
        PixelRect(x: 10, y: 23, width: 6, height: 1),
      ])
    #expect(pieces.map { text($0.bitmap) } == [["ab", "a "], [" c", "cc"], ["dddddd"]])
  }

  @Test func equalPiecesAreReused() throws {
    let place = PixelRect(x: 0, y: 0, width: 6, height: 1)
    let old = LetterPieces.pieces(of: try bitmap(["ab cd"]), at: place, known: [])
    let new = LetterPieces.pieces(of: try bitmap(["ab ce"]), at: place, known: old)
    #expect(new[0].bitmap === old[0].bitmap)
    #expect(new[1].bitmap !== old[1].bitmap)
    let moved = LetterPieces.pieces(
      of: try bitmap(["ab cd"]), at: PixelRect(x: 1, y: 0, width: 6, height: 1), known: old)
    #expect(moved[0].bitmap !== old[0].bitmap)
  }

  @Test func tooManyPiecesStayTogether() throws {
    let line = String(repeating: "a ", count: LetterPieces.most + 1)
    let place = PixelRect(x: 0, y: 0, width: line.utf8.count, height: 1)
    #expect(LetterPieces.pieces(of: try bitmap([line]), at: place, known: []).count == 1)
    let lines = Array(repeating: ["a", " "], count: LetterPieces.most + 1).flatMap(\.self)
    let tall = PixelRect(x: 0, y: 0, width: 1, height: lines.count)
    #expect(LetterPieces.pieces(of: try bitmap(lines), at: tall, known: []).map(\.rect) == [tall])
  }

  @Test func aPictureWithoutInkHasNoPieces() throws {
    let place = PixelRect(x: 0, y: 0, width: 2, height: 1)
    #expect(LetterPieces.pieces(of: try bitmap(["  "]), at: place, known: []).isEmpty)
  }
}
