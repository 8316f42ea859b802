import DisplayTypes
import EventLoop
import Glibc
import RasterizerHost
import Rasterizing
import TestKit
import Testing

/// The process behind the pictures: its starts, ends and limits.
@Suite(.serialized) struct RasterizerProcessTests {
  private let hello = TextRasterRequest(
    text: "Hello", box: PixelSize(width: 320, height: 200), minimumFontSize: 10, maximumFontSize: 80)

  @Test func itStartsWithTheFirstRequestAndServesTheNext() throws {
    let bench = try RasterizerTestBench()
    #expect(!bench.process.isRunning)
    #expect(bench.process.pid == nil)
    #expect(try bench.picture(hello).inkCount > 100)
    let pid = bench.process.pid
    #expect(pid != nil)
    #expect(try bench.picture(hello).inkCount > 100)
    #expect(bench.process.pid == pid)
    #expect(bench.process.statistics.starts == 1)
    #expect(bench.process.statistics.requests == 2)
  }

  @Test func completionsComeInALaterTurn() throws {
    let bench = try RasterizerTestBench()
    var calls = 0
    bench.process.rasterize(.text(hello)) { _ in calls += 1 }
    var refused = hello
    refused.box = .zero
    bench.process.rasterize(.text(refused)) { _ in calls += 1 }
    #expect(calls == 0)
    try bench.turn(until: { calls == 2 })
  }

  @Test func itExitsWhenIdleAndComesBackWhenNeeded() throws {
    let bench = try RasterizerTestBench { $0.idleMilliseconds = 30 }
    var isAnswered = false
    bench.process.rasterize(.text(hello)) { _ in isAnswered = true }
    try bench.turn(until: { bench.process.isRunning })
    let pid = try #require(bench.process.pid)
    try bench.turn(until: { !bench.process.isRunning })
    #expect(isAnswered)
    // Reaped: the kernel knows no such child any more.
    #expect(waitpid(pid, nil, WNOHANG) == -1)
    #expect(bench.process.statistics.deaths == 0)
    #expect(try bench.picture(hello).inkCount > 100)
    #expect(bench.process.statistics.starts == 2)
  }

  @Test func requestsMeetAWorkerThatIsLeavingAndAreAnsweredAllTheSame() throws {
    let bench = try RasterizerTestBench { $0.idleMilliseconds = 1 }
    for _ in 0..<40 { #expect(try bench.picture(hello).inkCount > 100) }
    #expect(bench.process.statistics.deaths == 0)
  }

  @Test func aRequestWhoseWorkerIsKilledIsDoneByTheNext() throws {
    let program = "/tmp/marquee-rasterizer-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    try ProgramFile.writeSilentOnce(then: BuiltPrograms.path(of: "marquee-rasterizer"), to: program)
    defer { for path in [program, program + ".bell"] { unlink(path) } }
    let bench = try RasterizerTestBench { $0.path = program }
    var answer: Result<RasterResult, RasterError>?
    bench.process.rasterize(.text(hello)) { answer = $0 }
    try bench.turn(until: { bench.process.isRunning })
    let first = try #require(bench.process.pid)
    try ProgramFile.waitForSilentOne(of: program)
    kill(first, SIGKILL)
    try bench.turn(until: { answer != nil })
    guard case .success(.picture(let picture)) = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(picture.inkCount > 100)
    #expect(bench.process.pid != first)
    #expect(bench.process.statistics.starts == 2)
    #expect(bench.process.statistics.deaths == 1)
  }

  @Test func itHoldsNoDescriptorButItsSocket() throws {
    let bench = try RasterizerTestBench()
    // A descriptor that a careless library left open across exec.
    let careless = open("/dev/null", O_RDONLY)
    defer { close(careless) }
    _ = try bench.picture(hello)
    let pid = try #require(bench.process.pid)
    let names = try #require(FolderNames.read("/proc/\(pid)/fd")).filter { name in
      // The last picture's memory may not be closed yet.
      !RasterizerTestDirectory.target(of: "/proc/\(pid)/fd/\(name)").contains("memfd:marquee-raster")
    }
    #expect(Set(names) == ["0", "1", "2", "3"])
  }

