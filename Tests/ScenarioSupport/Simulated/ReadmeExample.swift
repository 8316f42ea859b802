internal import ControlClient
internal import ControlProtocol
internal import Foundation
internal import TestKit
internal import VirtualMachine

/// The first example of README.md, copied into two terminals: the first starts the daemon, the second talks to it.
public final class ReadmeExample {
  private let directory: String
  private let programs: String
  private let blocks: [String]
  private var socket: String { "\(directory)/marquee.sock" }

  /// Reads the page.
  public init() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../README.md")
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n```")
    blocks = parts.compactMap { $0.hasPrefix("sh\n") ? String($0.dropFirst("sh\n".count)) : nil }
    programs = try BuiltPrograms.folder()
    // The path has no symbolic link, because messages have the daemon's path.
    let place = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    directory = place.appending(path: "marquee-readme-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: "\(directory)/bin", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// Runs both blocks with simulated displays.
  ///
  /// Throws the unexpected result with the expected one.
  public func play() throws {
    try expect(blocks.count, is: 2, "the blocks of shell commands in README.md")
    try makeCommands()
    let daemon = try start(blocks[0], log: "first")
    let client = try unwrap(
      Deadline(after: 60).poll(every: 5) { () throws -> ControlClient? in
        guard daemon.exitStatus() == nil else { throw ScenarioFailure("The first block ends:\n\(daemon.output)") }
        guard let client = try? ControlClient(path: socket), (try? client.call(StatusCall())) != nil else { return nil }
        return client
      }, "The daemon of the first block does not answer:\n\(daemon.output)")
    let check = try start("marqueed --check --strict --config marquee.yaml", log: "check")
    try expect(check.wait(within: 60), is: 0, "the status of a strict check: \(check.output)")
    try expect(check.output.contains("marquee.yaml: no errors\n"), "it has no warning either: \(check.output)")
    try expect(client.call(StatusCall()).warnings.filter { $0.contains("menu.svg") }, is: [], "the daemon's warnings")

    let second = try start(blocks[1], log: "second")
    try expect(second.wait(within: 60), is: 0, "the status of the second block: \(second.output)")
    let rule = try client.call(ExplainCall(screen: "HDMI-A-1")).record.rule
    try expect(rule?.hasPrefix("marquee.yaml:3") == true, "the rule counts for the display: \(rule ?? "none")")
    let screenshot = try client.call(ScreenshotCall(screen: "HDMI-A-1")).png
    let picture = try PNGReader.picture([UInt8](Data(base64Encoded: screenshot) ?? Data()))
    try expect([picture.width, picture.height], is: [1920, 1080], "the size of the picture")
    // The current item depends on the time: the green picture, or the clock on black.
    let colors = [RGB(0x20, 0x60, 0x40), RGB(0, 0, 0)]
    try expect(colors.contains(picture.at(0.05, 0.5)), "the colour of an item: \(picture.at(0.05, 0.5))")
    try expect(picture.at(0.01, 0.5), is: RGB(0, 0, 0), "what the display cuts off")
  }

  /// Puts marqueectl into `PATH`.
  private func makeCommands() throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(directory)/bin/marqueectl", withDestinationPath: "\(programs)/marqueectl")
  }

  private func start(_ block: String, log: String) throws -> ChildProcess {
    // The daemon here uses simulated displays, keeps no files on this machine, and ends with the shell.
    let daemon =
      "marqueed() { setpriv --pdeathsig KILL '\(programs)/marqueed' --backend simulated --state '\(directory)/state' \"$@\"; }"
    let script = "cd '\(directory)' && PATH='\(directory)/bin':$PATH\n\(daemon)\n\(block)\n"
    return try ChildProcess(
      ["bash", "-ec", script], environment: ["MARQUEE_SOCKET": socket], log: "\(directory)/log-\(log)")
  }
}
