import TestKit
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

  /// The process of a stream has the network and finds names, but reaches this machine only if the content allows it.
  @Test func aStreamComesInItsUnit() async throws {
    try machine.check(
      """
      gst-launch-1.0 -q videotestsrc pattern=green num-buffers=900 ! video/x-raw,width=320,height=180,framerate=30/1 \
      ! vp8enc deadline=1 ! webmmux streamable=true ! filesink location=/run/green.webm
      printf '#!/bin/sh\nprintf "HTTP/1.0 200 OK\\r\\nContent-Type: video/webm\\r\\n\\r\\n"\ncat /run/green.webm\n' > /run/serve
      chmod 755 /run/serve
      systemd-run --unit=served socat TCP4-LISTEN:8080,bind=127.0.0.1,fork,reuseaddr EXEC:/run/serve
      """, timeout: .seconds(120))
    defer {
      do {
        try machine.check(
          "systemctl stop served served-secretly marqueed.service; rm -f /var/lib/marquee/state.json*; systemctl start marqueed.service",
          timeout: .seconds(60))
      } catch {
        Issue.record(error)
      }
    }
    let process = try mainProcess()
    try machine.check("marqueectl show Virtual-1 stream http://localhost:8080/green.webm --fit fill --allow-loopback")
    try await showsGreen()
    let player = try machine.check("pgrep -o -f '^/usr/bin/marquee-video --stream'")
    #expect(try machine.check("ps -o user:20= -p \(player)") == "marquee-worker")
    let status = try machine.check("cat /proc/\(player)/status /proc/\(player)/cgroup")
    for line in ["CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2", "/marquee-stream@"] {
      #expect(status.contains(line), "\(status)")
    }
    try machine.check("marqueectl show Virtual-1 stream http://localhost:8080/green.webm")
    try machine.wait(for: "marqueectl content Virtual-1 | grep 'which is this machine'", within: .seconds(60))
    // A certificate is right once its authority is one of the system's.
    let folder = try TemporaryFolder("certificate")
    let (key, certificate) = ("\(folder.path)/key.pem", "\(folder.path)/certificate.pem")
    let made = try StartedProgram.run(
      [
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
      ], errors: true)
    try #require(made.status == 0, "\(made.output)")
    for (file, name) in [(key, "key"), (certificate, "certificate")] {
      try machine.check("cat > /run/\(name).pem", input: Array(#require(TemporaryFolder.text(of: file)).utf8))
    }
    try machine.check(
      """
      systemd-run --unit=served-secretly socat \
      OPENSSL-LISTEN:8443,bind=127.0.0.1,pf=ip4,fork,reuseaddr,verify=0,cert=/run/certificate.pem,key=/run/key.pem \
      EXEC:/run/serve
      marqueectl show Virtual-1 stream https://localhost:8443/green.webm --fit fill --allow-loopback
      """)
    try machine.wait(
      for: "marqueectl content Virtual-1 | grep 'certificate of its server is wrong'", within: .seconds(60))
    #expect(try !isGreen(machine.photograph(monitor: 1)))
    try machine.check("mkdir -p /etc/ssl/certs && cat /run/certificate.pem >> /etc/ssl/certs/ca-certificates.crt")
    try await showsGreen()
    #expect(try mainProcess() == process)
    #expect(try property("NRestarts") == "0")
  }

  /// The process of the sound has no other right than to use sound cards.
  @Test func soundPlaysInItsUnit() throws {
    let file = "/var/lib/marquee/media/tone.mkv"
    try machine.check(
      """
      modprobe snd-aloop && udevadm settle
      gst-launch-1.0 -q videotestsrc num-buffers=2 ! video/x-raw,framerate=1/1,width=320,height=180 ! vp8enc deadline=1 \
      ! queue ! mux. matroskamux name=mux ! filesink location=\(file) audiotestsrc num-buffers=100 samplesperbuffer=960 \
      ! audio/x-raw,rate=48000,channels=2 ! flacenc ! queue ! mux.
      marqueectl show Virtual-1 video \(file) --sound hw:Loopback,0,0
      """, timeout: .seconds(120))
    defer {
      do {
        try machine.check(
          "systemctl stop marqueed.service; rm -f \(file) /var/lib/marquee/state.json*; systemctl start marqueed.service; modprobe -r snd-aloop",
          timeout: .seconds(60))
      } catch {
        Issue.record(error)
      }
    }
    try machine.wait(for: "grep -s RUNNING /proc/asound/Loopback/pcm0p/sub0/status", within: .seconds(60))
    let player = try machine.check("pgrep -o -x marquee-sound")
    #expect(try machine.check("ps -o user:20= -p \(player)") == "marquee-worker")
    let status = try machine.check("cat /proc/\(player)/status /proc/\(player)/cgroup")
    for line in ["CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2", "/marquee-sound@"] {
      #expect(status.contains(line), "\(status)")
    }
    let heard = try machine.check(
      "timeout 20 arecord -q -D hw:Loopback,1,0 -f S16_LE -r 48000 -c 2 -d 2 -t raw | od -An -v -td2 -w4 | awk '$1 > 20000 { n++ } END { print n + 0 }'"
    )
    #expect(try #require(Int(heard)) > 1_000, "\(heard) loud samples")
    // After a crash the next process is one of the unit too: a child of the daemon could not open a sound card.
    try machine.check("kill -9 \(player)")
    try machine.wait(
      for: "new=$(pgrep -x marquee-sound | grep -vx \(player)) && grep -q marquee-sound@ /proc/$new/cgroup",
      within: .seconds(60))
    try machine.wait(for: "grep -s RUNNING /proc/asound/Loopback/pcm0p/sub0/status", within: .seconds(60))
    #expect(try machine.check("marqueectl status").contains("marquee-sound") == false)
    try machine.check("marqueectl blank Virtual-1 on")
    try machine.wait(for: "! grep -sq RUNNING /proc/asound/Loopback/pcm0p/sub0/status", within: .seconds(60))
  }

  private func showsGreen() async throws {
    _ = try machine.photograph(monitor: 1, within: .seconds(60), until: isGreen)
  }

  /// A coded green is some steps away.
  private func isGreen(_ picture: Photograph) -> Bool {
    picture.uniformColor.map { $0.red < 8 && $0.green > 247 && $0.blue < 8 } ?? false
  }
}

/// The installed service on a machine with little memory.
@Suite(.serialized, .onlyWithMachine, .machine(.installedInOneGibibyte), .timeLimit(.minutes(10)))
struct SmallMachineTests {
  @Test func fourVideosPlayAndNothingIsKilled() async throws {
    let machine = try RunningMachine.get()
    let colors = ["red", "green", "blue", "white"]
    for color in colors {
      try machine.check(
        """
        gst-launch-1.0 -q videotestsrc pattern=\(color) num-buffers=5 ! video/x-raw,width=1280,height=720,framerate=5/1 \
        ! vp8enc deadline=1 cpu-used=16 ! webmmux ! filesink location=/var/lib/marquee/media/\(color).webm
        """, timeout: .seconds(120))
    }
    let regions = zip(colors, ["x: 0, y: 0", "x: 50%, y: 0", "x: 0, y: 50%", "x: 50%, y: 50%"]).map {
      "    - { video: \($0).webm, \($1), width: 50%, height: 50% }\n"
    }
    try machine.write(Array("content:\n  layout:\n\(regions.joined())".utf8), to: "/etc/marquee/marquee.yaml")
    try machine.check("systemctl restart marqueed.service", timeout: .seconds(60))
    _ = try machine.photograph(monitor: 1, within: .seconds(120), until: showsAll)
    let players = try machine.check("pgrep -x marquee-video | sort -n")
    #expect(players.split(separator: "\n").count == 4)
    print(
      try machine.check(
        "free -m; for player in $(pgrep -x marquee-video); do grep -h -E 'VmPeak|VmHWM|RssAnon' /proc/$player/status; done"
      ))
    // Ten rounds of each.
    try machine.check("sleep 10")
    #expect(try machine.check("pgrep -x marquee-video | sort -n") == players)
    #expect(try machine.check("dmesg | grep -c 'Out of memory' || true") == "0")
    #expect(showsAll(try machine.photograph(monitor: 1)))
  }

  private func showsAll(_ picture: Photograph) -> Bool {
    let (left, right, top, bottom) = (320, 960, 180, 540)
    let found = [(left, top), (right, top), (left, bottom), (right, bottom)].map { picture[$0.0, $0.1] }
    let wanted = [RGB(255, 0, 0), RGB(0, 255, 0), RGB(0, 0, 255), RGB(255, 255, 255)]
    return zip(found, wanted).allSatisfy { found, wanted in
      [(found.red, wanted.red), (found.green, wanted.green), (found.blue, wanted.blue)].allSatisfy {
        abs(Int($0.0) - Int($0.1)) < 8
      }
    }
  }
}
