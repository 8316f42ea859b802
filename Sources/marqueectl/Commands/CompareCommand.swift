import ArgumentParser
import DisplayTypes
import FrameChecks

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compare two PNG files pixel by pixel.",
    discussion: """
      The pictures are equal if each channel of each pixel differs by at most the tolerance. This command needs no daemon.

      The exit status is 0 if they are equal, 1 if they differ, and 6 if they could not be compared.
      """)

  private struct Result: Encodable {
    var equal: Bool
    var pixels: Int
    var different: Int
    var greatestDifference: Int
    var box: RegionArgument?

    private enum CodingKeys: String, CodingKey {
      case equal, pixels, different, greatestDifference, box
    }

    /// Writes every field; equal pictures have null for the box.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(equal, forKey: .equal)
      try container.encode(pixels, forKey: .pixels)
      try container.encode(different, forKey: .different)
      try container.encode(greatestDifference, forKey: .greatestDifference)
      try container.encode(box, forKey: .box)
    }
  }

  @OptionGroup var output: OutputOptions
  @Argument(help: "The first PNG file; - is standard input.", completion: .file()) var first: String
  @Argument(help: "The second PNG file.", completion: .file()) var second: String
  @Option(help: ArgumentHelp("The greatest allowed difference of a channel, 0 to 255.", valueName: "difference"))
  var tolerance = 0
  @Option(help: ArgumentHelp("Compare only this rectangle, in pixels.", valueName: "x,y,w,h"))
  var region: RegionArgument?
  @Option(
    name: .customLong("difference"),
    help: ArgumentHelp("Write a PNG file with the different pixels in magenta.", valueName: "file"),
    completion: .file())
  var picture: String?

  func validate() throws {
    guard (0...255).contains(tolerance) else { throw ValidationError("--tolerance needs a number from 0 to 255.") }
    if first == "-", second == "-" { throw ValidationError("Only one of the files can be the standard input.") }
  }

  func run() throws {
    let found = try ToolFailure.asUnchecked { try compare() }
    let result = Result(
      equal: found.different == 0, pixels: found.compared, different: found.different,
      greatestDifference: found.greatest, box: found.box.map(RegionArgument.init))
    try output.print(result) { result in
      guard let box = result.box else {
        let most = result.greatestDifference > 0 ? ", within \(result.greatestDifference) of 255" : ""
        return "\(first) and \(second): equal in \(result.pixels) pixels\(most)"
      }
      return "\(first) and \(second): \(result.different) of \(result.pixels) pixels differ, by at most "
        + "\(result.greatestDifference) of 255, in the region \(box.text)"
    }
    if !result.equal { throw ExitCode(1) }
  }

  private func compare() throws -> PictureComparison {
    let (left, right) = (try PictureInput.picture(from: first), try PictureInput.picture(from: second))
    guard left.size == right.size else {
      throw ToolFailure(
        message: """
          \(first) has \(left.size.width)x\(left.size.height) pixels, and \(second) has \
          \(right.size.width)x\(right.size.height). Compare pictures of one size.
          """)
    }
    let whole = PixelRect(size: left.size)
    let region = region?.rect ?? whole
    guard whole.contains(region) else {
      throw ToolFailure(
        message: """
          The region \(RegionArgument(rect: region).text) is not inside the pictures, which have \
          \(left.size.width)x\(left.size.height) pixels.
          """)
    }
    let found = PictureComparison(left, right, region: region, tolerance: tolerance, draws: picture != nil)
    if let picture, let drawn = found.picture {
      let file: [UInt8]
      do throws(RGBAPicture.Failure) { file = try drawn.png() } catch { throw PictureInput.failure(picture, error) }
      try OutputFile.write(file, to: picture)
    }
    return found
  }
}

/// A rectangle in pixels, as `X,Y,W,H`.
struct RegionArgument: ExpressibleByArgument, Encodable {
  var rect: PixelRect

  private enum Keys: String, CodingKey {
    case x, y, width, height
  }

  init(rect: PixelRect) { self.rect = rect }

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3],
      [x, y].allSatisfy({ (0...65_535).contains($0) }), [width, height].allSatisfy({ (1...65_535).contains($0) })
    else { return nil }
    rect = PixelRect(x: x, y: y, width: width, height: height)
  }

  var text: String { "\(rect.x),\(rect.y),\(rect.width),\(rect.height)" }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(rect.x, forKey: .x)
    try container.encode(rect.y, forKey: .y)
    try container.encode(rect.width, forKey: .width)
    try container.encode(rect.height, forKey: .height)
  }
}

/// PNG files of the user.
enum PictureInput {
  private static let limit = 256 << 20

  static func picture(from path: String) throws(ToolFailure) -> RGBAPicture {
    let bytes = try InputFile.bytes(from: path, limit: limit, kind: "picture")
    do throws(RGBAPicture.Failure) {
      return try RGBAPicture(png: bytes)
    } catch {
      throw failure(path, error)
    }
  }

  static func failure(_ path: String, _ error: RGBAPicture.Failure) -> ToolFailure {
    switch error {
    case .unreadable(let reason): ToolFailure(message: "\(path) is no PNG file that can be read: \(reason).")
    case .tooLarge(let size):
      ToolFailure(message: "\(path) has \(size.width)x\(size.height) pixels, more than \(RGBAPicture.limit).")
    case .notEncoded(let reason): ToolFailure(message: "\(path) could not be written as PNG: \(reason).")
    }
  }
}
