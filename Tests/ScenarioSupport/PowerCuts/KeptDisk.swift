internal import ControlClient
internal import ControlProtocol
internal import Foundation
internal import VirtualMachine

/// The daemon and the server of the web pages in a virtual machine. All their kept files are on a separate ext4 disk.
final class KeptDisk {
  /// A document in the machine that is not on the disk.
  static let deck = "\(directory)/talk.pdf"
  private static let directory = "/tmp/cut"
  private static let mount = "/kept"
  private static let device = "/dev/vdb"
  private static let gate = "\(directory)/gate"

  let machine: VirtualMachine
  /// The port of the host for the server of the pages.
  let pagesPort: UInt16
  /// The connector of the display.
  let connector: String
  /// The session whose user information changes.
  private(set) var session = ""
  /// Whether both programs have the library that fails `fsync`.
  private let hasGate: Bool

  /// The kind of the power cut.
  enum Cut {
    /// The file system shuts down without another write (`EXT4_IOC_SHUTDOWN`), this many seconds from now.
    case shutdown(after: Double)
    /// The machine is reset, this many seconds from now.
    case reset(after: Double)
  }

  /// The behaviour of `fsync`.
  enum Syncing {
    /// One call fails with EIO, this many seconds from now.
    case failsOnce(after: Double)
    /// From now on all calls succeed and write nothing.
    case doesNothing
  }

  /// Makes an empty file system in a machine with `BootOptions.diskMebibytes`, and starts both programs.
  init(_ machine: VirtualMachine, hasGate: Bool = false) throws {
    self.machine = machine
    self.hasGate = hasGate
    pagesPort = try machine.forward(guestPort: 8484)
    connector = try unwrap(machine.connectors(of: .virtioGPU).first, "no connector")
    try machine.plug(monitor: 1, width: 640, height: 480)
    try prepare()
    try machine.check(
      """
      mkfs.ext4 -q -E lazy_itable_init=0,lazy_journal_init=0 \(Self.device)
      mount \(Self.device) \(Self.mount) && mkdir \(Self.mount)/media && sync
      """)
    try start()
    session = try unwrap(screen().scene, "no scene")
  }

  deinit { try? end() }

  /// Makes the files that are only in memory, and so are lost at each boot.
  private func prepare() throws {
    try machine.check(
      """
      modprobe ext4 && mkdir -p \(Self.mount) /run/marquee \(Self.directory)
      printf '%s' '\(Self.configuration)' > \(Self.directory)/marquee.yaml
      """)
    try machine.write(Array(Self.cutProgram.utf8), to: "\(Self.directory)/cut")
    try machine.write(Array(Self.gateProgram.utf8), to: "\(Self.directory)/sync")
    try machine.write(Array(MadeFiles.document([.black, .white]).utf8), to: Self.deck)
  }

  // MARK: Programs

  private func start() throws {
    let preload =
      hasGate ? "LD_PRELOAD=/marquee/shim/libsyncgate.so MARQUEE_SYNC_GATE=\(Self.gate)" : ""
    try machine.check(
      """
      cd \(Self.directory) && rm -f /run/marquee/marquee.sock
      export MARQUEE_SOCKET=/run/marquee/marquee.sock
      env \(preload) setsid /marquee/build/marqueed --backend kms --driver virtio_gpu --state \(Self.mount)/state \
        --config marquee.yaml > marqueed.log 2>&1 < /dev/null &
      echo $! > marqueed
      env \(preload) setsid /marquee/build/marquee-remote --listen \(PageRequests.address) --state \(Self.mount)/remote --media \(Self.mount)/media \
        > marquee-remote.log 2>&1 < /dev/null &
      echo $! > marquee-remote
      """)
    let requests = PageRequests(machine, port: pagesPort, CutFlag())
    let found = try Deadline(after: 60).poll(every: 20) { () throws -> Bool? in
      guard let client = try? ControlClient(forwardedPort: machine.varlinkPort),
        (try? client.call(StatusCall(), timeoutSeconds: 10)) != nil,
        try requests.get("/api/state")?.text.hasPrefix("HTTP/1.1 ") == true
      else { return nil }
      return true
    }
    guard found == true else { throw ScenarioFailure("The programs do not answer.\n\(try logs())") }
    _ = try client().call(
      WaitCall(screen: connector, condition: .connected, timeoutSeconds: 30), timeoutSeconds: 60)
  }

  private func end() throws {
    try machine.check(
      """
      cd \(Self.directory) && kill -s KILL $(cat marqueed marquee-remote)
      until umount \(Self.mount); do sleep 0.02; done
      """, timeout: .seconds(30))
  }

  /// A connection to the daemon.
  func client() throws -> ControlClient { try ControlClient(forwardedPort: machine.varlinkPort) }

  /// The screen of the display.
  func screen() throws -> ScreenInfo {
    try unwrap(client().call(ScreensCall()).screens.first { $0.name == connector }, "no screen")
  }