  @Test func itHasGivenUpRightsAndLimitsItself() throws {
    let bench = try RasterizerTestBench()
    _ = try bench.picture(hello)
    let pid = try #require(bench.process.pid)
    #expect(try RasterizerTestDirectory.read("/proc/\(pid)/status").contains("NoNewPrivs:\t1\n"))
    #expect(try RasterizerTestDirectory.read("/proc/\(pid)/status").contains("Seccomp:\t2\n"))
    let limits = try RasterizerTestDirectory.read("/proc/\(pid)/limits").split(separator: "\n")
    for (name, value) in [("Max core file size", "0"), ("Max open files", "64"), ("Max address space", "1073741824")] {
      let words = limits.first { $0.hasPrefix(name) }?.dropFirst(name.utf8.count).split(separator: " ")
      #expect(words?.prefix(2) == [Substring(value), Substring(value)], "\(name)")
    }
  }

  @Test func itsSandboxRefusesEveryOtherWayOut() throws {
    let (status, words) = try StartedProgram.run(
      [BuiltPrograms.path(of: "marquee-rasterizer"), "--check-sandbox"])
    #expect(words.split(separator: "\n").count == 11)
    #expect(words.contains("changes of files that may be read: refused"))
    #expect(!words.contains("possible"), "\(words)")
    #expect(status == 0)
  }

