import Testing
import VirtualMachine

/// An app with its delegates in the process that drives the displays: the example `in-process`, on the kernel's own driver.
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

  @Test func oneNumberIsOnEveryDisplayThatIsPluggedIn() async throws {
    let machine = try RunningMachine.get()
    try machine.check("mkfifo /tmp/keys; touch /tmp/typed")
    let app = try machine.start("sh -c '/marquee/build/in-process /dev/dri/card0 < /tmp/keys; echo status $?'")
    // The pipe is held open: its end would be the end of the input.
    let keyboard = try machine.start("sh -c 'tail -f /tmp/typed > /tmp/keys'")
    defer { try? keyboard.stop() }
    func type(_ lines: String...) throws {
      try machine.check("printf '%s\\n' \(lines.joined(separator: " ")) >> /tmp/typed")
    }
    try Self.wait(for: 0, on: 1, of: machine, "the first board")

    try type("+", "+", "+", "-")
    try Self.wait(for: 2, on: 1, of: machine, "counted")
    try machine.plug(monitor: 2, width: 800, height: 600)
    try Self.wait(for: 2, on: 2, of: machine, "the second display, with what was counted before it came")

    try machine.unplug(monitor: 1)
    try machine.wait(for: "grep 'did disconnect' \(app.logPath)", within: .seconds(60))
    try type("+")
    try Self.wait(for: 3, on: 2, of: machine, "counted while the other was away")
    try machine.plug(monitor: 1, width: 1280, height: 720)
    try Self.wait(for: 3, on: 1, of: machine, "the first display again")

    try type("hide")
    for monitor in [1, 2] { try Self.wait(for: nil, on: monitor, of: machine, "no window, no board") }
    try type("show")
    for monitor in [1, 2] { try Self.wait(for: 3, on: monitor, of: machine, "the boards again") }

    try type("quit")
    try machine.wait(for: "grep 'status 0' \(app.logPath)", within: .seconds(60))
    let calls = try app.output().split(separator: "\n").filter { $0.hasPrefix("Virtual-1: ") }.prefix(4)
    #expect(
      calls == [
        "Virtual-1: will connect", "Virtual-1: did become active", "Virtual-1: will resign active",
        "Virtual-1: did disconnect: unplug",
      ])
  }
}
