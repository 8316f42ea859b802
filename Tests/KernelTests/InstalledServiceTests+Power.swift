import Testing
import VirtualMachine

extension InstalledServiceTests {
  /// `marquee-ddc` in the unit's sandbox: the file of the line to the monitor is its group's by udev's rule, and the unit lets it be opened.
  @Test func theServiceReachesMonitors() throws {
    try machine.check("cp \(Self.rules) /tmp/kept.yaml")
    defer { restore(without: "test-monitor") }
    try machine.check(
      """
      digits=$(head -c 128 /sys/class/drm/card*-Virtual-1/edid | od -A n -v -t x1 | tr -d ' \\n')
      modprobe test-monitor edid=$digits && udevadm settle
      echo 'screens: [{ match: { connector: Virtual-1 }, ddc: true }]' > \(Self.rules)
      systemctl restart marqueed.service
      """, timeout: .seconds(60))
    let name = try machine.check("basename $(dirname $(grep -l 'test monitor' /sys/bus/i2c/devices/i2c-*/name))")
    #expect(try machine.check("stat -c '%G %a' /dev/\(name)") == "i2c 660")
    try machine.wait(for: "marqueectl screens | grep Virtual-1", within: .seconds(60))
    let power = "/sys/module/test_monitor/parameters/power"
    // Only a change from the first state is reported.
    try machine.check("sleep 5; marqueectl power Virtual-1 off")
    try machine.wait(
      for: "marqueectl status | grep 'reports that it is in standby.*/dev/\(name)'", within: .seconds(120))
    #expect(try machine.check("cat \(power)") == "4")
    try machine.check("marqueectl power Virtual-1 on")
    try machine.wait(for: "[ $(cat \(power)) = 1 ]", within: .seconds(120))
  }

  /// The unit lets the daemon open adapters, and the daemon is in their group. Vivid's input acts as a TV that does not answer.
  @Test func theServiceReachesAdapters() throws {
    try machine.check("cp \(Self.rules) /tmp/kept.yaml")
    defer { restore(without: "vivid") }
    try machine.check(
      """
      modprobe vivid n_devs=1 num_inputs=1 input_types=0x3 num_outputs=1 output_types=0x1
      until cec-ctl -d /dev/cec1 | grep -q vid-out0; do sleep 0.1; done
      echo 'screens: [{ match: { connector: Virtual-1 }, cec: /dev/cec1 }]' > \(Self.rules)
      systemctl restart marqueed.service
      """, timeout: .seconds(60))
    // Only a change from the first state is reported.
    try machine.wait(for: "marqueectl screens | grep Virtual-1", within: .seconds(60))
    try machine.check("sleep 5; marqueectl power Virtual-1 off")
    // The adapter was opened, and no device answered.
    try machine.wait(
      for: "marqueectl status | grep 'and does not answer: it has no mains power.*/dev/cec1'", within: .seconds(60))
  }

  private static let rules = "/etc/marquee/marquee.yaml"

  /// Whatever became of a test: the others find the machine as it was.
  private func restore(without module: String) {
    let end = """
      marqueectl power Virtual-1 on; cp /tmp/kept.yaml \(Self.rules); systemctl stop marqueed.service
      rm -f /var/lib/marquee/display-power.json; modprobe -r \(module); systemctl start marqueed.service
      marqueectl wait Virtual-1 presented --timeout 60s
      """
    do { try machine.check(end, timeout: .seconds(120)) } catch { Issue.record(error) }
  }
}
