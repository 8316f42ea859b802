internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let game = Scenario(
    "the game, a Python program: it is played with the controller's keys, sharp on the display, and continues after a replug and a kill",
    // Its text takes seconds to draw in an emulated machine.
    gate: [.simulated]
  ) { bench in
    let setup = DaemonSetup("apps: {}\n")
    let display = TestDisplay(1280, 960)
    var daemon = try bench.start(setup)
    try bench.plug(1, display)
    try daemon.wait(1, .mode("1280x960"))
    var program: PythonExample? = try PythonExample(bench, "game/game.py", ["--step", "0"])
    func enter(_ keys: String) throws -> String { try unwrap(program, "it is not there").enter(keys) }
    /// Waits until the game knows that it is visible. It ignores earlier keys.
    func waitUntilSeen(after start: Int = 0) throws {
      try program?.wait("that it is seen", after: start) { $0 == "a display is connected" }
    }
    /// The number of pixels of the snake and of the food.
    func seen(_ picture: Photograph) -> [Int] {
      [RGB(0x58, 0xD0, 0x58), RGB(0xE8, 0xFF, 0xB0), RGB(0xFF, 0x50, 0x48)].map { picture.histogram[$0] ?? 0 }
    }
    let start = try daemon.photograph(1, "the board") { seen($0).allSatisfy { $0 > 0 } }
    try waitUntilSeen()
    // The layout is for 640x480, so each pixel is a square of four.
    let isSharp = stride(from: 0, to: 960, by: 2).allSatisfy { y in
      stride(from: 0, to: 1280, by: 2).allSatisfy { x in
        let pixel = start[x, y]
        return start[x + 1, y] == pixel && start[x, y + 1] == pixel && start[x + 1, y + 1] == pixel
      }
    }
    try expect(isSharp, "its pixels are sharp")
    try expect(enter("ddddd").hasPrefix("score 0, head at [9, 5]"), "five keys, five cells")
    try expect(enter("ddd").hasPrefix("score 1, head at [12, 5]"), "it eats what is there")
    let grown = try bench.photograph(1)
    try expect(seen(grown)[0] * 10 > seen(start)[0] * 13, "a cell longer: \(seen(start)), \(seen(grown))")
    let session = try unwrap(daemon.client.call(SessionsCall(app: "game")).sessions.first, "no session")
    let reply = try daemon.client.call(GetSessionCall(session: session.identifier))
    try expect(reply.userInfo["best"], is: .integer(1), "the best score, as it is kept")

    // The game is not visible, so it pauses.
    try bench.unplug(1)
    try program?.wait("that it pauses") { $0 == "paused until a display is connected" }
    try program?.type("s")
    let linesBefore = program?.lines.count ?? 0
    try bench.plug(1, display)
    try daemon.photograph(1, "the board as it was, and that it pauses") { $0 != grown && seen($0) == seen(grown) }
    try waitUntilSeen(after: linesBefore)
    try expect(enter("s").hasPrefix("score 1, head at [12, 6]"), "it goes on with the next key")
    let last = try bench.photograph(1)

    program = nil
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try daemon.photograph(1, "the board after kill -9") { $0 == last }
    program = try PythonExample(bench, "game/game.py", ["--step", "0"])
    try waitUntilSeen()
    try expect(enter("a").hasPrefix("score 1, head at [11, 6]"), "the same game goes on")
    withExtendedLifetime(program) {}
  }
}
