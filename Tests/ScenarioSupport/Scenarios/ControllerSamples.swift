internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import TestKit
internal import VirtualMachine

extension Scenario {
  /// The folder with the samples of docs/controllers.md.
  public static var controllerSamples: String { PythonExample.folder.appending(path: "controller").path }

  /// Whether this machine has the interpreter that the sample in Python needs.
  public static var hasPython: Bool { (try? ChildProcess.shell("python3 -c ''")) != nil }

  /// Runs a program of Examples with a socket on which nothing listens, and returns its lines and its status.
  public static func linesOfExampleWithoutDaemon(_ command: String) throws -> [String] {
    let program = "'\(PythonExample.folder.path)'/\(command)"
    let script = "MARQUEE_SOCKET=/dev/null python3 -B \(program) 2>&1 </dev/null; echo status $?"
    return try ChildProcess.shell(script).split(separator: "\n").map(String.init)
  }

  static let controllerInSwift = Scenario(
    "the sample of a controller in Swift shows a typed line on every display, and prints errors",
    gate: [.simulated]
  ) { try type(on: $0, into: "'\(BuiltPrograms.folder())/controller'") }

  /// Play it if `hasPython`.
  public static let controllerInPython = Scenario(
    "the sample of a controller in Python shows a typed line on every display, and prints errors",
    gate: [.simulated]
  ) { try type(on: $0, into: "python3 -B '\(controllerSamples)/controller.py'") }

  private static func type(on bench: any Bench, into program: String) throws {
    let daemon = try bench.start(.showing("color: \"#204060\""))
    for display in [1, 2] {
      try bench.plug(display, TestDisplay(1280, 720))
      try daemon.wait(display, .presented)
    }
    func run(_ script: String) throws -> String {
      try ChildProcess.shell(
        "export MARQUEE_SOCKET='\(bench.socketPath)'; \(script) | \(program) 2>&1 || echo 'It fails.'")
    }
    let output = try run("printf 'Good morning\\nGood night\\n'")
    for display in [1, 2] {
      let frame = try unwrap(daemon.wait(display, .presented).presented.first?.frame, "no frame")
      try expect(output.contains(frame), "the frame on display \(display) is told: \(output)")
      try expect(output.contains(bench.connector(display)), "display \(display) is named: \(output)")
      try expect(bench.photograph(display).uniformColor == nil, "display \(display) shows a text")
    }
    try expect(output.split(separator: "\n").count, is: 4, "the lines of its output: \(output)")
    let long = try run("head -c 20000 /dev/zero | tr '\\0' x")
    try expect(long.contains("16384"), "a text that is too long is told: \(long)")
    _ = try daemon.client.call(PowerCall(screen: bench.connector(1), on: false))
    let dark = try run("echo Once more")
    let shown = try unwrap(daemon.wait(2, .presented).presented.first?.frame, "no frame")
    try expect(dark.contains("\(bench.connector(1)) is dark"), "a display that refuses is told: \(dark)")
    try expect(dark.contains(shown), "the display behind it shows the line: \(dark)")
    _ = try bench.end(by: "TERM", within: 30)
    let alone = try run("echo Hello")
    try expect(!alone.hasPrefix("It fails."), "a daemon that is missing is told: \(alone)")
    try expect(alone.contains("It fails."), "its status tells of a daemon that is missing: \(alone)")
  }
}
