internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let game = Scenario(
    "the game, a Python program that draws textures: its mode, whole pixels, its score beside it, keys of its window, and its pauses",
    // The virtual machine has no Python.
    gate: [.simulated]
  ) { bench in
    let setup = DaemonSetup("screens: [{ match: { connector: \"\(bench.connector(3))\" }, use: main }]\n")
    var rig = GameRig(daemon: try bench.start(setup))
    try bench.plug(3, TestDisplay(1024, 768))
    try rig.startGame(["--step", "0"])
    let empty = try rig.scorePicture("0", "Paused")

    // One modeset, to the game's mode. The display prefers another one.
    let modesets = try bench.countModesets {
      try bench.plug(1, TestDisplay(1280, 960))
      try rig.daemon.wait(1, .mode("640x480"))
    }
    try expect(modesets, is: 1, "modesets for the display with 640x480")
    let wide = TestDisplay(1600, 1200, others: [PixelSize(width: 800, height: 600)])
    try bench.plug(2, wide)
    try rig.daemon.wait(2, .mode("1600x1200"))
    try rig.waitUntilSeen(true)
    let start = try rig.board(head: [4, 5], isDim: true)
    for _ in 0..<5 { try rig.player?.keys("right") }
    let moved = try rig.board(head: [9, 5])
    try rig.expectTextures(moved)
    try rig.expectWholePixels(of: moved)
    try expect(start.cell(4, 5) != moved.cell(4, 5), "the snake has left its first cell")
    try expect(rig.scorePicture("0", "Playing").number == empty.number, "the number without food")

    try rig.player?.keys("d", "right", "right")
    let grown = try rig.board(head: [12, 5])
    try expect(grown.hasScales(at: [9, 5]) && !moved.hasScales(at: [6, 5]), "it eats, and is a cell longer")
    try expect(rig.scorePicture("1", "Playing").number != empty.number, "the number on the main screen after the food")
    try rig.player?.keys("down", "p")
    let bend = try rig.board(head: [12, 6], isDim: true)
    try rig.expectBend(bend)
    _ = try rig.scorePicture("1", "Paused")

    // While no display shows the game, keys have no effect. Both screens must be black.
    for display in [1, 2] {
      try rig.player?.keys("left")
      try rig.waitForHead([12 - display, 6])
      _ = try rig.daemon.client.call(BlankCall(screen: bench.connector(display), on: true))
    }
    try rig.waitUntilSeen(false)
    _ = try rig.scorePicture("1", "Paused")
    try rig.player?.keys("down")
    _ = try rig.daemon.client.call(BlankCall(screen: bench.connector(1), on: false))
    try rig.waitUntilSeen(true)
    _ = try rig.board(head: [10, 6], isDim: true)
    try rig.player?.keys("left")
    _ = try rig.board(head: [9, 6])

    // The game and the daemon are killed. The game continues after an unplug too.
    try rig.endGame()
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    rig.daemon = try bench.start(setup)
    // A move takes eight seconds, so the snake does not reach the wall meanwhile. On a busy host it moves, and may eat.
    try rig.startGame(["--step", "8"])
    try rig.waitUntilSeen(true)
    _ = try rig.board(head: [9, 6], isDim: true)
    try rig.player?.keys("left")
    try rig.scorePicture(nil, "Playing")
    try bench.unplug(2)
    try bench.unplug(1)
    try rig.waitUntilSeen(false)
    try rig.scorePicture(nil, "Paused")
    let head = try rig.head()
    bench.letPass(seconds: 9)
    try expect(rig.head(), is: head, "the head after longer than a move without a display")
    try bench.plug(1, TestDisplay(1280, 960))
    try rig.waitUntilSeen(true)
    _ = try rig.board(head: head, isDim: true)
    try rig.endGame()
  }
}

/// The game with a player at its window, and the pictures of both.
private struct GameRig {
  var daemon: DaemonHandle
  var player: WindowUser?
  private var program: PythonExample?
  private var linesBefore = 0

