import Foundation
import Testing
import VirtualMachine

/// The Debian packages in the machine's root under systemd: the installation of a user who puts the box behind a TV.
@Suite(.serialized, .onlyWithMachine, .machine(.installed), .timeLimit(.minutes(15)))
struct InstalledServiceTests {
  let machine: VirtualMachine

  init() async throws {
    machine = try RunningMachine.get()
    try machine.check("systemctl reset-failed; systemctl start marqueed.service")
    try await showsWelcome(1)
  }

  @Test func thePictureComesWithoutALogin() throws {
    #expect(try machine.check("who") == "")
    let process = try mainProcess()
    let status = try machine.check("ps -o user= -p \(process); cat /proc/\(process)/status")
    #expect(status.hasPrefix("marquee\n"))
    for line in ["CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"] {
      #expect(status.contains(line), "\(status)")
    }
    let said = try journal()
    #expect(try property("NRestarts") == "0", "\(said)")
    #expect(try machine.check("systemctl is-enabled marqueed.service marqueed.socket") == "enabled\nenabled")
    // Its helpers live in the same sandbox, and keep to their own besides.
    for helper in ["marquee-rasterizer", "marquee-pictures", "marquee-pages", "marquee-ddc"] {
      #expect(try machine.run("runuser -u marquee -- \(helper) --check-sandbox").succeeded, "\(helper)")
    }
  }

  /// The first picture of a boot waits for no unit that it does not need.
  @Test func thePictureComesEarlyInTheBoot() throws {
    let workers = ["rasterizer", "pictures", "pages", "video", "sound", "stream"].map { "marquee-\($0)" }
    let units =
      ["marqueed.service", "marqueed.socket", "marquee-splash.service"]
      + workers.flatMap { ["\($0).socket", "\($0)@1.service"] }
    let late = ["sysinit.target", "basic.target", "systemd-tmpfiles-setup.service", "sockets.target", "network.target"]
    for unit in units {
      let after = try machine.check("systemctl show -P After \(unit)").split(whereSeparator: \.isWhitespace)
      #expect(!after.isEmpty && !after.contains { late.contains(String($0)) }, "\(unit): \(after)")
      #expect(try machine.check("systemctl show -P Conflicts \(unit)").contains("shutdown.target"), "\(unit)")
    }
  }

  @Test func displaysComeAndGo() async throws {
    for _ in 0..<3 {
      try machine.plug(monitor: 2, width: 800, height: 600)
      try await showsWelcome(2)
      #expect(try machine.check("marqueectl screens").contains("Virtual-2"))
      try machine.unplug(monitor: 2)
      try machine.wait(for: "! marqueectl screens | grep Virtual-2", within: .seconds(60))
    }
    #expect(try property("NRestarts") == "0")
  }

  /// The console with its login is on the same card, so it would appear if no process held the card.
  @Test func killedAtAnyMomentTheLastFrameStays() async throws {
    try machine.check("systemctl is-active getty@tty1.service")
    let starts = try Int(property("NRestarts")) ?? 0
    for round in 0..<8 {
      // The next start may be later on a busy machine.
      try machine.wait(for: "[ $(systemctl show -P MainPID marqueed.service) != 0 ]", within: .seconds(60))
      try machine.check("sleep 0.\(round); kill -s KILL \(try mainProcess())")
      try staysWelcome(for: .seconds(3))
    }
    try machine.wait(for: "systemctl is-active marqueed.service && marqueectl status", within: .seconds(60))
    #expect(try Int(property("NRestarts")) == starts + 8)
    try await showsWelcome(1)
    // The check can fail: if no process holds the card, the console's text appears.
    try machine.check("systemctl stop marqueed.service")
    let console = try machine.photograph(monitor: 1, within: .seconds(60)) { !isWelcome($0) && !isDark($0) }
    #expect(!console.showsNoSignal)
  }

  @Test func restartedForAnUpgradeTheLastFrameStays() async throws {
    let before = try mainProcess()
    let upgrade = try machine.start("dpkg --force-unsafe-io --install /marquee/build/marquee_*.deb")
    repeat { try staysWelcome(for: .seconds(2)) } while try upgrade.isRunning()
    try staysWelcome(for: .seconds(5))
    let said = try upgrade.output()
    #expect(try mainProcess() != before, "\(said)")
    #expect(try machine.run("marqueectl status && systemctl is-active marqueed.service marqueed.socket").succeeded)
    #expect(try journal().contains("handing over"))
    #expect(try machine.check("marqueectl explain Virtual-1 --json").contains(/"modesets" *: *0/))
  }

  @Test func anotherMasterIsNamedAndFollowed() async throws {
    try machine.check("systemctl stop marqueed.service")
    let other = try machine.start("sleep 600 | modetest -M virtio_gpu -s Virtual-1:1024x768 -F smpte")
    _ = try machine.photograph(monitor: 1, within: .seconds(60)) { $0[40, 100] == RGB(192, 192, 192) }
    defer { try? other.stop() }
    try machine.check("systemctl start marqueed.service")
    // The kernel names the process that holds the card only to root.
    for command in ["systemctl show -P StatusText marqueed.service", "marqueectl status"] {
      try machine.wait(for: "\(command) | grep 'card0 is held by another user.s process'", within: .seconds(60))
    }
    try other.stop()
    try await showsWelcome(1)
    #expect(try property("StatusText") == "running")
  }

