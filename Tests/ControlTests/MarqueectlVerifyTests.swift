import CodedFrames
import DisplayTypes
import TestKit
import Testing

@testable import FrameChecks

/// `marqueectl verify` as its users have it, on frames of the test.
@Suite struct MarqueectlVerifyTests {
  private let folder: TemporaryFolder
  private static let sequence: [RGBAPicture] = (7..<17).map { CodedFrames.frame($0) }
  private var pictures: [RGBAPicture] { Self.sequence }

  init() throws { folder = try TemporaryFolder("verify") }

  private func run(_ arguments: [String]) throws -> ToolRun {
    let tool = try ToolRun(["verify"] + arguments)
    tool.wait()
    return tool
  }

  private func run(_ frames: [RGBAPicture], _ arguments: String...) throws -> ToolRun {
    try FrameFiles.write(frames, to: folder.path)
    return try run([folder.path] + arguments)
  }

  private func json(_ tool: ToolRun) -> String { tool.output.filter { !$0.isWhitespace } }

  @Test("a folder with all frames in the order of their numbers is good")
  func good() throws {
    let tool = try run(pictures, "--without", "late")
    #expect(tool.status == 0 && tool.complaint.isEmpty)
    #expect(
      tool.output == "10 frames, numbers 7 to 16: 0 dropped, 0 repeated, 0 late, 0 torn, 0 wrongly coloured\n")
  }

  @Test("a check that could not be made has the status 6 and a reason")
  func unchecked() throws {
    let late = try run(pictures)
    #expect(late.status == 6)
    #expect(
      late.complaint == """
        marqueectl: The check of late could not be made: the frames have no times. Leave it out with --without late, or \
        use a capture device.

        """)
    #expect(late.output.hasSuffix("not checked: late: the frames have no times\n"))
    let few = try run(pictures, "--without", "late", "--frames", "20")
    #expect(few.status == 6 && few.complaint.contains("there are 10 frames of 20"))
    let single = try run(["\(folder.path)/1.png", "--without", "late"])
    #expect(single.status == 6 && single.complaint.contains("dropped, repeated could not be made: there is only one"))
    let picture = try run(["\(folder.path)/1.png"] + ["late", "dropped", "repeated"].flatMap { ["--without", $0] })
    #expect(picture.status == 0)
  }

  @Test("frames without any code say nothing about the display: status 6 and no fault")
  func noCode() throws {
    let grey = RGBAPicture(
      size: CodedFrames.size,
      bytes: [UInt8](repeating: 90, count: CodedFrames.size.width * CodedFrames.size.height * 4))
    let tool = try run([grey, grey], "--json", "--without", "late")
    #expect(tool.status == 6)
    #expect(tool.complaint.contains("could not be made: no frame has a code"))
    #expect(json(tool).contains(#""faults":[],"#) && json(tool).contains(#""withoutCode":2"#))
    #expect(json(tool).contains(#""unchecked":[{"check":"dropped","reason":"noframehasacode"}"#))
  }

  @Test("a missing path, an empty folder, a broken file and a raw file without a size have the status 6")
  func unreadable() throws {
    try FrameFiles.write([1, 2, 3], to: "\(folder.path)/raw")
    for (arguments, words) in [
      (["/nowhere"], "could not be read"), ([folder.path], "has no PNG file"),
      (["\(folder.path)/raw"], "--size and --format"), (["/dev/null"], "is no video device"),
      (["\(folder.path)/raw", "--size", "2x2", "--format", "rgb24"], "ends inside frame 0"),
    ] {
      let tool = try run(arguments)
      #expect(tool.status == 6 && tool.complaint.contains(words), "\(arguments): \(tool.complaint)")
    }
  }

  @Test("a dropped, a repeated, a torn, a wrongly coloured and an earlier frame are each found at their place")
  func faults() throws {
    for (frames, kind, place) in [
      (Array(pictures[..<4] + pictures[6...]), "dropped", 4), (Array(pictures[...4] + pictures[4...]), "repeated", 5),
      (pictures.replacing(3, with: CodedFrames.frame(9, tear: 100, lower: 10)), "torn", 3),
      (pictures.replacing(5, with: CodedFrames.frame(12, wrongColor: true)), "color", 5),
      (pictures.replacing(9, with: CodedFrames.frame(3)), "backwards", 9),
    ] {
      let folder = try TemporaryFolder("verify")
      try FrameFiles.write(frames, to: folder.path)
      let tool = try run([folder.path, "--without", "late", "--json"])
      #expect(tool.status == 1, "\(kind)")
      let faults = json(tool).split(separator: #""faults":["#).last?.prefix { $0 != "]" } ?? ""
      #expect(faults.hasSuffix(#","frame":\#(place),"kind":"\#(kind)"}"#), "\(kind): \(faults)")
      #expect(!faults.contains("},{"), "\(kind): \(faults)")
    }
    let dropped = try run(Array(pictures[..<4] + pictures[6...]), "--without", "late")
    #expect(dropped.output.contains("2 dropped, 0 repeated"))
    #expect(dropped.output.contains("/5.png): dropped: 2 frames are missing before it"))
  }

  @Test("a check that is left out finds no fault")
  func without() throws {
    let frames = pictures.replacing(5, with: CodedFrames.frame(12, wrongColor: true))
    #expect(try run(frames, "--without", "late", "--without", "color").status == 0)
  }

  @Test("raw frames of every form are read from a file and from the standard input", arguments: PixelLayout.allCases)
  func raw(layout: PixelLayout) throws {
    let path = "\(folder.path)/raw"
    try FrameFiles.write(pictures.prefix(3).flatMap { CodedFrames.raw($0, layout) }, to: path)
    let options = ["--size", "320x240", "--format", layout.rawValue, "--without", "late"]
    let tool = try run([path] + options)
    #expect(tool.status == 0, "\(tool.output) \(tool.complaint)")
    #expect(tool.output.hasPrefix("3 frames, numbers 7 to 9"))
    let wrong = CodedFrames.raw(CodedFrames.frame(7, wrongColor: true), layout) + CodedFrames.raw(pictures[1], layout)
    try FrameFiles.write(wrong, to: path)
    #expect(try run([path] + options).status == 1)
  }

  @Test(
    "both ranges of levels and both matrices give the colours of the pattern", arguments: PixelLayout.allCases,
    LevelRange.allCases)
  func levels(layout: PixelLayout, range: LevelRange) {
    for matrix in ColorMatrix.allCases {
      func reading(as read: LevelRange) -> FrameReading {
        let frame = RawFrame(
          size: CodedFrames.size, layout: layout, matrix: matrix, range: read,
          bytes: CodedFrames.raw(pictures[0], layout, matrix, range))
        return FrameReading(of: frame.size, tolerance: 4, pixel: frame.color)
      }
      #expect(reading(as: range).wrongPatches.isEmpty)
      #expect(!reading(as: range == .full ? .limited : .full).wrongPatches.isEmpty)
    }
  }

  @Test("a late frame, a lost frame of the device and missing times are found from the times of frames")
  func late() {
    func sequence(_ milliseconds: [(number: UInt32, time: Double?)], lost: Int = 0) -> FrameSequence {
      var sequence = FrameSequence(rate: 100)
      for frame in milliseconds {
        sequence.add(
          FrameReading(of: CodedFrames.size, tolerance: 0, pixel: CodedFrames.frame(frame.number).color),
          time: frame.time.map { UInt64($0 * 1_000_000) }, lost: sequence.frameCount == 2 ? lost : 0)
      }
      return sequence
    }
    #expect(sequence([(1, 100), (2, 110), (3, 120.1)]).findings.isEmpty)
    #expect(sequence([(1, 100), (2, 110), (4, 130)]).findings.map(\.fault) == [.dropped(1)])
    #expect(
      sequence([(1, 100), (2, 110), (3, 127), (4, 130)]).findings
        == [FrameSequence.Finding(frame: 2, fault: .late(7_000_000))])
    #expect(sequence([(1, 100), (2, 110), (2, 120), (3, 130)]).findings.map(\.fault) == [.repeated(2)])
    #expect(sequence([(0xFF_FFFF, 100), (0, 110)]).findings.isEmpty)
    #expect(sequence([(1, 100), (2, nil)]).unchecked().map(\.check) == [.late])
    let lost = sequence([(1, 100), (2, 110), (6, 150)], lost: 3)
    #expect(lost.findings.isEmpty && lost.unchecked().map(\.check) == [.dropped])
    #expect(sequence([(1, 100), (2, 110), (7, 160)], lost: 3).findings.map(\.fault) == [.dropped(1)])
    #expect(sequence([(1, 100), (2, 110), (5, 150)], lost: 3).findings.map(\.fault) == [.repeated(5)])
    #expect(FrameSequence(rate: 60).unchecked().map(\.check) == FrameSequence.Check.allCases)
  }
}

extension Array {
  fileprivate func replacing(_ index: Int, with element: Element) -> [Element] {
    var copy = self
    copy[index] = element
    return copy
  }
}
