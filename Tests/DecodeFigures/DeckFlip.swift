import ControlClient
import ControlProtocol
import DisplayTypes
import EventLoop
import Foundation
import TestKit

/// A deck of 500 pages, from `show` to the flip of its first page on a simulated display, beside poppler's own program.
struct DeckFlip {
  private static let runs = 5
  private static let pages = 500
  /// Pages that are turned to after the first, for the memory.
  private static let turns = 72
  private static let screen = "HDMI-A-1"

  let programs: String
  let folder: String

  init(directory: String) throws {
    programs = directory
    folder = NSTemporaryDirectory() + "marquee-deck-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func measure() throws -> DecodeFigure {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let deck = "\(folder)/deck.pdf"
    try LargeDeck.write(deck, pages: Self.pages)
    // In turns, since both are slower when the machine is busy, and with a daemon of its own each, which has nothing of it yet.
    var (library, own, turned): ([Double], [Double], [Double]) = ([], [], [])
    var (worker, daemon) = (0, 0)
    for run in 0..<Self.runs {
      library.append(try seconds { try draw(deck) })
      let isLast = run == Self.runs - 1
      try withDaemon { client, process in
        let start = MonotonicTime.now
        let content = ContentInfo(kind: "deck", value: .object(["file": .string(deck)]))
        let reply = try client.call(ShowCall(screen: Self.screen, content: content))
        own.append(try seconds(from: start, to: reply.presented.first))
        for turn in 0..<(isLast ? Self.turns : 0) {
          let start = MonotonicTime.now
          let page = 1 + (turn + 1) * 7 % Self.pages
          let call = TurnPageCall(screen: Self.screen, turn: .goto, page: page)
          turned.append(try seconds(from: start, to: client.call(call).presented.first))
        }
        worker = max(worker, try children(of: process).map { peak(of: $0) }.max() ?? 0)
        daemon = max(daemon, peak(of: process))
      }
    }
    let (ours, theirs) = (median(own), median(library))
    return DecodeFigure(
      name: "first page of \(Self.pages), from show to the flip",
      text: """
        \(text(ours)) s (\(text(own.min() ?? 0)) to \(text(own.max() ?? 0))), pdftocairo \(text(theirs)) s \
        (\(text(library.min() ?? 0)) to \(text(library.max() ?? 0))): \(text(ours - theirs)) s more; another page \
        \(text(median(turned))) s; at most \(worker >> 10) MiB for the process and \(daemon >> 10) MiB for the daemon after \
        \(Self.turns) more pages
        """,
      demand: "within 1 s of the library's own time, below 256 MiB",
      isMet: ours <= theirs + 1 && worker > 0 && worker < 256 << 10 && daemon < 256 << 10)
  }

  /// Poppler's own program draws the same page in the same size, as a file of uncompressed pixels.
  private func draw(_ deck: String) throws {
    let status = try StartedProgram.run([
      "pdftocairo", "-tiff", "-f", "1", "-l", "1", "-scale-to-x", "1920", "-scale-to-y", "1080", deck,
      "\(folder)/page",
    ]).status
    guard status == 0 else { throw DeckFlipError("pdftocairo ends with \(status)") }
  }

  /// Starts a daemon with one simulated display that shows a colour.
  private func withDaemon(_ body: (ControlClient, Int) throws -> Void) throws {
    let configuration = """
      apps: { lobby: { scenes: { externalDisplayNonInteractive: [{ content: { color: "#204060" } }] } } }

      """
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: "\(folder)/marquee.yaml"))
    try? FileManager.default.removeItem(atPath: "\(folder)/state")
    let nowhere = StartedProgram.openLog("/dev/null")
    defer { close(nowhere) }
    let daemon = try StartedProgram.start(
      [
        "\(programs)/marqueed", "--backend", "simulated", "--state", "\(folder)/state", "--config",
        "\(folder)/marquee.yaml",
      ], environment: ["MARQUEE_SOCKET=\(folder)/socket"], errors: nowhere)
    defer { StartedProgram.end(daemon) }
    var connection: ControlClient?
    for _ in 0..<500 where connection == nil {
      connection = try? ControlClient(path: "\(folder)/socket")
      if connection == nil { usleep(20_000) }
    }
    guard let client = connection else { throw DeckFlipError("the daemon does not answer") }
    var plug = SimulateCall(.plug, screen: Self.screen)
    plug.display = "1920x1080@60"
    _ = try client.call(plug)
    _ = try client.call(WaitCall(screen: Self.screen, condition: .presented, timeoutSeconds: 20))
    try body(client, Int(daemon))
  }

  private func seconds(from start: MonotonicTime, to frame: PresentedFrame?) throws -> Double {
    guard let frame, frame.ending == .presented else { throw DeckFlipError("the page was not presented") }
    return Double(MonotonicTime(nanoseconds: frame.monotonicNanoseconds).nanoseconds(since: start)) / 1e9
  }

  private func seconds(_ work: () throws -> Void) rethrows -> Double {
    let start = MonotonicTime.now
    try work()
    return Double(MonotonicTime.now.nanoseconds(since: start)) / 1e9
  }

  private func median(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.sorted()[values.count / 2] }

  private func text(_ number: Double) -> String { String(format: "%.2f", number) }

  private func children(of process: Int) throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").flatMap { task in
      let list = (try? String(contentsOfFile: "/proc/\(process)/task/\(task)/children", encoding: .utf8)) ?? ""
      return list.split(separator: " ").compactMap { Int($0) }
    }
  }

  /// The most memory that a process ever held, in KiB.
  private func peak(of process: Int) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return 0 }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