  init(daemon: DaemonHandle) { self.daemon = daemon }

  private var bench: any Bench { daemon.bench }

  mutating func startGame(_ arguments: [String]) throws {
    program = try PythonExample(bench, "game/game.py", arguments)
    linesBefore = 0
    player = try WindowUser(of: "game", daemon)
  }

  mutating func endGame() throws {
    player = nil
    program = nil
  }

  /// Waits until the game reports that a display shows it, or that none does. It ignores earlier reports.
  mutating func waitUntilSeen(_ isSeen: Bool) throws {
    let program = try unwrap(program, "the game has not started")
    let line = isSeen ? "a display shows the game" : "no display shows the game"
    try program.wait("\"\(line)\"", after: linesBefore) { $0 == line }
    linesBefore = program.lines.count
  }

  /// The session of the scene on a display, and what the daemon keeps with it.
  private func session(_ role: String, connector: String? = nil) throws -> GetSessionReply? {
    let sessions = try daemon.client.call(SessionsCall(app: "game")).sessions.filter { $0.role == role }
    let replies = try sessions.map { try daemon.client.call(GetSessionCall(session: $0.identifier)) }
    return replies.first { connector == nil || $0.connector == connector }
  }

  /// The cell of the snake's head, as the daemon keeps it for display 1.
  func head() throws -> [Int] {
    let kept = try session("externalDisplayNonInteractive", connector: bench.connector(1))?.userInfo["body"]
    guard case .array(let cells)? = kept, case .array(let head)? = cells.first else { return [] }
    return head.map { if case .integer(let number) = $0 { Int(number) } else { -1 } }
  }

  func waitForHead(_ cell: [Int]) throws {
    let found = try bench.poll(within: 10) { () throws -> Bool? in try head() == cell ? true : nil }
    try expect(found == true, "the head is at \(cell), and not at \(head())")
  }

  /// The picture of display 1 with the head in a cell. The board of a game that pauses has half the brightness.
  func board(head cell: [Int], isDim: Bool = false) throws -> Photograph {
    try waitForHead(cell)
    return try daemon.photograph(1, "the head at \(cell)") { picture in
      guard picture.sizeText == "640x480" else { return false }
      // The mortar of the wall, and the white of two eyes.
      let mortar = isDim ? RGB(75, 71, 65) : RGB(150, 142, 130)
      let white = isDim ? RGB(125, 125, 122) : RGB(250, 250, 244)
      return picture[3, 7] == mortar && picture.cell(cell[0], cell[1]).count { $0 == white } > 20
    }
  }

  /// Waits until the window on the main screen has this score and state, and returns its picture and that of the number. Nil is any score.
  @discardableResult
  func scorePicture(_ score: String?, _ state: String) throws -> (all: Photograph, number: [RGB]) {
    func texts() throws -> String { try "\(String(describing: session("application")?.content))" }
    let isShown = try bench.poll(within: 10) { () throws -> Bool? in
      let texts = try texts()
      return (score.map { texts.contains("<b>\($0)</b>") } ?? true) && texts.contains("     \(state)\"") ? true : nil
    }
    let wanted = "the score \(score ?? "of any number") and \(state)"
    try expect(isShown == true, "the window has \(wanted), and not: \(texts())")
    let (white, yellow) = (RGB(0xFF, 0xFF, 0xFF), RGB(0xF4, 0xC4, 0x4C))
    let picture = try daemon.photograph(3, "the score", within: 20) {
      $0.sizeText == "1024x768" && ($0.histogram[white] ?? 0) > 500 && ($0.histogram[yellow] ?? 0) > 500
    }
    return (picture, (123..<430).flatMap { y in (0..<1024).map { picture[$0, y] } })
  }

