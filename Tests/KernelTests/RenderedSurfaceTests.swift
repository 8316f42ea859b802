import ControlClient
import ControlProtocol
import Foundation
import ScenarioSupport
import TestKit
import Testing
import VirtualMachine

/// `Examples/surface-gbm`, which draws with EGL and OpenGL ES. On vkms Mesa's llvmpipe draws for it, on a card whose master is the daemon.
@Suite(.serialized, .onlyWithMachine, .machine(.withPrograms(on: .vkms)), .timeLimit(.minutes(20)))
struct RenderedSurfaceTests {
  private typealias Stage = RenderedSurfaceStage

  /// Files of libraries that only the program may load.
  private static let libraries = "libgbm|libEGL|libGL|libLLVM|_dri[.]so"

  @Test func aSurfaceOnTheWholeScreenIsScannedOutOfTheProgramsMemory() async throws {
    let machine = try RunningMachine.get()
    try await ScenarioThreads.runWithMachine {
      let stage = try Stage(machine, .showing("surface: demo"))
      let program = try stage.startProgram("--frames 120")
      try machine.wait(for: "grep 'frame [0-9]* stays' \(program.logPath)", within: .seconds(300))
      let output = try program.output()
      #expect(output.contains("drawn by llvmpipe"), "\(output)")
      let ways = output.split(separator: "\n").filter { $0.contains("is on a plane") || $0.contains("is composed") }
      #expect(
        ways.count == 2 && ways.first?.hasSuffix("composed") == true && ways.last?.hasSuffix("plane") == true,
        "\(output)")

      // The framebuffer on the primary plane has the memory of one of the program's buffers.
      let mine = try #require(output.split(separator: "\n").last { $0.contains(": dma-bufs ") }, "\(output)")
        .split(separator: " ").compactMap { Int($0) }
      #expect(mine.count >= 2, "\(output)")
      let plane = try stage.shownPlane()
      #expect(
        mine.contains(plane.memory), "the framebuffer \(plane.framebuffer) has the dma-buf \(plane.memory): \(output)")

      // A thread of the daemon has made that framebuffer, with libdrm alone.
      let daemon = try stage.daemon.status().processID
      let maker = try machine.check(
        "sed -n '/^framebuffer.\(plane.framebuffer)./,/=/s/.*allocated by = //p' \(stage.list("framebuffer"))")
      let threads = try machine.check("cat /proc/\(daemon)/task/*/comm").split(separator: "\n").map(String.init)
      #expect(threads.contains(maker), "\(maker) has made the framebuffer")
      #expect(try !machine.run("grep -E '\(Self.libraries)' /proc/\(daemon)/maps").succeeded)
      #expect(try machine.check("grep -cE '\(Self.libraries)' /proc/\(program.processIdentifier)/maps") != "0")
      #expect(try machine.check("awk '$1 == \"surface-gbm\" {print $4}' \(stage.list("clients"))") == "n", "no master")