  @Test func aControllerStartsItBySocket() async throws {
    try machine.check("systemctl stop marqueed.service")
    #expect(try property("ActiveState") == "inactive")
    #expect(try machine.run("marqueectl status", timeout: .seconds(60)).succeeded)
    #expect(try property("ActiveState") == "active")
    try await showsWelcome(1)
  }

  @Test func aHangingServiceIsRestarted() async throws {
    let starts = try Int(property("NRestarts")) ?? 0
    try machine.check(
      """
      mkdir -p /run/systemd/system/marqueed.service.d
      printf '[Service]\\nWatchdogSec=4s\\nTimeoutAbortSec=2s\\n' > /run/systemd/system/marqueed.service.d/soon.conf
      systemctl daemon-reload && systemctl restart marqueed.service
      """, timeout: .seconds(60))
    try await showsWelcome(1)
    try machine.check("kill -s STOP \(try mainProcess())")
    try machine.wait(for: "[ $(systemctl show -P NRestarts marqueed.service) -gt \(starts) ]", within: .seconds(60))
    #expect(try journal().contains("Watchdog timeout"))
    try machine.check("rm /run/systemd/system/marqueed.service.d/soon.conf && systemctl daemon-reload")
    try machine.wait(for: "systemctl is-active marqueed.service", within: .seconds(60))
    try await showsWelcome(1)
  }

  @Test func theJournalHasFields() throws {
    let entry = try machine.check(
      "journalctl --unit marqueed.service --output json MARQUEE_SCREEN=Virtual-1 MARQUEE_EVENT=screenDidConnect | tail -n 1"
    )
    #expect(entry.contains("\"PRIORITY\":\"6\"") && entry.contains("\"SYSLOG_IDENTIFIER\":\"marqueed\""), "\(entry)")
    #expect(entry.contains("connected"))
  }

  // In tenths, as systemd-analyze counts them. The daemon drives devices: each directive that its unit lacks has its reason there.
  @Test(arguments: [("marqueed", 19), ("marquee-keys", 15), ("marquee-remote", 15)])
  func littleIsExposed(_ unit: String, atMost threshold: Int) throws {
    let result = try machine.run(
      "systemd-analyze security --no-pager --threshold=\(threshold) \(unit).service", timeout: .seconds(60))
    let exposure = result.output.split(separator: "\n").last { $0.contains("exposure level") } ?? ""
    print("\(unit): \(exposure)")
    #expect(result.succeeded, "\(result.output)")
  }

  func property(_ name: String) throws -> String {
    try machine.check("systemctl show -P \(name) marqueed.service")
  }

  func mainProcess() throws -> Int {
    try #require(Int(try property("MainPID")))
  }

  func journal() throws -> String {
    try machine.check("journalctl --unit marqueed.service --no-pager --output cat")
  }

  func showsWelcome(_ monitor: Int) async throws {
    do {
      _ = try machine.photograph(monitor: monitor, within: .seconds(60), until: isWelcome)
    } catch {
      throw NotShown(description: "\(error)\n\(try journal().suffix(3000))")
    }
  }

  /// Every photograph is the same as the first one, for some time and in four of them at least.
  func staysWelcome(for duration: Duration) throws {
    let first = try machine.photograph(monitor: 1, within: .seconds(60), until: isWelcome)
    let end = ContinuousClock.now + duration
    var pictures = 0
    while ContinuousClock.now < end || pictures < 4 {
      let picture = try machine.photograph(monitor: 1)
      guard picture == first else {
        let colors = picture.histogram.sorted { $0.value > $1.value }.prefix(4).map { "\($0.key) on \($0.value)" }
        let files = [("there", first), ("instead", picture)].map { name, picture in
          let path = FileManager.default.temporaryDirectory.appending(path: "marquee-\(name).png").path
          try? picture.writePNG(to: path)
          return path
        }
        throw NotShown(
          description:
            """
            Photograph \(pictures) of \(duration), \(ContinuousClock.now - (end - duration)) after the first, shows \(colors) \
            instead of what was there (\(files.joined(separator: ", "))).
            \(try machine.check("sleep 2; date; journalctl --no-pager --output short-precise | tail -n 60"))
            """)
      }
      pictures += 1
    }
  }
}

/// A card whose driver is loaded long after all other services have started.
@Suite(.serialized, .onlyWithMachine, .machine(.installedWithoutDriver), .timeLimit(.minutes(5)))
struct LateCardTests {
  @Test func theServiceWaitsForTheCard() async throws {
    let machine = try RunningMachine.get()
    try machine.wait(for: "systemctl is-active marqueed.service", within: .seconds(60))
    #expect(try machine.check("ls /dev | grep -c dri || true") == "0")
    try machine.check("sleep 10", timeout: .seconds(60))
    #expect(try machine.check("systemctl show -P StatusText marqueed.service").contains("waiting"))
    #expect(try machine.check("systemctl show -P NRestarts marqueed.service") == "0")
    try machine.check("modprobe virtio_gpu")
    _ = try machine.photograph(monitor: 1, within: .seconds(60), until: isWelcome)
  }
}
