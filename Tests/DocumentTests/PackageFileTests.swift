import Composition
import DisplayTypes
import RasterizerHost
import Rasterizing
import Testing

/// Files of Debian's packages look as other programs read them.
@Suite(.serialized) struct PackageFileTests {
  private static let room = PixelSize(width: 480, height: 270)
  private static let smallest = 8
  /// Of 255: other programs round, and scale by other filters.
  private static let tolerance = 3.0

  @Test(arguments: PackageFile.Kind.allCases)
  func theyLookAsInOtherPrograms(_ kind: PackageFile.Kind) throws {
    let bench = try DocumentTestBench()
    let room = PictureRoom(size: Self.room)
    var compared = 0
    for path in kind.paths where compared < kind.count {
      guard let expected = try kind.looks(of: path, room: Self.room) else { continue }
      // Of a picture of few pixels most is edge, which each program enlarges as it likes.
      guard min(expected.size.width, expected.size.height) >= Self.smallest else { continue }
      let file = try TestFile.open(path)
      let result = try kind == .pdf ? bench.draw(file, room) : bench.decode(file, room)
      guard let image = try? result.get() else {
        Issue.record("\(path): \(result)")
        continue
      }
      compared += 1
      let scale = min(
        Double(Self.room.width) / Double(max(1, expected.size.width)),
        Double(Self.room.height) / Double(max(1, expected.size.height)))
      #expect(abs(Double(image.rect.width) - Double(expected.size.width) * scale) <= 1.01, "\(path): \(image.rect)")
      #expect(abs(Double(image.rect.height) - Double(expected.size.height) * scale) <= 1.01, "\(path): \(image.rect)")
      let mean = image.mean
      let isNear = zip(mean, expected.mean).allSatisfy { abs($0 - $1) <= Self.tolerance }
      #expect(isNear, "\(path): \(mean), elsewhere \(expected.mean)")
    }
    #expect(compared == kind.count, "there are \(compared) files; are the packages of tools/packages-samples there?")
    print("files of packages: \(compared) of \(kind.rawValue) compared")
  }

  /// Broken files of other projects: each gets its answer, and the processes continue.
  @Test func theirDamagedOnesAreAllAnswered() throws {
    let bench = try DocumentTestBench()
    let paths = PackageFile.damaged
    #expect(paths.count >= 20, "are the packages of tools/packages-samples there?")
    var refused = 0
    for path in paths {
      switch try bench.decode(try TestFile.open(path), PictureRoom(size: Self.room)) {
      case .success: break
      case .failure(.damaged), .failure(.unsupportedFormat), .failure(.tooManyPixels): refused += 1
      case .failure(let error): Issue.record("\(path): \(error)")
      }
    }
    #expect(refused > paths.count / 2, "\(refused) of \(paths.count)")
  }
}

extension RasterImage {
  /// The mean of red, green and blue in the picture, or in its first frame, over black.
  fileprivate var mean: [Double] {
    let part = frames.first?.part ?? PixelRect(size: bitmap.size)
    var sums = [0, 0, 0]
    for y in part.y..<part.maxY {
      for x in part.x..<part.maxX {
        let pixel = pixel(x, y)
        for (index, shift) in [16, 8, 0].enumerated() { sums[index] += Int(pixel >> UInt32(shift) & 0xFF) }
      }
    }
    return sums.map { Double($0) / Double(max(1, part.width * part.height)) }
  }
}
