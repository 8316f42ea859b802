import DisplayTypes
import FrameChecks
import TestKit
import Testing

/// `marqueectl compare` as its users have it.
@Suite struct MarqueectlCompareTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("compare") }

  private func run(_ arguments: String...) throws -> ToolRun {
    let tool = try ToolRun(["compare"] + arguments)
    tool.wait()
    return tool
  }

  /// Writes a picture of one colour with some other pixels, and returns its path.
  private func write(
    _ name: String, _ size: PixelSize = PixelSize(width: 40, height: 30), pixels: [(x: Int, y: Int, red: UInt8)] = []
  ) throws -> String {
    var picture = RGBAPicture(
      size: size, bytes: (0..<size.width * size.height).flatMap { _ in [100, 50, 25, 255] as [UInt8] })
    for pixel in pixels { picture.bytes[(pixel.y * size.width + pixel.x) * 4] = pixel.red }
    let path = "\(folder.path)/\(name)"
    try FrameFiles.write(try picture.png(), to: path)
    return path
  }

  @Test("equal pictures have the status 0, with and without JSON")
  func equal() throws {
    let (a, b) = (try write("a.png"), try write("b.png"))
    let tool = try run(a, b)
    #expect(tool.status == 0)
    #expect(tool.output == "\(a) and \(b): equal in 1200 pixels\n" && tool.complaint.isEmpty)
    let json = try run(a, b, "--json").output.filter { !$0.isWhitespace }
    #expect(json == #"{"box":null,"different":0,"equal":true,"greatestDifference":0,"pixels":1200}"#)
  }

  @Test("different pictures have the status 1, the number of pixels, the greatest difference and the region")
  func different() throws {
    let (a, b) = (try write("a.png"), try write("b.png", pixels: [(3, 4, 103), (20, 10, 60), (21, 4, 101)]))
    let tool = try run(a, b)
    #expect(tool.status == 1 && tool.complaint.isEmpty)
    #expect(tool.output == "\(a) and \(b): 3 of 1200 pixels differ, by at most 40 of 255, in the region 3,4,19,7\n")
    let json = try run(a, b, "--json", "--tolerance", "2")
    #expect(json.status == 1)
    #expect(
      json.output.filter { !$0.isWhitespace } == #"{"box":{"height":7,"width":18,"x":3,"y":4},"different":2,"#
        + #""equal":false,"greatestDifference":40,"pixels":1200}"#)
  }

  @Test("a difference within the tolerance, or outside the region, is none")
  func tolerated() throws {
    let (a, b) = (try write("a.png"), try write("b.png", pixels: [(3, 4, 102)]))
    let tolerant = try run(a, b, "--tolerance", "2")
    #expect(tolerant.status == 0 && tolerant.output.hasSuffix("equal in 1200 pixels, within 2 of 255\n"))
    #expect(try run(a, b, "--tolerance", "1").status == 1)
    #expect(try run(a, b, "--region", "4,4,10,10").status == 0)
    #expect(try run(a, b, "--region", "3,4,1,1").status == 1)
  }

  @Test("--difference writes a picture with each different pixel in magenta")
  func picture() throws {
    let (a, b) = (try write("a.png"), try write("b.png", pixels: [(3, 4, 200)]))
    let path = "\(folder.path)/out.png"
    #expect(try run(a, b, "--difference", path).status == 1)
    let tool = try run(path, path)
    #expect(tool.status == 0)
    let drawn = try RGBAPicture(png: FrameFiles.bytes(of: path))
    #expect(drawn.size == PixelSize(width: 40, height: 30))
    #expect(drawn.color(3, 4) == Color(red: 255, green: 0, blue: 255))
    #expect(drawn.color(4, 4) == Color(red: 19, green: 19, blue: 19))
  }

  @Test("a comparison that could not be made has the status 6 and a reason")
  func unchecked() throws {
    let (a, large) = (try write("a.png"), try write("large.png", PixelSize(width: 41, height: 30)))
    try FrameFiles.write(Array("no picture".utf8), to: "\(folder.path)/text.png")
    try FrameFiles.write(
      FrameFiles.bytes(of: a).dropLast(40), to: "\(folder.path)/short.png")
    for (arguments, words) in [
      ([a, "\(folder.path)/missing.png"], "missing.png"), ([a, large], "has 41x30. Compare"),
      ([a, "\(folder.path)/text.png"], "is no PNG file"), ([a, "\(folder.path)/short.png"], "is no PNG file"),
      ([a, a, "--region", "30,0,11,1"], "is not inside the pictures"), ([a, folder.path], "is a directory"),
      ([a, a, "--difference", "\(folder.path)/none/out.png"], "could not be written"),
    ] {
      let tool = try ToolRun(["compare"] + arguments)
      tool.wait()
      #expect(tool.status == 6, "\(arguments)")
      #expect(tool.output.isEmpty && tool.complaint.contains(words), "\(tool.complaint)")
    }
  }

  @Test(
    "wrong options have the status 2",
    arguments: [
      ["--tolerance", "256"], ["--tolerance", "-1"], ["--region", "1,2,3"], ["--region", "0,0,0,5"], ["--region", "a"],
    ])
  func wrongUsage(options: [String]) throws {
    let a = try write("a.png")
    let tool = try ToolRun(["compare", a, a] + options)
    tool.wait()
    #expect(tool.status == 2)
  }
}
