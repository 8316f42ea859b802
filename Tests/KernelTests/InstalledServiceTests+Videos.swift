import Testing
import VirtualMachine

/// A video in the installed service.
extension InstalledServiceTests {
  /// By `sysrq f` the kernel kills the process with the highest score of the whole machine, as if memory were short.
  @Test func anOutOfMemoryKillEndsAClipAndNothingElse() async throws {
    let file = "/var/lib/marquee/media/green.webm"
    try machine.check(
      """
      gst-launch-1.0 -q videotestsrc pattern=green num-buffers=30 ! video/x-raw,width=320,height=180,framerate=30/1 \
      ! vp8enc deadline=1 ! webmmux ! filesink location=\(file)
      """)
    defer {
      do {
        try machine.check(
          "systemctl stop marqueed.service; rm -f \(file) /var/lib/marquee/state.json*; systemctl start marqueed.service",
          timeout: .seconds(60))
      } catch {
        Issue.record(error)
      }
    }
    let process = try mainProcess()
    try machine.check("marqueectl show Virtual-1 video \(file) --fit fill")
    try await showsGreen()
    let player = try machine.check("pgrep -o -x marquee-video")
    #expect(try machine.check("ps -o user:20= -p \(player)") == "marquee-worker")
    let status = try machine.check("cat /proc/\(player)/status /proc/\(player)/cgroup")
    for line in ["CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2", "/marquee-video@"] {
      #expect(status.contains(line), "\(status)")
    }
    try machine.check("echo f > /proc/sysrq-trigger")
    let line = "Out of memory: Killed process \(player) (marquee-video)"
    try machine.wait(for: "dmesg | grep '\(line)'", within: .seconds(60))
    // The last picture stays, and another process continues.
    #expect(try isGreen(machine.photograph(monitor: 1)))
    try machine.wait(for: "pgrep -x marquee-video | grep -vx \(player)", within: .seconds(60))
    try machine.wait(for: "journalctl --output cat | grep 'its process ended unexpectedly'", within: .seconds(60))
    try await showsGreen()
    #expect(try mainProcess() == process)
    #expect(try property("NRestarts") == "0")
  }

  private func showsGreen() async throws {
    _ = try machine.photograph(monitor: 1, within: .seconds(60), until: isGreen)
  }

  /// A coded green is some steps away.
  private func isGreen(_ picture: Photograph) -> Bool {
    picture.uniformColor.map { $0.red < 8 && $0.green > 247 && $0.blue < 8 } ?? false
  }
}
