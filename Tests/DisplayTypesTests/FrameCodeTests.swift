import Testing

@testable import DisplayTypes

@Suite struct FrameCodeTests {
  private func luma(_ number: UInt32, white: UInt8 = 255, black: UInt8 = 0) -> [UInt8] {
    FrameCode.cells(of: number).map { $0 ? white : black }
  }

  @Test("a number survives its cells, with the levels of a camera too", arguments: [0, 1, 15, 16, 0xABCDEF, 0xFFFFFF])
  func survives(number: UInt32) {
    #expect(FrameCode.number(luma: luma(number)) == number)
    #expect(FrameCode.number(luma: luma(number, white: 180, black: 60)) == number)
  }

  @Test("a row with one, two or three wrong cells in a digit has no number")
  func wrongCells() {
    let cells = luma(0x5A_3C7E)
    for first in 2..<FrameCode.cellCount {
      for second in first..<FrameCode.cellCount {
        for third in second..<FrameCode.cellCount where (third - 2) / 8 == (first - 2) / 8 {
          var wrong = cells
          for index in Set([first, second, third]) { wrong[index] = 255 - wrong[index] }
          #expect(FrameCode.number(luma: wrong) == nil, "cells \(first), \(second), \(third)")
        }
      }
    }
  }

  @Test("a row without contrast, with grey cells or of another length has no number")
  func noCode() {
    #expect(FrameCode.number(luma: luma(7, white: 90, black: 40)) == nil)
    #expect(FrameCode.number(luma: luma(7, white: 0, black: 255)) == nil)
    #expect(FrameCode.number(luma: luma(7).dropLast()) == nil)
    var grey = luma(7)
    grey[20] = 128
    #expect(FrameCode.number(luma: grey) == nil)
    #expect(FrameCode.number(luma: []) == nil)
  }

  @Test("a tiny picture is read without a trap and has no code")
  func tiny() {
    for size in [PixelSize(width: 0, height: 0), PixelSize(width: 1, height: 1), PixelSize(width: 20, height: 3)] {
      #expect(FrameReading(of: size, tolerance: 0) { _, _ in .black }.number == .none)
    }
  }

  @Test("a patch with another colour is reported with both colours")
  func colors() throws {
    let layout = FrameCodeLayout(size: PixelSize(width: 800, height: 600))
    let patch = try #require(layout.patches.first)
    let reading = FrameReading(of: layout.size, tolerance: 3) { x, y in
      let here = layout.patches.first { $0.rect.contains(PixelRect(x: x, y: y, width: 1, height: 1)) }
      return x < patch.rect.maxX ? Color(red: 251, green: 0, blue: 0) : here?.color ?? .black
    }
    #expect(
      reading.wrongPatches.first
        == FrameReading.WrongPatch(
          place: patch.rect, expected: Color(red: 255, green: 0, blue: 0), found: Color(red: 251, green: 0, blue: 0)))
  }
}
