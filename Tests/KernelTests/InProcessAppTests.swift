import Testing
import VirtualMachine

/// An app with its delegates in the process that drives the displays: the example `in-process`, on the kernel's own driver.
///
/// `tools/test-embedding` builds it as a package outside the tree, and copies it to the other programs.
@Suite(.serialized, .onlyWithMachine, .machine(.withExamples), .timeLimit(.minutes(5)))
struct InProcessAppTests {
  private static let (lit, unlit, ground) = (RGB(255, 176, 32), RGB(44, 48, 56), RGB(16, 18, 24))

  /// The number of lit lamps on a monitor; nil while it shows another picture.
  private static func lampsLit(_ machine: VirtualMachine, monitor: Int) throws -> Int? {
    let picture = try machine.photograph(monitor: monitor)
    guard picture[0, 0] == ground else { return nil }
    let lamps = (0..<10).map { picture[picture.width * (2 * $0 + 3) / 24, picture.height / 2] }
    return lamps.allSatisfy { [lit, unlit].contains($0) } ? lamps.count { $0 == lit } : nil
  }

  private static func wait(
    for count: Int?, on monitor: Int, of machine: VirtualMachine, _ words: Comment
  ) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    var found = try lampsLit(machine, monitor: monitor)
    while found != count, ContinuousClock.now < deadline { found = try lampsLit(machine, monitor: monitor) }
    #expect(found == count, words)
  }

  /// The program, and a pipe as its keyboard.
  private struct TallyProgram {
    let machine: VirtualMachine
    let program: BackgroundCommand
    private let keyboard: BackgroundCommand

    init(_ machine: VirtualMachine) throws {
      self.machine = machine
      try machine.check("rm -f /tmp/keys /tmp/typed; mkfifo /tmp/keys; touch /tmp/typed")
      program = try machine.start("sh -c '/marquee/build/in-process /dev/dri/card0 < /tmp/keys; echo status $?'")
      // The pipe is held open: its end would be the end of the input.
      keyboard = try machine.start("sh -c 'tail -f /tmp/typed > /tmp/keys'")
    }

    func type(_ lines: String...) throws {
      let words = lines.map { "'\($0)'" }.joined(separator: " ")
      try machine.check("printf '%s\\n' \(words) >> /tmp/typed")
    }

    func wait(for line: String) throws {
      try machine.wait(for: "grep -x '\(line)' \(program.logPath)", within: .seconds(60))
    }

    func stop() {
      try? program.stop()
      try? keyboard.stop()
    }
  }

  @Test func oneNumberIsOnEveryDisplayThatIsPluggedIn() async throws {
    let machine = try RunningMachine.get()
    let app = try TallyProgram(machine)
    defer { app.stop() }
    try Self.wait(for: 0, on: 1, of: machine, "the first board")

    try app.type("+", "+", "+", "-")
    try Self.wait(for: 2, on: 1, of: machine, "counted")
    try machine.plug(monitor: 2, width: 800, height: 600)
    try Self.wait(for: 2, on: 2, of: machine, "the second display, with what was counted before it came")

    try machine.unplug(monitor: 1)
    try app.wait(for: "Virtual-1: did disconnect: unplug")
    try app.type("+")
    try Self.wait(for: 3, on: 2, of: machine, "counted while the other was away")
    try machine.plug(monitor: 1, width: 1280, height: 720)
    try Self.wait(for: 3, on: 1, of: machine, "the first display again")

    try app.type("hide")
    for monitor in [1, 2] { try Self.wait(for: nil, on: monitor, of: machine, "no window, no board") }
    try app.type("show")
    for monitor in [1, 2] { try Self.wait(for: 3, on: monitor, of: machine, "the boards again") }

    try app.type("quit")
    try app.wait(for: "status 0")
    let calls = try app.program.output().split(separator: "\n").filter {
      $0.hasPrefix("Virtual-1: ") && !$0.hasPrefix("Virtual-1: session ")
    }.prefix(4)
    #expect(
      calls == [
        "Virtual-1: will connect", "Virtual-1: did become active", "Virtual-1: will resign active",
        "Virtual-1: did disconnect: unplug",
      ])
  }

  @Test func theSessionKeepsItsModeAndTheConsoleReturnsAfterSIGTERM() async throws {
    let machine = try RunningMachine.get()
    try machine.plug(monitor: 1, width: 1280, height: 720)
    try machine.plug(monitor: 2, width: 800, height: 600)
    let app = try TallyProgram(machine)
    defer { app.stop() }
    for screen in [1, 2] { try app.wait(for: "Virtual-\(screen): did become active") }
    try app.type("+")
    for monitor in [1, 2] { try Self.wait(for: 1, on: monitor, of: machine, "two scenes") }

    try app.type("mode Virtual-1 800x600")
    try app.wait(for: "Virtual-1: did update: was 1280x720")
    try Self.wait(for: 1, on: 1, of: machine, "the board in the other mode")
    #expect(try machine.photograph(monitor: 1).width == 800)

    try machine.unplug(monitor: 1)
    try app.wait(for: "Virtual-1: did disconnect: unplug")
    try machine.plug(monitor: 1, width: 1280, height: 720)
    try Self.wait(for: 1, on: 1, of: machine, "the display again")
    #expect(try machine.photograph(monitor: 1).width == 800, "the mode is kept with the session")
    let sessions = try app.program.output().split(separator: "\n").filter { $0.hasPrefix("Virtual-1: session ") }
    #expect(sessions.count == 2 && Set(sessions).count == 1)

    try machine.check("pkill -x -TERM in-process")
    for line in ["Virtual-1: did disconnect: shutdown", "Virtual-2: did disconnect: shutdown", "ended", "status 0"] {
      try app.wait(for: line)
    }
    // The kernel's console is on the display again: text with a grey background appears there (FBIOPUT_CON2FBMAP is 0x4610).
    try machine.check(
      """
      number=$(awk '/virtio_gpudrmfb/ {print $1; exit}' /proc/fb)
      perl -e 'open F, "+<", "/dev/fb0" or die; my $map = pack("LL", 1, '"$number"'); ioctl(F, 0x4610, $map) or die'
      printf '\\033[47m\\033[2J' > /dev/tty1
      """)
    let grey = RGB(170, 170, 170)
    let deadline = ContinuousClock.now + .seconds(60)
    func middle() throws -> RGB {
      let picture = try machine.photograph(monitor: 1)
      return picture[picture.width / 2, picture.height / 2]
    }
    while try middle() != grey, ContinuousClock.now < deadline {}
    #expect(try middle() == grey, "the console")
  }
}
