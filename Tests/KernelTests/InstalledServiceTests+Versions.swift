import Testing
import VirtualMachine

/// An upgrade and a downgrade, with the kept files of each version.
///
/// `tools/next-version` makes the later version of the installed packages.
extension InstalledServiceTests {
  @Test func anUpgradeAndTheWayBackLeaveThePicture() async throws {
    let directory = "/marquee/build"
    #expect(try machine.check("ls \(directory)/next/marquee.deb") != "", "make deb-next makes it")
    // Version 1 of the state knew less.
    try replace(
      by: "\(directory)/next/marquee.deb \(directory)/next/marquee-pdf.deb \(directory)/next/marquee-ddc.deb",
      kept: """
        {"version": 1, "sessions": [],
         "displays": [{"identity": {"make": "TST", "model": "TV", "serial": "1"}, "connector": "HDMI-A-9", "hadEDID": true, "blank": true}]}
        """)
    #expect(try machine.check("dpkg-query --show --showformat '${Version}' marquee").hasSuffix("+next"))
    #expect(try machine.check("grep -c 'new in the next version' /etc/marquee/marquee.yaml") == "1")
    // It has been read: it is written again, in today's words.
    try machine.wait(
      for: "grep -E '\"version\": ?2' /var/lib/marquee/state.json | grep -q TST", within: .seconds(60))
    #expect(try machine.check("ls /var/lib/marquee | grep -c aside || true") == "0")

    // The kept file of a later version is not understood. The daemon reports it, and does not lose it.
    try replace(
      by: "\(directory)/marquee_*.deb \(directory)/marquee-pdf_*.deb \(directory)/marquee-ddc_*.deb",
      kept: "{\"version\": 99, \"displays\": {\"of\": \"another shape\"}}")
    #expect(try !machine.check("dpkg-query --show --showformat '${Version}' marquee").hasSuffix("+next"))
    let said = try journal()
    #expect(said.contains("it is of version 99, and this marqueed reads versions up to"), "\(said.suffix(2000))")
    #expect(try machine.check("grep -l 'another shape' /var/lib/marquee/state.json.*.aside") != "")
    try machine.check("rm /var/lib/marquee/state.json.*.aside")
    try await showsWelcome(1)
  }

  /// Installs packages while the picture is watched. Their program's first run finds the kept files of the other version.
  private func replace(by packages: String, kept state: String) throws {
    let unpacking = try machine.start("dpkg --force-unsafe-io --unpack \(packages)")
    repeat { try staysWelcome(for: .seconds(2)) } while try unpacking.isRunning()
    // It is killed before it writes its own state over the other.
    let process = try mainProcess()
    try machine.check(
      "kill -s STOP \(process); cat > /var/lib/marquee/state.json; chown marquee:marquee /var/lib/marquee/state.json; kill -s KILL \(process)",
      input: Array(state.utf8))
    try staysWelcome(for: .seconds(3))
    try machine.wait(for: "marqueectl status", within: .seconds(60))
    let configuring = try machine.start("dpkg --force-unsafe-io --configure --pending")
    repeat { try staysWelcome(for: .seconds(2)) } while try configuring.isRunning()
    try machine.wait(for: "systemctl is-active marqueed.service && marqueectl status", within: .seconds(60))
    try staysWelcome(for: .seconds(3))
    #expect(
      try machine.check("dpkg --audit; dpkg-query --show --showformat '${db:Status-Status}' marquee") == "installed")
  }
}
