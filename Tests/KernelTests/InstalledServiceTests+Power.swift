import Testing
import VirtualMachine

extension InstalledServiceTests {
  /// The unit lets the daemon open adapters, and it is in their group; vivid's input stands for a TV that answers nothing.
  @Test func theServiceReachesAdapters() throws {
    let file = "/etc/marquee/marquee.yaml"
    try machine.check("cp \(file) /tmp/kept.yaml")
    defer {
      // Whatever became of it, the others find the machine as it was.
      let end = """
        marqueectl power Virtual-1 on; cp /tmp/kept.yaml \(file); systemctl stop marqueed.service
        rm -f /var/lib/marquee/display-power.json; modprobe -r vivid; systemctl start marqueed.service
        """
      do { try machine.check(end, timeout: .seconds(60)) } catch { Issue.record(error) }
    }
    try machine.check(
      """
      modprobe vivid n_devs=1 num_inputs=1 input_types=0x3 num_outputs=1 output_types=0x1
      until cec-ctl -d /dev/cec1 | grep -q vid-out0; do sleep 0.1; done
      echo 'screens: [{ match: { connector: Virtual-1 }, cec: /dev/cec1 }]' > \(file)
      systemctl restart marqueed.service
      """, timeout: .seconds(60))
    // Only a change from what was found first is told.
    try machine.wait(for: "marqueectl screens | grep Virtual-1", within: .seconds(30))
    try machine.check("sleep 5; marqueectl power Virtual-1 off")
    // It was opened, and nobody answered there.
    try machine.wait(for: "marqueectl status | grep 'and does not answer: it is off.*/dev/cec1'", within: .seconds(60))
  }
}
