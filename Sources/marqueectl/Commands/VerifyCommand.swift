import ArgumentParser
import ContentModel
import DisplayTypes
import FrameChecks

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Find dropped, repeated, late, torn and wrongly coloured frames.",
    discussion: """
      The display must show the pattern "coded", whose frames have numbers. The frames are one of:

      - PNG files, or folders of PNG files in the order of their names
      - a video file, which the program marquee-video decodes
      - a file of raw frames, or - for the standard input, with --size and --format
      - a capture device, as /dev/video0

      Each check must be possible. PNG files and raw frames have no times, so the check "late" needs a video file or a capture \
      device, or must be left out with --without late. This command needs no daemon.

      The exit status is 0 if all frames are good, 1 if there are faults, and 6 if a check could not be made.
      """)

  @OptionGroup var output: OutputOptions
  @Argument(help: "The files, folders or the device.", completion: .file()) var paths: [String]
  @Option(
    help: ArgumentHelp(
      "The refreshes of a second (default: 60, or the usual rate of the pictures of a video file).", valueName: "hertz")
  )
  var rate: Double?
  @Option(
    help: ArgumentHelp(
      "The number of frames. Without it, all frames of files, and 600 of a device.", valueName: "number"))
  var frames: Int?
  @Option(help: ArgumentHelp("The size of raw frames, or the wanted size of a device.", valueName: "WxH"))
  var size: SizeArgument?
  @Option(help: "The form of raw frames, or the wanted form of a device.") var format: PixelLayout?
  @Option(help: "The weights of raw frames with brightness and colour.") var matrix = ColorMatrix.bt601
  @Option(
    help: ArgumentHelp(
      "The greatest allowed difference of a colour, 0 to 255 (default: 2, or 24 for shared colours such as yuyv).",
      valueName: "difference"))
  var tolerance: Int?
  @Option(help: "Leave this check out.") var without: [FrameSequence.Check] = []

  private static let usualRate = 60.0

  func validate() throws {
    if paths.isEmpty { throw ValidationError("Name the frames: PNG files, a folder, raw frames or a device.") }
    guard (1...1000).contains(rate ?? 60) else { throw ValidationError("--rate needs a number from 1 to 1000.") }
    if let frames, frames < 2 { throw ValidationError("--frames needs a number of at least 2.") }
    if let tolerance, !(0...255).contains(tolerance) {
      throw ValidationError("--tolerance needs a number from 0 to 255.")
    }
    if Set(without).count == FrameSequence.Check.allCases.count {
      throw ValidationError("--without leaves out every check.")
    }
  }

  func run() throws {
    let checks = Set(FrameSequence.Check.allCases).subtracting(without)
    var source = FrameSource(
      paths: paths, limit: frames, size: size?.size, layout: format, matrix: matrix, tolerance: tolerance,
      rate: rate ?? Self.usualRate)
    var found: [(reading: FrameReading, time: UInt64?, lost: Int)] = []
    try ToolFailure.asUnchecked { try source.forEach { found.append(($0, $1, $2)) } }
    var sequence = FrameSequence(rate: rate ?? source.clipRate ?? Self.usualRate, checks: checks)
    for frame in found { sequence.add(frame.reading, time: frame.time, lost: frame.lost) }
    let report = SequenceReport(sequence, names: source.names, expected: frames)
    try output.print(report) { $0.text }
    if !report.faults.isEmpty { throw ExitCode(1) }
    guard report.unchecked.isEmpty else {
      throw ToolFailure(message: report.uncheckedText, status: .unchecked)
    }
  }
}

extension PixelLayout: ExpressibleByArgument {}
extension ColorMatrix: ExpressibleByArgument {}
extension FrameSequence.Check: ExpressibleByArgument {}

/// A size in pixels, as `1920x1080`.
struct SizeArgument: ExpressibleByArgument {
  var size: PixelSize

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      [width, height].allSatisfy({ (1...16_384).contains($0) })
    else { return nil }
    size = PixelSize(width: width, height: height)
  }
}

/// The frames of a command line, one after the other.
struct FrameSource {
  private static let deviceFrames = 600
  private static let sharedTolerance = 24
  private static let exactTolerance = 2

  let paths: [String]
  let limit: Int?
  let size: PixelSize?
  let layout: PixelLayout?
  let matrix: ColorMatrix
  let tolerance: Int?
  let rate: Double
  /// The files of the frames; empty if they have none.
  private(set) var names: [String] = []
  /// The pictures of a second in a video file, by their usual distance; nil for other frames.
  private(set) var clipRate: Double?