  /// The code of the first pairing, requested on the machine itself.
  func firstCode() throws -> String {
    let printed = try machine.check("/marquee/build/marquee-remote code")
    return try String(unwrap(printed.firstMatch(of: /pair#([A-Z0-9]+)/)?.1, "no code: \(printed)"))
  }

  /// The logs of both programs since their start.
  func logs() throws -> String { try machine.run("cd \(Self.directory) && tail -n 30 *.log").output }

  // MARK: Power

  /// Cuts the power, ends both programs, and returns when no more answers come.
  func cut(_ cut: Cut) throws {
    switch cut {
    case .shutdown(let seconds):
      try machine.check(
        "cd \(Self.directory) && perl cut \(Self.mount) \(seconds) $(cat marqueed) $(cat marquee-remote)",
        timeout: .seconds(60))
    case .reset(let seconds):
      try machine.check("sleep \(seconds)")
      try machine.reset()
      try prepare()
    }
  }

  /// Mounts the disk again, checks it, and starts both programs.
  ///
  /// The first mount plays the journal. `e2fsck` reads the disk while it is not mounted.
  func goOn() throws {
    let result = try machine.run(
      """
      exec 2>&1
      while mountpoint -q \(Self.mount) && ! umount \(Self.mount); do sleep 0.02; done
      mount \(Self.device) \(Self.mount) && umount \(Self.mount) || exit 1
      e2fsck -f -n \(Self.device) || exit 1
      mount \(Self.device) \(Self.mount)
      """, timeout: .seconds(60))
    try expect(result.succeeded, "the file system after the cut: \(result.output)")
    try start()
    let damaged = try machine.check("find \(Self.mount) -name '*.aside'")
    guard damaged.isEmpty else { throw KeptLoss("files were damaged: \(damaged)\n\(try logs())") }
  }

  /// Makes `fsync` fail once, and returns the name of its file; or makes it do nothing until the programs end.
  @discardableResult
  func setSync(_ syncing: Syncing) throws -> String {
    switch syncing {
    case .failsOnce(let seconds):
      return try machine.check("perl \(Self.directory)/sync \(Self.gate) \(seconds)", timeout: .seconds(60))
    case .doesNothing:
      _ = try machine.start("perl \(Self.directory)/sync \(Self.gate) lies")
      return try machine.wait(for: "test -S \(Self.gate)")
    }
  }

  // MARK: Kept files

  /// The file name of an upload.
  static func file(_ place: Int) -> String { "upload-\(place).svg" }

  /// The numbers of all uploads; 0 for a missing file, and nil for an incomplete one.
  func uploads() throws -> [Int?] {
    let files = KeptLog.uploads.map(Self.file).joined(separator: " ")
    let result = try machine.run(
      "cd \(Self.mount)/media; for f in \(files); do if [ -e $f ]; then wc -c < $f; cat $f; else echo absent; fi; done")
    try expect(result.succeeded, "the files can be read: \(result.output)")
    var rest = result.bytes[...]
    return try KeptLog.uploads.map { _ in
      let line = String(decoding: rest.prefix { $0 != 0x0A }, as: UTF8.self)
      rest = rest.dropFirst(line.utf8.count + 1)
      guard line != "absent" else { return 0 }
      let size = try unwrap(Int(line), "no size: \(line)")
      defer { rest = rest.dropFirst(size) }
      return KeptContent.number(ofFile: Array(rest.prefix(size)))
    }
  }

  // MARK: Files in the machine

  private static let configuration = """
    apps:
      lobby:
        scenes:
          externalDisplayNonInteractive:
            - name: main
              content: { color: "#204060" }

    """

  /// Shuts the file system down and ends the programs.
  private static let cutProgram = """
    use strict;
    my ($mount, $seconds, @programs) = @ARGV;
    open(my $disk, '<', $mount) or die "$mount: $!";
    select(undef, undef, undef, $seconds);
    # EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (fs/ext4/ext4.h).
    my $flags = pack('L', 2);
    ioctl($disk, 0x8004587d, $flags) or die "EXT4_IOC_SHUTDOWN: $!";
    kill KILL => @programs;

    """

  /// Answers `Tests/SyncGate`: EIO once, or forever that the call does nothing.
  private static let gateProgram = """
    use strict;
    use IO::Socket::UNIX;
    my ($path, $seconds) = @ARGV;
    my $lies = $seconds eq 'lies';
    select(undef, undef, undef, $seconds) unless $lies;
    unlink $path;
    my $gate = IO::Socket::UNIX->new(Local => $path, Listen => 16) or die "$path: $!";
    while (my $call = $gate->accept) {
      # Others that have connected meanwhile go on when this program ends.
      unlink $path unless $lies;
      sysread($call, my $name, 4096) or next;
      syswrite($call, chr($lies ? 255 : 5));
      next if $lies;
      print $name =~ s/\\0//r;
      last;
    }

    """
}
