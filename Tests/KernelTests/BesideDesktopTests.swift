import Testing
import VirtualMachine

@testable import ScenarioSupport

/// A talk on a text console beside a desktop. weston is the desktop on the second virtual terminal, and seatd is the seat manager. The first
/// monitor stands for the panel.
@Suite(.serialized, .onlyWithMachine, .machine(.withPrograms(on: .virtioGPU)), .timeLimit(.minutes(30)))
struct BesideDesktopTests {
  @Test func theDesktopAndTheTalkHaveTheDisplaysInTurn() async throws {
    let machine = try RunningMachine.get()
    try await ScenarioThreads.runWithMachine { try Self.play(on: machine) }
  }

  private static func play(on machine: VirtualMachine) throws {
    let terminals = try TwoTerminals(machine)
    try terminals.takeTurns()
    try terminals.endOfTalk()
    try terminals.deaths()
    try terminals.withoutConsole()
  }
}

/// The desktop on the terminal 2, and the talk on the terminal 3. Each opens its terminal as the leader of a new session, and so controls it.
private struct TwoTerminals {
  private static let desktop = RGB(51, 102, 153)
  private static let slides = [RGB(32, 96, 64), RGB(96, 64, 32)]
  /// Makes a virtual terminal active and waits for that (VT_ACTIVATE and VT_WAITACTIVE of linux/vt.h).
  private static let change =
    #"perl -e 'open F,"+<","/dev/tty0" or die; for (0x5606,0x5607) { ioctl(F,$_,int($ARGV[0])) or die $! }' "#

  let machine: VirtualMachine

  init(_ machine: VirtualMachine) throws {
    self.machine = machine
    try machine.plug(monitor: 1, width: 1024, height: 768)
    try machine.plug(monitor: 2, width: 1280, height: 720)
    try machine.wait(forConnector: "Virtual-2", toBe: "connected")
    try machine.write(Array(MadeFiles.document(Self.slides).utf8), to: "/tmp/talk.pdf")
    try machine.write(
      Array("[shell]\nbackground-color=0xff336699\nbackground-type=tile\npanel-position=none\n".utf8),
      to: "/tmp/weston.ini")
    try machine.check("mkdir -p -m 700 /run/weston /run/talk")
    _ = try machine.start("seatd > /tmp/seatd.log 2>&1")
    try machine.wait(for: "test -S /run/seatd.sock")
    try change(to: 2)
    _ = try machine.start(
      """
      env XDG_RUNTIME_DIR=/run/weston setsid sh -c 'exec weston --config=/tmp/weston.ini --backend=drm-backend.so --tty=2 \
      --use-pixman --continue-without-input --idle-time=0 --log=/tmp/weston.log < /dev/tty2 > /tmp/weston.out 2>&1'
      """)
    try showsDesktop()
  }

  func takeTurns() throws {
    try beginTalk()
    let console = try panelShowsText()
    try machine.press("spc")
    try showsSlide(1)
    // The view on the panel shows the next slide.
    _ = try machine.photograph(monitor: 1, within: .seconds(60)) { $0 != console }

    // The kernel changes the terminal by these keys, because the console has its keyboard.
    try machine.press("ctrl", "alt", "f2")
    try showsDesktop()
    #expect(try machine.check("pidof marqueed") != "")
    try change(to: 3)
    try showsSlide(1)
    _ = try panelShowsText()
    // The card comes and goes as often as wanted.
    for _ in 0..<3 {
      try change(to: 2)
      try showsDesktop()
      try change(to: 3)
      try showsSlide(1)
    }
  }

  func endOfTalk() throws {
    try machine.press("q")
    try machine.press("e")
    try machine.wait(for: "! pidof marqueed marqueectl")
    // The console has both displays again.
    _ = try machine.photograph(monitor: 2, within: .seconds(60)) { isText($0) }
    #expect(try machine.run("ls /run/talk").output == "", "the folder of the daemon is removed")
    try change(to: 2)
    try showsDesktop()
  }

  /// The daemon and then the command are killed. The desktop has its displays each time.
  func deaths() throws {
    for program in ["marqueed", "marqueectl"] {
      try change(to: 3)
      try beginTalk()
      try machine.check("kill -9 $(pidof \(program))")
      try machine.wait(for: "! pidof marqueed")
      try change(to: 2)
      try showsDesktop()
      _ = try machine.run("kill -9 $(pidof marqueectl)")
      try machine.wait(for: "! pidof marqueectl")
    }
    #expect(try machine.check("pidof weston") != "")
    let log = try machine.check("cat /tmp/weston.log")
    // Without logind, weston reports at its start that it switches terminals itself.
    let lines = log.split(separator: "\n").filter { !$0.contains("logind") }
    #expect(!lines.contains { $0.lowercased().contains("error") || $0.contains("failed") }, "\(log)")
  }

  /// A terminal that is no console gets a message, and no daemon.
  func withoutConsole() throws {
    let result = try machine.run(
      "script -qec 'TERM=xterm /marquee/build/marqueectl present /tmp/talk.pdf' /dev/null < /dev/null")
    #expect(result.status == 3 && result.output.contains("log in on a text console (Ctrl+Alt+F3)"), "\(result)")
    #expect(try !machine.run("pidof marqueed").succeeded)
  }

  private func beginTalk() throws {
    try change(to: 3)
    _ = try machine.start(
      """
      env XDG_RUNTIME_DIR=/run/talk LIBSEAT_BACKEND=seatd TERM=linux \
      setsid sh -c 'exec /marquee/build/marqueectl present /tmp/talk.pdf < /dev/tty3 > /dev/tty3 2>&1'
      """)
    try showsSlide(0)
  }

  private func change(to terminal: Int) throws { try machine.check(Self.change + "\(terminal)") }

  private func showsDesktop() throws {
    for monitor in [1, 2] {
      _ = try machine.photograph(monitor: monitor, within: .seconds(60)) { $0.uniformColor == Self.desktop }
    }
  }

  private func showsSlide(_ number: Int) throws {
    _ = try machine.photograph(monitor: 2, within: .seconds(60)) { $0[640, 360] == Self.slides[number] }
  }

  private func panelShowsText() throws -> Photograph {
    try machine.photograph(monitor: 1, within: .seconds(60)) { isText($0) }
  }

  /// Whether a picture has letters on black.
  private func isText(_ picture: Photograph) -> Bool {
    var (black, other) = (0, 0)
    for y in stride(from: 0, to: picture.height, by: 2) {
      for x in 0..<picture.width {
        if picture[x, y] == RGB(0, 0, 0) { black += 1 } else { other += 1 }
      }
    }
    return other > 50 && black > 4 * other
  }
}