  /// Each texture has its colours at its places. The head is at 9, 5 and looks to the right.
  func expectTextures(_ board: Photograph) throws {
    let wall = board.cell(-1, -1)
    try expect(wall.count { $0 == RGB(150, 142, 130) } > 100, "the wall has mortar")
    try expect(Set(wall.filter { $0.warmth > 40 }).count > 8, "the wall has bricks of several reds")
    for cell in [[0, 0], [1, 0], [17, 12]] {
      let grass = board.cell(cell[0], cell[1])
      try expect(grass.allSatisfy { $0.green > $0.red && $0.green > $0.blue }, "the grass at \(cell) is green")
      // Blades are lighter than the earth.
      try expect(grass.count { $0.green > 125 } > 40, "the grass at \(cell) has blades")
      try expect(Set(grass).count > 30, "the grass at \(cell) has \(Set(grass).count) colours")
    }
    try expect(board.cell(0, 0) != board.cell(1, 0), "neighbours have other grass")
    let apple = board.cell(12, 5)
    try expect(apple[18 * 32 + 16].warmth > 100, "the apple is red")
    try expect(Set(apple.filter { $0.warmth > 60 }).count > 50, "the apple has many reds")
    try expect(
      apple[6 * 32 + 18].green > 150 && apple[6 * 32 + 18].warmth < -80, "the apple has a leaf: \(apple[6 * 32 + 18])")
    // Scales along the middle line: yellow and brown in turn.
    let middle = (0..<32).map { board.cell(8, 5)[16 * 32 + $0] }
    try expect(board.hasScales(at: [8, 5]), "the body is golden: \(middle)")
    try expect(zip(middle, middle.dropFirst()).count { $0 != $1 } >= 6, "the body has scales: \(middle)")
    let head = board.cell(9, 5)
    for y in [9, 22] {
      try expect(head[y * 32 + 21], is: RGB(16, 16, 24), "the pupil in row \(y)")
      try expect(head[y * 32 + 17], is: RGB(250, 250, 244), "the white of the eye in row \(y)")
    }
    let tail = board.cell(7, 5)
    func width(_ x: Int) -> Int { (0..<32).count { tail[$0 * 32 + x].warmth > 0 } }
    try expect(width(2) < 8 && width(30) > 16, "the tail is thin at its end: \((0..<32).map(width))")
  }

  /// The body comes from the left at 12, 5 and goes down.
  func expectBend(_ board: Photograph) throws {
    let bend = board.cell(12, 5)
    // The middles of the left, upper, right and lower edge.
    let edges = [bend[16 * 32], bend[16], bend[16 * 32 + 31], bend[31 * 32 + 16]]
    try expect(edges.map { $0.warmth > 0 }, is: [true, false, false, true], "the edges that the bend reaches")
  }

  /// Display 2 shows each pixel of the game as a square of four, in the middle.
  func expectWholePixels(of board: Photograph) throws {
    try daemon.photograph(2, "each pixel as a square of four") { large in
      guard large.sizeText == "1600x1200" else { return false }
      return (0..<1200).allSatisfy { y in
        (0..<1600).allSatisfy { x in
          let isInside = (160..<1440).contains(x) && (120..<1080).contains(y)
          return large[x, y] == (isInside ? board[(x - 160) / 2, (y - 120) / 2] : .black)
        }
      }
    }
  }
}

extension Photograph {
  /// The pixels of a cell of the game, row by row. The wall has the cells around 0, 0 to 17, 12.
  fileprivate func cell(_ column: Int, _ row: Int) -> [RGB] {
    (0..<32).flatMap { y in (0..<32).map { x in self[(column + 1) * 32 + x, (row + 1) * 32 + y] } }
  }

  /// Whether the middle of a cell has the colours of the snake.
  fileprivate func hasScales(at cell: [Int]) -> Bool {
    let pixels = self.cell(cell[0], cell[1])
    return (4..<28).allSatisfy { pixels[16 * 32 + $0].warmth > 20 }
  }
}

extension RGB {
  /// How much more red than green it has.
  fileprivate var warmth: Int { Int(red) - Int(green) }
}
