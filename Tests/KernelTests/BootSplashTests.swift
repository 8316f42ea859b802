import Testing
import VirtualMachine

/// A boot with a splash by plymouth, which holds the card until the daemon has it; a console with a login is on the same card.
@Suite(.serialized, .onlyWithMachine, .timeLimit(.minutes(40)))
struct BootSplashTests {
  @Test func thePictureFollowsTheSplashAndNoTextIsSeen() async throws {
    var options = BootOptions.installed
    options.showsSplash = true
    options.waitsForAgent = false
    // plymouth's own threads race on a busy host: one of its starts in ten ended in text, or in its death.
    options.countsInstructions = true
    let machine = try await VirtualMachine.boot(options)
    defer { machine.shutdown() }
    do {
      try watchBoot(of: machine)
    } catch {
      let journal = journal(of: machine)
      throw NotShown(
        description: "\(error)\n\(journal.isEmpty ? machine.consoleLog : journal.suffix(120).joined(separator: "\n"))")
    }
    // The picture stays when plymouth ends and the login appears on its console.
    try machine.waitUntilReady(within: .seconds(120))
    let end = ContinuousClock.now + .seconds(120)
    while try !machine.run(Self.splashHasEnded).succeeded {
      try #require(ContinuousClock.now < end)
      try #require(try step(in: machine.photograph(monitor: 1)) == .picture)
    }
    for _ in 0..<10 { #expect(try step(in: machine.photograph(monitor: 1)) == .picture) }
    #expect(try machine.check("systemctl show -P NRestarts marqueed.service") == "0")
    // The sandboxes of the units allow their actions.
    for unit in ["plymouth-start.service", "marquee-splash.service", "marquee-splash-end.service"] {
      #expect(try machine.check("systemctl show -P Result \(unit)") == "success")
    }
    let commands = try machine.check(
      "systemctl show -p ExecStart -p ExecStopPost marquee-splash.service marquee-splash-end.service | grep path=")
    for command in commands.split(separator: "\n") { #expect(command.hasSuffix("status=0 }")) }
    // A loop without an answer also ends well, so no unit logs an error.
    #expect(try machine.check("journalctl -q -o cat -u marquee-splash-end.service _TRANSPORT=stdout") == "")

    // The console is on its card again, and appears after the daemon's end.
    #expect(
      try machine.check("cd /sys/class/vtconsole && cat $(grep -l 'frame buffer' */name | sed s/name/bind/) | sort -u")
        == "1")
    try machine.check("systemctl stop marqueed.socket marqueed.service")
    let console = try machine.photograph(monitor: 1, within: .seconds(60)) { isText($0) }
    #expect(!isWelcome(console))
  }

  /// Watches until the picture is there. Throws without a splash before it, or if anything except black and the picture comes after it.
  private func watchBoot(of machine: VirtualMachine) throws {
    let first = try machine.photograph(monitor: 1, within: .seconds(300)) {
      [.splash, .picture].contains(step(in: $0))
    }
    guard step(in: first) == .splash else {
      throw NotShown(description: "The picture comes without a splash before it.")
    }
    var steps: [Step] = []
    _ = try machine.photograph(monitor: 1, within: .seconds(120)) { picture in
      let now = step(in: picture)
      if now != steps.last { steps.append(now) }
      guard case .other = now else { return now == .picture }
      throw NotShown(description: "After \(steps) comes what nobody should see.")
    }
  }

  /// The lines are empty if the machine does not answer.
  private func journal(of machine: VirtualMachine) -> [Substring] {
    try? machine.waitUntilReady(within: .seconds(120))
    let said = try? machine.check(
      "journalctl --no-pager --output short-precise | grep -v 'kernel: .* Unknown symbol'; cat /marquee/install.log")
    return said?.split(separator: "\n") ?? []
  }

  /// The unit has run and ended, no process of plymouth is left, and the login is on its console.
  private static let splashHasEnded = """
    test "$(systemctl show -P ActiveState marquee-splash-end.service)" = inactive &&
    test "$(systemctl show -P ExecMainExitTimestampMonotonic marquee-splash-end.service)" -gt 0 &&
    systemctl is-active getty@tty1.service && ! pidof plymouthd
    """

  /// The kernel's console: light letters on black.
  private func isText(_ picture: Photograph) -> Bool {
    let black = picture.histogram[RGB(0, 0, 0)] ?? 0
    let others = picture.histogram.values.reduce(0, +) - black
    return others > 100 && others < black / 4
  }

  private enum Step: Equatable, CustomStringConvertible {
    case splash
    case dark
    case picture
    case other(colors: String)

    var description: String {
      switch self {
      case .splash: "splash"
      case .dark: "dark"
      case .picture: "picture"
      case .other(let colors): colors
      }
    }
  }

  private func step(in picture: Photograph) -> Step {
    if isWelcome(picture) { return .picture }
    if isDark(picture) { return .dark }
    let corners = [picture[0, 0], picture[picture.width - 1, picture.height - 1], picture[0, picture.height - 1]]
    return corners.allSatisfy { $0 == BootOptions.bootSplash }
      ? .splash
      : .other(
        colors: picture.histogram.sorted { $0.value > $1.value }.prefix(4).map { "\($0) on \($1)" }
          .joined(separator: ", "))
  }
}
