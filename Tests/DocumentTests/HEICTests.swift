import Composition
import DamagedFiles
import DisplayTypes
import RasterizerHost
import Rasterizing
import TestKit
import Testing

/// Photographs of phones, which are made of tiles and turned by a property of the file.
@Suite struct HEICTests {
  private let room = PictureRoom(size: PixelSize(width: 256, height: 256), fit: .center)
  private static let colors: [TestHEIF.Tile: UInt32] = [
    .red: 0xFFFF_0000, .green: 0xFF00_FF00, .blue: 0xFF00_00FF, .white: 0xFFFF_FFFF,
  ]

  /// Expects these colours at the top left, top right, bottom left and bottom right.
  private func expect(_ image: RasterImage, _ size: PixelSize, _ tiles: [TestHEIF.Tile], _ what: String) {
    #expect(image.bitmap.size == size, "\(what)")
    let places = [
      (10, 10), (size.width - 10, 10), (10, size.height - 10), (size.width - 10, size.height - 10),
    ]
    for ((x, y), tile) in zip(places, tiles) {
      let color = Self.colors[tile] ?? 0
      #expect(
        isNear(image.pixel(x, y), color, within: 4), "\(what): \(x),\(y): \(String(image.pixel(x, y), radix: 16))")
    }
  }

  private static let wide = PixelSize(width: 128, height: 96)
  private static let high = PixelSize(width: 96, height: 128)

  @Test(
    arguments: [
      (0, wide, [.red, .green, .blue, .white]), (1, high, [.green, .white, .red, .blue]),
      (2, wide, [.white, .blue, .green, .red]), (3, high, [.blue, .red, .white, .green]),
    ] as [(UInt8, PixelSize, [TestHEIF.Tile])])
  func aPhotographOfTilesIsTurnedOnce(_ turns: UInt8, _ size: PixelSize, _ tiles: [TestHEIF.Tile]) throws {
    // A phone also writes the orientation into EXIF.
    let file = TestHEIF(turns: turns, exifOrientation: 6)
    let image = try DocumentTestBench().decode(try TestFile.make(file.bytes), room).get()
    expect(image, size, tiles, "\(turns) turns")
    #expect(image.bitmap.isOpaque && image.warning == nil)
  }

  @Test func aMirroredPhotographIsMirrored() throws {
    let image = try DocumentTestBench().decode(try TestFile.make(TestHEIF(isMirrored: true).bytes), room).get()
    expect(image, Self.wide, [.green, .red, .white, .blue], "mirrored")
  }

  @Test func theProfileOfAPhotographIsFollowed() throws {
    let profile = TestProfile.make(red: TestProfile.green, green: TestProfile.red, blue: TestProfile.blue)
    let image = try DocumentTestBench().decode(try TestFile.make(TestHEIF(profile: profile).bytes), room).get()
    expect(image, Self.wide, [.green, .red, .blue, .white], "a profile with red and green exchanged")
  }

  /// The library would take the memory first. The process ends by itself, so it does not count as a death.
  @Test(arguments: [PixelSize(width: 30_000, height: 30_000), PixelSize(width: 70_000, height: 96)])
  func tooManyPixelsAreRefusedBeforeMemoryIsTaken(_ size: PixelSize) throws {
    let bench = try DocumentTestBench()
    #expect(try bench.decode(try TestFile.make(TestHEIF(size: size).bytes), room).error == .tooManyPixels(size))
    #expect(bench.pool.statistics.deaths == 0)
  }

  /// Each result is a picture or an error, and no file ends a process.
  @Test func flippedBitsAreSurvived() throws {
    let bench = try DocumentTestBench()
    var generator = SeededGenerator(seed: 15)
    for number in 0..<60 {
      var bytes = TestHEIF(turns: 3, exifOrientation: 6).bytes
      for _ in 0...Int.random(in: 0...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      }
      let error = try bench.decode(try TestFile.make(bytes), room).error
      switch error {
      case nil, .damaged, .tooManyPixels, .unsupportedFormat, .outOfMemory: break
      case .some(let other): Issue.record("file \(number): \(other)")
      }
    }
    #expect(bench.pool.statistics.deaths == 0)
  }
}
