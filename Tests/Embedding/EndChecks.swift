import DisplayScenes
import Glibc

@MainActor
enum EndChecks {
  static func releasedHost() throws {
    let before = Holdings()
    for _ in 0..<20 {
      let host = try SceneHost(apps: [], displays: .simulated())
      host.simulatedDisplays?.plug("HDMI-A-1")
    }
    before.expectAgain("after 20 hosts that were released without run()")
    expect(!isBlocked(SIGTERM) && !isBlocked(SIGINT), "a signal is blocked")
    // Real displays: without a card the host waits for one.
    do { _ = try SceneHost(apps: [], displays: .kms(devices: ["/dev/dri/card99"])) }
    before.expectAgain("after a host for a card that does not exist")
  }

  static func endedHost() throws {
    let before = Holdings()
    do {
      let probe = ProbeApp()
      let host = try makeHost(probe)
      host.simulatedDisplays?.plug("HDMI-A-1")
      probe.handler = { call, _ in if call == "active" { host.stop() } }
      try host.run()
      probe.handler = { _, _ in }
      // The program has the main loop, and the host has the mailbox of the former display thread and the event of its end.
      let event = "anon_inode:[eventfd]"
      before.expectAgain(
        "after run()", besides: ["anon_inode:[eventpoll]", "anon_inode:[timerfd]", event, event, event])
      expect(!isBlocked(SIGTERM) && !isBlocked(SIGINT), "a signal is blocked after run()")
    }
    before.expectAgain("after the release")
  }

  static func failedHost() throws {
    let before = Holdings()
    var usual = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &usual)
    var (failed, made) = (0, 0)
    for more in 0..<16 {
      var few = usual
      few.rlim_cur = rlim_t(before.next + more)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &few)
      do {
        _ = try SceneHost(apps: [], displays: .simulated())
        made += 1
      } catch {
        failed += 1
      }
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &usual)
      before.expectAgain("after a host with \(more) descriptors")
      expect(!isBlocked(SIGTERM), "SIGTERM is blocked after a host with \(more) descriptors")
    }
    expect(failed > 3 && made > 0, "\(failed) hosts have failed, and \(made) were made")
  }

  static func twoHosts() throws {
    for number in 1...2 {
      let probe = ProbeApp()
      let host = try makeHost(probe)
      host.simulatedDisplays?.plug("HDMI-A-\(number)")
      probe.handler = { [weak host] call, _ in if call == "active" { host?.stop() } }
      try host.run()
      expect(
        probe.calls.first == "connect" && probe.calls.last == "disconnect: shutdown", "host \(number): \(probe.calls)")
    }
  }

  static func references() throws {
    weak var (host, system, probe) = (nil as SceneHost?, nil as SceneSystem?, nil as ProbeApp?)
    weak var (scene, token) = (nil as Scene?, nil as Token?)
    for runs in [false, true] {
      do {
        let (newProbe, newToken) = (ProbeApp(), Token())
        let newHost = try SceneHost(
          apps: [newProbe.app], policy: ScreenPolicy(foregroundApp: Sourced("probe")), displays: .simulated(),
          notice: { _ in withExtendedLifetime(newToken) {} })
        newHost.simulatedDisplays?.plug("HDMI-A-1") { _ in withExtendedLifetime(newToken) {} }
        (host, system, probe, token) = (newHost, newHost.system, newProbe, newToken)
        if runs {
          turn(newHost, "a scene") { newProbe.count(of: "active") == 1 }
          scene = newProbe.scenes.first
          try end(newHost)
        }
      }
      let kept = [
        "host": host as AnyObject?, "system": system, "app": probe, "scene": scene, "closures": token,
      ].compactMapValues(\.self)
      expect(kept.isEmpty, "\(kept.keys.sorted()) are kept by a host \(runs ? "that has run" : "that was released")")
    }
  }

  private final class Token {}

  static func signals() throws {
    let probe = ProbeApp()
    let host = try makeHost(probe)
    host.simulatedDisplays?.plug("HDMI-A-1")
    // The first signal ends run(). The others come during the end.
    probe.handler = { call, _ in
      if call == "active" { kill(getpid(), SIGTERM) }
      if call.hasPrefix("disconnect") {
        kill(getpid(), SIGTERM)
        kill(getpid(), SIGINT)
      }
    }
    try host.run()
    expect(probe.calls.last == "disconnect: shutdown", "\(probe.calls)")
    expect(!isBlocked(SIGTERM), "a later SIGTERM does not end the process")
    // A host after that is not ended by the former signals.
    let other = ProbeApp()
    let next = try makeHost(other)
    next.simulatedDisplays?.plug("HDMI-A-1")
    other.handler = { [weak next] call, _ in if call == "active" { next?.stop() } }
    try next.run()
    expect(other.count(of: "active") == 1, "the next host has ended at once")
  }

  static func blockedSignal() throws {
    expect(isBlocked(SIGINT), "start this check with SIGINT blocked, as tools/test-embedding does")
    let host = try SceneHost(apps: [], displays: .simulated())
    try end(host)
    expect(isBlocked(SIGINT) && !isBlocked(SIGTERM), "the host has changed a signal of the program")
  }

  private static func isBlocked(_ signal: Int32) -> Bool {
    (UInt64(Holdings.status("SigBlk"), radix: 16) ?? 0) >> UInt64(signal - 1) & 1 == 1
  }
}

/// The open files and the threads of the process.
struct Holdings {
  private let files = Holdings.files()
  private let threads = Holdings.status("Threads")
  /// The lowest free descriptor.
  let next: Int = {
    let descriptor = dup(0)
    close(descriptor)
    return Int(descriptor)
  }()

  /// The kernel counts a thread for a moment after its end, so this reads the number until it is right.
  @MainActor
  func expectAgain(_ words: String, besides more: [String] = []) {
    let deadline = MonotonicTime.now.advanced(by: 60_000_000_000)
    while Holdings.status("Threads") != threads, MonotonicTime.now < deadline {}
    let threads = Holdings.status("Threads")
    expect(threads == self.threads, "\(words): \(threads) threads instead of \(self.threads)")
    let (files, expected) = (Holdings.files(), (self.files + more).sorted())
    expect(files == expected, "\(words): \(files) are open instead of \(expected)")
  }

  private static func files() -> [String] {
    (0..<256).compactMap { descriptor in
      var target = [CChar](repeating: 0, count: 256)
      let count = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
      return count < 0 ? nil : String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }.sorted()
  }

  /// A value of `/proc/thread-self/status`.
  static func status(_ key: String) -> String {
    let file = open("/proc/thread-self/status", O_RDONLY)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = read(file, &bytes, bytes.count)
    let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("\(key):") }
    return line.map { String($0.dropFirst(key.count + 1).drop { $0 == "\t" }) } ?? ""
  }
}
