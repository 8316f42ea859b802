/// The kind of machine to start.
public struct BootOptions: Sendable {
  /// The drivers to load, in this order. The first one gets `card0`.
  public var drivers: [Driver] = [.virtioGPU, .vkms]
  /// The outputs of the virtio card, 1 to 16.
  public var monitorCount = 4
  /// The size of each monitor of the virtio card that is plugged before the kernel starts. All other monitors are unplugged.
  public var pluggedMonitors: [Int: MonitorSize] = [:]
  /// Whether the connector of vkms is connected after its driver has been loaded.
  public var isVKMSConnected = false
  /// The machine's memory.
  public var memoryMebibytes = 2048
  /// A host directory of freshly built programs, read-only in the guest at `/marquee/build`.
  public var buildDirectory: String?
  /// Whether systemd runs the guest, for tests of the units. Otherwise a shell script is process 1.
  public var usesSystemd = false
  /// Whether the Debian packages in `buildDirectory` are installed before process 1 starts.
  public var installsPackages = false
  /// Whether the cards' drivers are loaded. Otherwise they wait for `modprobe`.
  public var loadsDrivers = true
  /// Whether a login is offered on the first console (`getty@tty1`), under systemd.
  public var offersLogin = false
  /// Whether plymouth shows a splash of one colour (`bootSplash`) early under systemd. The cards' drivers are then loaded before it.
  public var showsSplash = false
  /// Whether the start waits for the agent. Otherwise it returns before the guest boots, so that the boot can be photographed.
  public var waitsForAgent = true
  /// Whether commits and scan-outs of the virtio card are traced from the start. `startProbing` ends this trace.
  public var tracesBoot = false
  /// Whether weston runs as a unit instead of the daemon.
  public var runsWeston = false
  /// Whether the guest's clock counts instructions and jumps over idle time, so that no time depends on the host.
  ///
  /// The program that drives such a machine must run inside it: while the guest waits for the host, hours may pass.
  public var countsInstructions = false
  /// Whether no other machine runs on the host at the same time, for figures of time. Such a machine has two processors, others have one.
  public var isAlone = false
  /// Whether the machine's memory holds the programs of `buildDirectory` and their libraries from the start.
  public var holdsPrograms = false
  /// The size of a second disk, empty and writable, which is `/dev/vdb` in the guest; nil for none.
  public var diskMebibytes: Int?
  /// Whether the machine has the read-only disk with the programs of `Tests/Guest/peers` (`build-guest --peers`), for comparisons.
  public var hasPeers = false
  /// A file of the host, into which a sound card (HDA) plays, as WAV; nil for no sound card.
  public var soundFile: String?
  /// More words for the kernel's command line.
  public var kernelArguments: [String] = []
  /// The time limit for the agent's first answer. Only a machine that hangs reaches it: beside other programs a start takes minutes.
  public var bootTimeout: Duration = .seconds(600)

  /// A machine with the packages that `make deb` leaves in a directory. It has one display and runs systemd.
  public static func installed(_ packages: String) -> BootOptions {
    var options = BootOptions()
    options.drivers = [.virtioGPU]
    options.pluggedMonitors = [1: MonitorSize(1280, 720)]
    options.buildDirectory = packages
    options.installsPackages = true
    options.usesSystemd = true
    options.offersLogin = true
    return options
  }

  /// The colour of the splash in `Tests/Guest/guest/splash.plymouth`.
  public static let bootSplash = RGB(51, 153, 102)

  /// Whether the machine needs no boot: no test watches the boot, and systemd does not run.
  var goesOnFromTemplate: Bool {
    waitsForAgent && soundFile == nil && !usesSystemd && !installsPackages && !tracesBoot && pluggedMonitors.isEmpty
  }

  /// A machine with virtio-gpu and vkms, with every monitor unplugged.
  public init() {}
}
