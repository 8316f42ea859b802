import Testing
import VirtualMachine

struct PictureRunsTests {
  @Test("a picture is the same after it was sent as runs, however long these are")
  func roundTrip() throws {
    let row = [RGB(1, 2, 3), RGB(1, 2, 3), RGB(0, 0, 255)].flatMap { [$0.red, $0.green, $0.blue] }
    let long = [UInt8](repeating: 7, count: 3 * 70_000)
    for (width, height, pixels) in [(3, 2, row + row), (70_000, 1, long), (0, 0, [])] {
      let picture = Photograph(width: width, height: height, pixels: pixels)
      #expect(try Photograph(width: width, height: height, runs: picture.runs) == picture)
    }
  }

  @Test(
    "runs that are too few or too many are refused", arguments: [[], [5, 0, 1, 2, 3], [4, 0, 1, 2, 3, 1, 0, 1, 2, 3]])
  func wrongCount(runs: [UInt8]) {
    #expect(throws: (any Error).self) { try Photograph(width: 2, height: 2, runs: runs) }
  }
}