      // The driver scans out what the program has drawn.
      let picture = try stage.bench.photograph(1)
      for corner in [picture[0, 0], picture[picture.width - 1, picture.height - 1]] {
        #expect(corner == Self.background(120))
      }
      #expect(picture[picture.width / 2, picture.height / 2].blue == 0xFF)
      // The daemon keeps the memory of a program that has gone.
      try program.signal("KILL")
      try machine.wait(for: "! kill -0 \(program.processIdentifier) 2> /dev/null")
      #expect(try stage.bench.photograph(1) == picture)
      // Another program continues in memory files.
      let next = try stage.startProgram("--files", "--frames 30")
      try machine.wait(for: "grep 'frame 30 stays' \(next.logPath)", within: .seconds(300))
      let composed = try next.output()
      #expect(composed.contains("is composed") && !composed.contains("on a plane"), "\(composed)")
      #expect(try stage.bench.photograph(1)[0, 0] == Self.background(30))
    }
  }

  @Test func aSurfaceInARegionIsComposed() async throws {
    let machine = try RunningMachine.get()
    try await ScenarioThreads.runWithMachine {
      let stage = try Stage(
        machine,
        .showing(
          """
          layout: [{ surface: demo, width: 50% }, { color: "#405060", x: 50% }]
          """))
      // Seconds, in which the daemon changes the memory of a surface on the whole screen.
      let program = try stage.startProgram("--frames 120")
      try machine.wait(for: "grep 'frame 120 stays' \(program.logPath)", within: .seconds(300))
      let output = try program.output()
      #expect(!output.contains("on a plane") && !output.contains("dma-bufs"), "\(output)")
      let picture = try stage.bench.photograph(1)
      #expect(picture[picture.width - 1, 0] == RGB(0x40, 0x50, 0x60))
      #expect(picture[0, 0] == Self.background(120))
      #expect(picture[picture.width / 4, picture.height / 2].blue == 0xFF)
      try program.signal("KILL")
    }
  }

  /// The CRC of vkms is that of all planes together.
  @Test func anotherPlaneBlendsWhatIsAboveASurface() async throws {
    let machine = try RunningMachine.get()
    try await ScenarioThreads.runWithMachine {
      let stage = try Stage(machine, .showing("layout: [{ surface: demo }, { banner: Hello, y: 80%, height: 20% }]"))
      let program = try stage.startProgram("--frames 120")
      try machine.wait(for: "grep 'frame 120 stays' \(program.logPath)", within: .seconds(300))
      #expect(try program.output().contains("is on a plane"))
      _ = try stage.waitForPlanes(["overlay", "primary"])
      let notes = try stage.daemon.client.call(ContentAtCall(screen: stage.bench.connector(1))).notes
      #expect(notes.contains { $0.contains("surface \"demo\": shown by plane") }, "\(notes)")
      let blended = try machine.frameCRCs(1)

      // A screenshot is composed, and the driver shows it too.
      let picture = try stage.bench.photograph(1)
      #expect(picture[0, 0] == Self.background(120))
      #expect(picture[picture.width / 2, picture.height / 2].blue == 0xFF)
      #expect(picture.histogram.count > 4)
      _ = try stage.waitForPlanes(["primary"])
      #expect(try machine.frameCRCs(1) == blended, "the composed picture differs from that of two planes")

      // Another content ends it.
      try stage.daemon.show(1, .color("#102030"))
      _ = try stage.waitForPlanes(["primary"])
      #expect(try stage.bench.photograph(1).uniformColor == RGB(0x10, 0x20, 0x30))
      try program.signal("KILL")
    }
  }

  /// The writeback connector of vkms gives the pixels that it has blended.
  @Test func translucentPixelsAreBlendedByThePlanesAsByTheDaemon() async throws {
    let machine = try RunningMachine.get()
    try await ScenarioThreads.runWithMachine {
      // Every opacity of three colours.
      let colors = ["#ffffff", "#ff3311", "#000000"]
      let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" width="1024" height="768">
        \(colors.enumerated().map { """
          <linearGradient id="g\($0)"><stop stop-color="\($1)" stop-opacity="0"/><stop offset="1" stop-color="\($1)"/></linearGradient>
          <rect y="\($0 * 256)" width="1024" height="256" fill="url(#g\($0))"/>
          """ }.joined(separator: "\n"))
        </svg>
        """
      let bench = try MachineBench(machine, kind: .vkms)
      let path = try bench.write([UInt8](drawing.utf8), name: "opacities.svg")
      let image = "{ file: \(path), background: \"#00000000\" }"
      let stage = try Stage(machine, .showing("layout: [{ surface: demo }, { image: \(image) }]"), bench)
      let program = try stage.startProgram("--frames 120")
      try machine.wait(for: "grep 'frame 120 stays' \(program.logPath)", within: .seconds(300))
      _ = try stage.waitForPlanes(["overlay", "primary"])
      let blended = try stage.writtenBack()
      _ = try stage.waitForPlanes(["overlay", "primary"])

      let composed = try stage.bench.photograph(1)
      #expect(composed[0, 0] == Self.background(120))
      #expect(composed.histogram.count > 700)
      #expect((blended.width, blended.height) == (composed.width, composed.height))
      let differences = Set(zip(blended.pixels, composed.pixels).map { abs(Int($0) - Int($1)) })
      #expect(differences.subtracting([0, 1]).isEmpty, "the steps between the two pictures: \(differences.sorted())")
      _ = try stage.waitForPlanes(["primary"])
      #expect(try stage.writtenBack() == composed)
      try program.signal("KILL")
    }
  }

  @Test func aProgramInCDrawsIntoMemoryOfTheCard() async throws {
    let machine = try RunningMachine.get()
    try await ScenarioThreads.runWithMachine {
      let stage = try Stage(machine, .showing("surface: demo"))
      let made = "\(FileManager.default.temporaryDirectory.path)/bar-\(getpid())"
      defer { try? FileManager.default.removeItem(atPath: made) }
      let source = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Examples/surface-c/bar.c")
      let compiler = ["clang", "-static", "-O1", "-o", made, source.path]
      #expect(try StartedProgram.run(compiler).status == 0)
      let path = try stage.bench.write([UInt8](Data(contentsOf: URL(fileURLWithPath: made))), name: "bar")
      try machine.check("chmod 755 '\(path)'")
      let program = try machine.start("'\(path)' /run/marquee/marquee-surfaces.sock demo 240")
      try machine.wait(for: "grep 'a plane shows its buffers' \(program.logPath)", within: .seconds(120))
      let flips = try stage.daemon.status().counters.flips
      let isFlipping = try Deadline(after: 120).poll { () throws -> Bool? in
        try stage.daemon.status().counters.flips > flips + 50 ? true : nil
      }
      #expect(isFlipping == true)
      // The photograph compares the daemon's screenshot with the CRC of the driver.
      let picture = try stage.bench.photograph(1)
      #expect(picture.histogram.count == 2)
      #expect(try stage.planes().map(\.kind) == ["primary"])

      // Turned, it is composed, and upright again it is on the plane.
      _ = try stage.daemon.client.call(RotateCall(screen: stage.bench.connector(1), rotation: "180"))
      let turned = try stage.bench.photograph(1)
      #expect(turned[turned.width - 1, 0] == picture[0, picture.height - 1])
      _ = try stage.daemon.client.call(RotateCall(screen: stage.bench.connector(1), rotation: "0"))
      #expect(try stage.bench.photograph(1) == picture)
      // Its last frame stays after its end, also below something.
      try program.signal("KILL")
      _ = try stage.daemon.client.call(BlankCall(screen: stage.bench.connector(1), on: true))
      #expect(try stage.bench.photograph(1).uniformColor == RGB(0, 0, 0))
      _ = try stage.daemon.client.call(BlankCall(screen: stage.bench.connector(1), on: false))
      #expect(try stage.bench.photograph(1) == picture)
    }
  }

  /// The colour of a frame beside its triangle.
  private static func background(_ frame: Int) -> RGB { RGB(UInt8(frame & 255), 0x33, 0x66) }
}

/// A daemon with one display of vkms.
private struct RenderedSurfaceStage {
  let machine: VirtualMachine
  let bench: MachineBench
  let daemon: DaemonHandle
  private let card: Int

  init(_ machine: VirtualMachine, _ setup: DaemonSetup, _ made: MachineBench? = nil) throws {
    self.machine = machine
    bench = try made ?? MachineBench(machine, kind: .vkms)
    card = try machine.card(of: .vkms)
    daemon = try bench.start(setup)
    try bench.plug(1, TestDisplay(1024, 768))
    _ = try daemon.wait(1, .presented, within: 60)
  }

  func startProgram(_ arguments: String...) throws -> BackgroundCommand {
    let words = arguments + ["/run/marquee/marquee-surfaces.sock", "demo"]
    return try machine.start("/marquee/build/surface-gbm \(words.joined(separator: " "))")
  }

  /// A list of the kernel about the card.
  func list(_ name: String) -> String { "/sys/kernel/debug/dri/\(card)/\(name)" }

  var cardPath: String { "/dev/dri/card\(card)" }

  /// The planes with a framebuffer.
  func planes() throws -> [(kind: String, memory: Int)] {
    try machine.check("/marquee/build/plane-buffers \(cardPath)").split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return (String(words.first ?? ""), words.last.flatMap { Int($0) } ?? 0)
    }.sorted { $0.kind < $1.kind }
  }

  func waitForPlanes(_ kinds: [String]) throws -> [(kind: String, memory: Int)] {
    let found = try Deadline(after: 60).poll { () throws -> [(kind: String, memory: Int)]? in
      let found = try planes()
      return found.map(\.kind) == kinds ? found : nil
    }
    guard let found else { throw ScenarioFailure("the planes are \(try planes()) instead of \(kinds)") }
    return found
  }

  /// The pixels that the driver has scanned out.
  func writtenBack() throws -> Photograph {
    let path = "/tmp/written-back"
    try machine.check("/marquee/build/write-back \(try daemon.status().processID) \(cardPath) \(path)")
    let bytes = try machine.read(path)
    let header = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let size = String(decoding: header, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard size.count == 2, bytes.count == header.count + 1 + size[0] * size[1] * 4 else {
      throw ScenarioFailure("write-back has written \(bytes.count) bytes: \(String(decoding: header, as: UTF8.self))")
    }
    let words = bytes.dropFirst(header.count + 1)
    let pixels = stride(from: words.startIndex, to: words.endIndex, by: 4).flatMap {
      [words[$0 + 2], words[$0 + 1], words[$0]]
    }
    return Photograph(width: size[0], height: size[1], pixels: pixels)
  }

  /// The framebuffer on the primary plane, and the inode of the dma-buf with its memory.
  func shownPlane() throws -> (framebuffer: Int, memory: Int) {
    let lines = try machine.check("/marquee/build/plane-buffers /dev/dri/card\(card)")
    // primary plane 31 crtc 37 framebuffer 45 dma-buf 17
    let words = lines.split(whereSeparator: { " \n".contains($0) }).map(String.init)
    guard words.count == 9, words[0] == "primary", let framebuffer = Int(words[6]), let memory = Int(words[8]) else {
      throw ScenarioFailure("the primary plane is not the only one with a framebuffer: \(lines)")
    }
    return (framebuffer, memory)
  }
}
