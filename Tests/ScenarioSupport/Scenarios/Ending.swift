internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let ending = Scenario(
    "after SIGTERM the daemon turns off its own screens, does not touch a console, and releases the card",
    gate: [.virtio], long: [.legacy]
  ) { bench in
    let console = TestDisplay(1024, 768, model: "Console")
    try bench.plug(2, console)
    // The kernel's console appears on a display after another program has released it.
    _ = try bench.lightWithAnotherProgram(2)
    let isLit = try bench.poll(within: 5) { try bench.photograph(2).showsNoSignal ? nil : true }
    try expect(isLit ?? false, "the console has a signal before the daemon starts")
    let rule = "screens:\n  - match: { model: Console }\n    use: console\n"
    let daemon = try bench.start(.showing("color: \"#204060\"", screens: rule))
    for display in [1, 3] {
      try bench.plug(display, TestDisplay(800, 600))
      try daemon.wait(display, .presented)
    }
    try expect(daemon.screen(2)?.currentMode == nil, "the daemon has no mode on the console")
    var status = 0
    let turnedOff = try bench.countTurnedOff { status = try bench.end(by: "TERM", within: 10) }
    try expect(status, is: 0, "the exit status")
    try expect(turnedOff, is: 2, "displays that were turned off before the card was closed")
    try expect(!bench.photograph(2).showsNoSignal, "the console still has a signal")
    if let couldLight = try bench.lightWithAnotherProgram(1) { try expect(couldLight, "modetest gets the card") }
  }
}
