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
  /// Further words for the kernel's command line.
  public var kernelArguments: [String] = []
  /// How long the guest may take until its agent answers.
  public var bootTimeout: Duration = .seconds(90)

  /// A machine with virtio-gpu and vkms, everything unplugged.
  public init() {}
}
