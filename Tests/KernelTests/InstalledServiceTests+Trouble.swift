import Foundation
import Testing
import VirtualMachine

/// Trouble on boxes without an administrator nearby: the picture stays, and the service reports the cause.
extension InstalledServiceTests {
  @Test func anUpgradeThatBreaksOffLeavesThePicture() async throws {
    // The power fails between the new files and their scripts, and the daemon dies besides.
    let unpacking = try machine.start("dpkg --force-unsafe-io --unpack /marquee/build/marquee_*.deb")
    repeat { try staysWelcome(for: .seconds(2)) } while try unpacking.isRunning()
    #expect(try machine.check("dpkg-query --show --showformat '${db:Status-Status}' marquee") == "unpacked")
    try machine.check("kill -s KILL \(try mainProcess())")
    try staysWelcome(for: .seconds(3))
    try machine.wait(for: "marqueectl status", within: .seconds(60))
    let configuring = try machine.start("dpkg --force-unsafe-io --configure --pending")
    repeat { try staysWelcome(for: .seconds(2)) } while try configuring.isRunning()
    try machine.wait(for: "systemctl is-active marqueed.service && marqueectl status", within: .seconds(60))
    try await showsWelcome(1)
  }

  @Test func besideADesktopNothingStarts() async throws {
    let link = "/etc/systemd/system/display-manager.service"
    defer { #expect(throws: Never.self) { try machine.check("rm -f \(link); systemctl start marqueed.service") } }
    try machine.check(
      "ln -s /lib/systemd/system/gdm3.service \(link); systemctl stop marqueed.socket marqueed.service",
      timeout: .seconds(120))
    try machine.check("touch /lib/systemd/system/gdm3.service; systemctl start marqueed.socket marqueed.service")
    #expect(try machine.run("systemctl is-active marqueed.service marqueed.socket").output.contains("inactive"))
    #expect(try machine.run("marqueectl status").status == 3)
    try machine.check("rm \(link) /lib/systemd/system/gdm3.service; systemctl start marqueed.socket marqueed.service")
    try machine.wait(for: "marqueectl status", within: .seconds(120))
    try await showsWelcome(1)
  }

  @Test func aFullDiskTakesNoPicture() async throws {
    try machine.check(
      "mount -t tmpfs -o size=64k,mode=0750,uid=$(id -u marquee),gid=$(id -g marquee) full /var/lib/marquee")
    try machine.check(
      "cat /dev/zero > /var/lib/marquee/full || true; systemctl restart marqueed.service", timeout: .seconds(60))
    try await showsWelcome(1)
    let said = try machine.run("marqueectl blank Virtual-1 on")
    #expect(said.succeeded, "\(said.output)")
    try machine.wait(
      for: "journalctl --unit marqueed.service --output cat | grep -i 'no space left'", within: .seconds(60))
    try machine.check("marqueectl blank Virtual-1 off; rm /var/lib/marquee/full")
    try await showsWelcome(1)
    // When there is space again, the last value is kept.
    try machine.wait(for: "test -s /var/lib/marquee/state.json", within: .seconds(90))
    try machine.check(
      "systemctl stop marqueed.service; umount /var/lib/marquee; systemctl start marqueed.service",
      timeout: .seconds(60))
    try await showsWelcome(1)
  }

  /// The journal has its own files open, so that the root as a whole cannot be closed: all that a package writes to is.
  @Test func aReadOnlyRootTakesNoPicture() async throws {
    let directories = "/etc /usr /var/lib /var/cache"
    defer {
      // Programs that have files open there keep them.
      let after = try? machine.run(
        """
        systemctl stop marqueed.service; umount --lazy \(directories)
        systemctl start marqueed.service && for directory in \(directories); do touch $directory/there && rm $directory/there || exit 1; done
        """, timeout: .seconds(60))
      #expect(after?.succeeded == true, "\(after?.output ?? "no answer")")
    }
    try machine.check(
      """
      for directory in \(directories); do mount --bind $directory $directory; mount -o remount,bind,ro $directory; done
      ! touch /var/lib/marquee/there && systemctl restart marqueed.service
      """, timeout: .seconds(60))
    try await showsWelcome(1)
    #expect(try machine.run("marqueectl blank Virtual-1 on && marqueectl blank Virtual-1 off").succeeded)
    try machine.wait(
      for: "journalctl --unit marqueed.service --output cat | grep -i 'read-only'", within: .seconds(60))
    #expect(try property("NRestarts") == "0")
  }

  @Test func aWrongClockTakesNoPicture() async throws {
    defer { _ = try? machine.run("date --set @\(Int(Date().timeIntervalSince1970))") }
    for day in ["1970-01-02", "2037-12-31"] {
      try machine.check("date --set \(day)")
      try staysWelcome(for: .seconds(2))
      try machine.check("systemctl restart marqueed.service", timeout: .seconds(60))
      try await showsWelcome(1)
      #expect(try machine.run("marqueectl status").succeeded)
    }
    #expect(try property("NRestarts") == "0")
  }

  /// A user leaves an error in the file, and the box restarts in the night.
  @Test func aBrokenConfigurationTakesNoPicture() async throws {
    let file = "/etc/marquee/marquee.yaml"
    try machine.check("cp \(file) /tmp/right.yaml")
    defer {
      let end =
        "cp /tmp/right.yaml \(file); systemctl reset-failed marqueed.service; systemctl restart marqueed.service"
      do { try machine.check(end, timeout: .seconds(60)) } catch { Issue.record(error) }
    }
    try machine.check(
      "echo 'screens: [' >> \(file); systemctl restart marqueed.service", timeout: .seconds(60))
    try await showsWelcome(1)
    for command in ["marqueectl status", "systemctl show -P StatusText marqueed.service"] {
      #expect(try machine.check(command).contains("is in force until the file is corrected"))
    }
    #expect(try !machine.run("systemctl reload marqueed.service").succeeded)
    try machine.check("cp /tmp/right.yaml \(file); systemctl reload marqueed.service")
    #expect(try property("StatusText") == "running")
  }
}
