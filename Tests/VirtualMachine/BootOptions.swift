/// What kind of machine to start.
public struct BootOptions: Sendable {
  /// The drivers to load, in this order: the first has `card0`.
  public var drivers: [Driver] = [.virtioGPU, .vkms]
  /// The outputs of the virtio card, 1 to 16.
  public var monitorCount = 4
  /// The size of each monitor of the virtio card that is plugged before the kernel starts; the others are unplugged.
  public var pluggedMonitors: [Int: MonitorSize] = [:]
  /// Whether the connector of vkms is connected when its driver has been loaded.
  public var isVKMSConnected = false
  /// The machine's memory.
  public var memoryMebibytes = 2048
  /// A host directory of freshly built programs, read-only in the guest at `/marquee/build`.
  public var buildDirectory: String?
  /// Whether systemd runs the guest, for tests of the units; without it a shell script is process 1.
  public var usesSystemd = false
  /// Whether the Debian packages in `buildDirectory` are installed before process 1 starts.
  public var installsPackages = false
  /// Whether the cards' drivers are loaded; without it they wait for `modprobe`.
  public var loadsDrivers = true
  /// Whether a login is offered on the first console (`getty@tty1`), under systemd.
  public var offersLogin = false
  /// Whether plymouth shows a splash of one colour (`bootSplash`) from early on, with the cards' drivers loaded before it, under systemd.
  public var showsSplash = false
  /// Whether the start returns only when the agent answers; else before anything has booted, so that the boot can be photographed.
  public var waitsForAgent = true
  /// Whether what is committed and scanned out on the virtio card is traced from the start; `startProbing` ends that.
  public var tracesBoot = false
  /// Whether weston runs as a unit, in the daemon's place.
  public var runsWeston = false
  /// Whether the guest's clock counts instructions and jumps over idleness, so that no time depends on the host.
  ///
  /// Who drives such a machine must run within it: while it waits for the host, hours may pass.
  public var countsInstructions = false
  /// Whether no other machine runs on the host meanwhile, for figures of time.
  public var isAlone = false
  /// Whether the memory of the machine holds the programs of `buildDirectory`, and what they load, from the start.
  public var holdsPrograms = false
  /// The size of a second disk, empty and writable, which the guest has as `/dev/vdb`; nil for none.
  public var diskMebibytes: Int?
  /// Further words for the kernel's command line.
  public var kernelArguments: [String] = []
  /// How long the guest may take until its agent answers.
  public var bootTimeout: Duration = .seconds(90)

  /// The packages that `make deb` leaves in a directory, installed, with one display, under systemd.
  public static func installed(_ packages: String) -> BootOptions {
    var options = BootOptions()
    options.drivers = [.virtioGPU]
    options.pluggedMonitors = [1: MonitorSize(1280, 720)]
    options.buildDirectory = packages
    options.installsPackages = true
    options.usesSystemd = true
    options.offersLogin = true
    options.bootTimeout = .seconds(180)
    return options
  }

  /// The colour of the splash, as `Tests/Guest/guest/splash.plymouth` has it.
  public static let bootSplash = RGB(51, 153, 102)

  /// Whether it needs no boot: nothing of it is seen, and systemd does not run.
  var goesOnFromTemplate: Bool {
    waitsForAgent && !usesSystemd && !installsPackages && !tracesBoot && pluggedMonitors.isEmpty
  }

  /// A machine with virtio-gpu and vkms, everything unplugged.
  public init() {}
}
