import Composition
import DisplayTypes
import Glibc
import RasterizerHost
import Rasterizing
import TestKit
import Testing

/// Programs in the rasteriser's place that behave badly.
@Suite(.serialized) struct RasterizerFailureTests {
  private let directory: RasterizerTestDirectory
  private let hello = RasterRequest.text(
    TextRasterRequest(
      text: "Hello", box: PixelSize(width: 320, height: 200), minimumFontSize: 10, maximumFontSize: 80))

  init() throws {
    directory = try RasterizerTestDirectory()
  }

  private func bench(
    _ script: String, change: (inout RasterizerSettings) -> Void = { _ in }
  ) throws -> RasterizerTestBench {
    let path = try directory.worker(script)
    return try RasterizerTestBench { settings in
      settings.path = path
      change(&settings)
    }
  }

  @Test func aProgramThatIsMissingIsNamed() throws {
    let bench = try RasterizerTestBench { $0.path = "/nowhere/marquee-rasterizer" }
    let error = try #require(try bench.error(hello))
    guard case .notStarted(let path, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(path == "/nowhere/marquee-rasterizer")
    #expect(error.description.contains("No such file"))
    #expect(!bench.process.isRunning)
  }

  @Test func anAnswerThatMakesNoSenseIsRejectedAndTheProcessEnded() throws {
    let bench = try bench(
      "\(RasterizerTestDirectory.takeRequest); printf rubbish >&3; \(RasterizerTestDirectory.stay)")
    guard case .badReply = try bench.error(hello) else {
      Issue.record("it was believed")
      return
    }
    #expect(!bench.process.isRunning)
    #expect(bench.process.statistics.deaths == 2)
  }

  @Test func aPictureWithoutItsMemoryIsRejected() throws {
    let reply = ReplyMessage(
      identifier: 1,
      outcome: .picture(InkReply(rect: PixelRect(x: 0, y: 0, width: 8, height: 8), stride: 32, fontSize: 10)))
    let octal = reply.encoded.map { "\\" + String(Int($0), radix: 8) }.map { octal in
      "\\" + String(repeating: "0", count: 4 - octal.utf8.count) + octal.dropFirst()
    }
    let bench = try bench(
      "\(RasterizerTestDirectory.takeRequest); printf '\(octal.joined())' >&3; \(RasterizerTestDirectory.stay)")
    guard case .badReply(let what) = try bench.error(hello) else {
      Issue.record("it was believed")
      return
    }
    #expect(what.contains("descriptors"))
  }

  @Test func unexpectedAnswersEndTheProcess() throws {
    let bench = try bench("printf hello >&3; \(RasterizerTestDirectory.stay)")
    bench.process.prewarm()
    #expect(bench.process.isRunning)
    try bench.turn(until: { !bench.process.isRunning })
    #expect(bench.process.statistics.deaths == 1)
  }

  @Test func aRequestThatKillsTwiceIsGivenUp() throws {
    let bench = try bench("\(RasterizerTestDirectory.takeRequest); exit 7")
    guard case .workerDied(let reason) = try bench.error(hello) else {
      Issue.record("no workerDied")
      return
    }
    #expect(reason.contains("status 7"))
    #expect(bench.process.statistics.starts == 2)
    #expect(bench.process.statistics.failures == 1)
  }

  @Test func aDeathAmidARequestIsMadeGoodByTheSuccessor() throws {
    let worker = try BuiltPrograms.path(of: "marquee-rasterizer")
    let marker = directory.path + "/marker"
    let bench = try bench(
      """
      if [ -e '\(marker)' ]; then exec '\(worker)' "$@"; fi
      : > '\(marker)'; \(RasterizerTestDirectory.takeRequest); kill -9 $$
      """)
    guard case .success = try bench.answer(hello) else {
      Issue.record("the request was lost")
      return
    }
    #expect(bench.process.statistics.starts == 2)
    #expect(bench.process.statistics.deaths == 1)
  }

  @Test func aProcessThatHangsIsEndedAfterItsTime() throws {
    let bench = try bench(RasterizerTestDirectory.stay) {
      $0.textMilliseconds = 20
      $0.startMilliseconds = 0
    }
    #expect(try bench.error(hello) == .timedOut(seconds: 1))
    try bench.turn(until: { !bench.process.isRunning })
    #expect(bench.process.statistics.deaths == 1)
  }

  @Test func afterTheFirstTextItsTimeIsShort() throws {
    let bench = try RasterizerTestBench {
      $0.textMilliseconds = 0
      $0.startMilliseconds = 60_000
    }
    #expect(try bench.error(hello) == nil)
    kill(try #require(bench.process.pid), SIGSTOP)
    #expect(try bench.error(hello) == .timedOut(seconds: 0))
  }

  /// A code or a screenshot's PNG needs no font, so the next text finds no font loaded.
  @Test func theFirstTextHasItsTimeWhateverWasAnsweredBefore() throws {
    let bench = try RasterizerTestBench {
      $0.textMilliseconds = 0
      $0.startMilliseconds = 60_000
    }
    #expect(try bench.error(.code(CodeRasterRequest(text: "https://marquee.example"))) == nil)
    #expect(try bench.error(hello) == nil)
    #expect(bench.process.statistics.starts == 1)
  }

  /// A request without a font has its short time limit after the program's first answer.
  @Test func theFirstCodeAfterATextHasNoMoreTime() throws {
    let bench = try RasterizerTestBench {
      $0.textMilliseconds = 0
      $0.startMilliseconds = 60_000
    }
    #expect(try bench.error(hello) == nil)
    kill(try #require(bench.process.pid), SIGSTOP)
    #expect(try bench.error(.code(CodeRasterRequest(text: "https://marquee.example"))) == .timedOut(seconds: 0))
  }

  @Test func theFirstTextOfTheNextWorkerHasItsTimeToo() throws {
    let bench = try RasterizerTestBench {
      $0.textMilliseconds = 0
      $0.startMilliseconds = 60_000
      $0.idleMilliseconds = 1
    }
    #expect(try bench.error(hello) == nil)
    try bench.turn(until: { !bench.process.isRunning })
    #expect(try bench.error(hello) == nil)
    #expect(bench.process.statistics.starts == 2)
  }

  @Test func aProcessThatClosesItsSocketIsEnded() throws {
    let bench = try bench("exec 3>&-; exec sleep 1000")
    guard case .workerDied = try bench.error(hello) else {
      Issue.record("no workerDied")
      return
    }
    #expect(!bench.process.isRunning)
  }

  @Test func itInheritsFewVariables() throws {
    let report = directory.path + "/file"
    let bench = try bench("env > '\(report)'; exit 3") { $0.environment = ["MARQUEE_EXTRA": "1"] }
    _ = try bench.error(hello)
    let names = Set(
      try RasterizerTestDirectory.read(report).split(separator: "\n").compactMap { $0.split(separator: "=").first })
    #expect(names.contains("MARQUEE_EXTRA"))
    // The last ones are the shell's own.
    let allowed: Set<Substring> = [
      "FONTCONFIG_FILE", "FONTCONFIG_PATH", "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH",
      "PANGO_LANGUAGE", "PATH",
      "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "MARQUEE_EXTRA", "PWD", "SHLVL", "OLDPWD", "_",
    ]
    #expect(names.subtracting(allowed).isEmpty)
  }
}