  init(
    paths: [String], limit: Int?, size: PixelSize?, layout: PixelLayout?, matrix: ColorMatrix, tolerance: Int?,
    rate: Double
  ) {
    self.paths = paths
    self.limit = limit
    self.size = size
    self.layout = layout
    self.matrix = matrix
    self.tolerance = tolerance
    self.rate = rate
  }

  /// Takes a frame, its time, and the number of frames that were lost before it.
  typealias Use = (FrameReading, UInt64?, Int) -> Void

  mutating func forEach(_ use: Use) throws {
    let kinds = try paths.map { ($0, try PathKind(of: $0)) }
    for case (let path, .device) in kinds {
      try checkAlone(path)
      return try readDevice(path, use)
    }
    for case (let path, .raw) in kinds where layout == nil && size == nil && MediaPath.isVideo(path) {
      try checkAlone(path)
      return try readClip(path, use)
    }
    for case (let path, .raw) in kinds where layout != nil || !path.lowercased().hasSuffix(".png") {
      try checkAlone(path)
      return try readRaw(path, use)
    }
    let files = try kinds.flatMap { path, kind in kind == .folder ? try FolderList.pictures(in: path) : [path] }
    try readPictures(files, use)
  }

  private func checkAlone(_ path: String) throws(ToolFailure) {
    guard paths.count > 1 else { return }
    throw ToolFailure(message: "\(path) is no PNG file, so it must be the only path.")
  }

  private mutating func readPictures(_ files: [String], _ use: Use) throws {
    var first: (file: String, size: PixelSize)?
    for file in files.prefix(limit ?? .max) {
      let picture = try PictureInput.picture(from: file)
      if let first, first.size != picture.size {
        throw ToolFailure(
          message: """
            \(file) has \(picture.size.width)x\(picture.size.height) pixels, and \(first.file) has \
            \(first.size.width)x\(first.size.height). The frames of a series have one size.
            """)
      }
      first = first ?? (file, picture.size)
      names.append(file)
      use(FrameReading(of: picture.size, tolerance: tolerance ?? Self.exactTolerance, pixel: picture.color), nil, 0)
    }
  }

  private func readRaw(_ path: String, _ use: Use) throws {
    guard let size, let layout else {
      throw ToolFailure(
        message: "\(path) is no PNG file. Give the size and the form of its frames: --size and --format.")
    }
    let file = try RawFile(path: path, frameBytes: layout.frameBytes(size))
    var count = 0
    while count < limit ?? .max, let bytes = try file.next() {
      read(RawFrame(size: size, layout: layout, matrix: matrix, bytes: bytes), nil, 0, use)
      count += 1
    }
  }

  private mutating func readClip(_ path: String, _ use: Use) throws {
    var times: [UInt64] = []
    try ClipFile(path: path).forEach(limit: limit) { frame, time in
      times.append(time)
      // Neighbours share their colour in most files.
      use(FrameReading(of: frame.size, tolerance: tolerance ?? Self.sharedTolerance, pixel: frame.color), time, 0)
    }
    let distances = zip(times, times.dropFirst()).compactMap { $1 > $0 ? $1 - $0 : nil }.sorted()
    clipRate = distances.isEmpty ? nil : 1e9 / Double(distances[distances.count / 2])
  }

  private func readDevice(_ path: String, _ use: Use) throws {
    do throws(CaptureDevice.Failure) {
      let device = try CaptureDevice.open(path: path, size: size, layout: layout, rate: rate)
      let wanted = limit ?? Self.deviceFrames
      var (whole, damaged, lost) = (0, 0, 0)
      var next: UInt32?
      while whole < wanted, damaged <= wanted {
        let frame = try device.next()
        // A driver may count from any number, and a step back is a new start of its stream.
        if let next, frame.sequence > next { lost += Int(frame.sequence - next) }
        next = frame.sequence &+ 1
        guard let pixels = frame.pixels else {
          damaged += 1
          lost += 1
          continue
        }
        read(pixels, frame.time, lost, use)
        whole += 1
        lost = 0
      }
    } catch {
      throw ToolFailure(message: error.description)
    }
  }

  private func read(_ frame: RawFrame, _ time: UInt64?, _ lost: Int, _ use: Use) {
    let allowed = frame.layout.isExact ? Self.exactTolerance : Self.sharedTolerance
    use(FrameReading(of: frame.size, tolerance: tolerance ?? allowed, pixel: frame.color), time, lost)
  }
}