  @Test func picturesOutliveTheWorkerThatDrewThem() throws {
    let bench = try RasterizerTestBench()
    let picture = try bench.picture(hello)
    let ink = picture.inkCount
    kill(try #require(bench.process.pid), SIGKILL)
    try bench.turn(until: { !bench.process.isRunning })
    #expect(picture.inkCount == ink)
  }

  @Test func aMegabyteOfTextIsRefusedWithoutStartingAnything() throws {
    let bench = try RasterizerTestBench()
    var long = hello
    long.text = String(repeating: "x", count: 1 << 20)
    let error = try #require(try bench.error(.text(long)))
    #expect(error == .textTooLong(bytes: 1 << 20))
    #expect(error.description.contains("1048576") && error.description.contains("16384"))
    #expect(bench.process.statistics.starts == 0)
  }

  @Test func withoutFontsTheErrorNamesThePackages() throws {
    let directory = try RasterizerTestDirectory()
    let fonts = try directory.write(
      "fonts.conf", "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig></fontconfig>")
    let bench = try RasterizerTestBench { $0.environment = ["FONTCONFIG_FILE": fonts] }
    let error = try bench.error(.text(hello))
    #expect(error == .noFonts)
    #expect(error?.description.contains("fonts-dejavu-core") == true)
    #expect(bench.process.statistics.deaths == 0)
  }

  /// A user reads which font to install, installs it, and waits.
  @Test func fontsThatAreInstalledLaterAreFoundByTheSameProcess() throws {
    let directory = try RasterizerTestDirectory()
    let fonts = try directory.write(
      "fonts.conf",
      "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig><dir>\(directory.path)</dir></fontconfig>"
    )
    let bench = try RasterizerTestBench { $0.environment = ["FONTCONFIG_FILE": fonts] }
    for _ in 0..<3 { #expect(try bench.error(.text(hello)) == .noFonts) }
    try #require(symlink("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", directory.path + "/file") == 0)
    #expect(try bench.picture(hello).inkCount > 100)
    #expect(bench.process.statistics.starts == 1)
  }

  @Test func aCancelledRequestGetsNoReplyAndDelaysNoOther() throws {
    let bench = try RasterizerTestBench()
    var cancelledCalls = 0
    let inFlight = bench.process.rasterize(.text(hello)) { _ in cancelledCalls += 1 }
    let queued = bench.process.rasterize(.text(hello)) { _ in cancelledCalls += 1 }
    try bench.turn(until: { bench.process.isRunning })
    inFlight.cancel()
    queued.cancel()
    #expect(try bench.picture(hello).inkCount > 100)
    #expect(cancelledCalls == 0)
  }

  @Test func aFullQueueRefusesTheNext() throws {
    let bench = try RasterizerTestBench { $0.queueLimit = 2 }
    var errors: [RasterError?] = []
    for _ in 0..<3 {
      bench.process.rasterize(.text(hello)) { result in
        switch result {
        case .success: errors.append(nil)
        case .failure(let error): errors.append(error)
        }
      }
    }
    try bench.turn(until: { errors.count == 3 })
    #expect(errors == [.queueFull(limit: 2), nil, nil])
  }

  @Test func stoppingEndsTheWorkerAndFailsWaitingRequests() throws {
    let bench = try RasterizerTestBench()
    var errors: [RasterError] = []
    for _ in 0..<2 {
      bench.process.rasterize(.text(hello)) { if case .failure(let error) = $0 { errors.append(error) } }
    }
    try bench.turn(until: { bench.process.isRunning })
    bench.process.stop()
    #expect(errors == [.stopped, .stopped])
    #expect(!bench.process.isRunning)
    #expect(try bench.error(.text(hello)) == .stopped)
  }

  @Test func pixelsBecomeAPNGFile() throws {
    let bench = try RasterizerTestBench()
    let size = PixelSize(width: 3, height: 2)
    let descriptor = try SealedMemory.make(size: size) { bytes in
      for index in 0..<6 { bytes.storeBytes(of: 0x00FF_8000, toByteOffset: index * 4, as: UInt32.self) }
    }
    var answer: Result<RasterResult, RasterError>?
    bench.process.rasterize(.png(PNGRequest(descriptor: descriptor, size: size, stride: 12))) { answer = $0 }
    // The caller may close its descriptor at once.
    close(descriptor)
    try bench.turn(until: { answer != nil })
    guard case .success(.file(let file)) = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    let bytes = Array(file.bytes.prefix(24))
    // PNG (ISO 15948), sections 5.2 and 11.2.2: signature, then IHDR with width and height, big-endian.
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(bytes[16...] == [0, 0, 0, 3, 0, 0, 0, 2])
  }

  @Test func pixelsThatCouldShrinkAreRefused() throws {
    let directory = try RasterizerTestDirectory()
    let path = try directory.write("file", String(repeating: "x", count: 64))
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let request = PNGRequest(descriptor: descriptor, size: PixelSize(width: 2, height: 2), stride: 8)
    guard case .invalidRequest = try RasterizerTestBench().error(.png(request)) else {
      Issue.record("an ordinary file was read")
      return
    }
  }

  @Test func aTextThatBreaksTheFontsDoesNotBreakTheNext() throws {
    let bench = try RasterizerTestBench()
    _ = try bench.picture(hello)
    var broken = hello
    broken.text = "<span size=\"100000000\">big</span>"
    broken.usesMarkup = true
    // In a process that has drawn before, and in a fresh one; each time with a text behind it.
    for _ in 0..<2 {
      guard case .drawingFailed = try bench.error(.text(broken)) else {
        Issue.record("letters a kilometre high were drawn")
        return
      }
      #expect(try bench.picture(hello).inkCount > 100)
    }
    #expect(bench.process.statistics.deaths <= 2)
  }

  @Test func textsGoBeforePNGs() throws {
    let bench = try RasterizerTestBench()
    let size = PixelSize(width: 2, height: 2)
    let descriptor = try SealedMemory.make(size: size) { _ in }
    defer { close(descriptor) }
    var order: [String] = []
    bench.process.rasterize(.png(PNGRequest(descriptor: descriptor, size: size, stride: 8))) { _ in order.append("png")
    }
    bench.process.rasterize(.text(hello)) { _ in order.append("text") }
    try bench.turn(until: { order.count == 2 })
    #expect(order == ["text", "png"])
  }
}
