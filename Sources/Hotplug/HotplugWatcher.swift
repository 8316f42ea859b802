internal import CUdev
internal import DisplayTypes
public import EventLoop
internal import Glibc
internal import SystemPackage

/// Hears hotplug: a typed stream from udev, from the kernel itself, or from sysfs, whatever there is.
///
/// Belongs to the loop's thread.
///
/// For a card that is open the kernel's events suffice and are sooner; a new card is told of by udev, which has made its node
/// by then. Each burst is drained in one turn and every event in it handed on once.
public final class HotplugWatcher {
  /// By which way events come.
  public enum Source: String, Hashable, Sendable {
    /// The kernel's for connectors, udev's for cards.
    case udev
    /// The kernel's alone: no udevd runs.
    case kernel
    /// Neither: the connectors' states in sysfs are compared, every two seconds.
    case sysfs
  }

  /// Where the events come from.
  public let source: Source
  private let handler: (HotplugEvent) -> Void
  private let kernelMonitor: UdevMonitor?
  private let udevMonitor: UdevMonitor?
  private var watches: [Watch] = []
  private var comparison: SysfsComparison?
  private var timer: LoopTimer?

  private static let comparisonInterval: UInt64 = 2_000_000_000

  /// Begins to listen.
  public init(loop: EventLoop, handler: @escaping (HotplugEvent) -> Void) {
    self.handler = handler
    let context = UdevContext()
    let hasUdevd = unsafe access("/run/udev/control", F_OK) == 0
    kernelMonitor = context.flatMap { UdevMonitor(.kernel, context: $0) }
    udevMonitor = hasUdevd ? context.flatMap { UdevMonitor(.udev, context: $0) } : nil
    if udevMonitor != nil {
      source = .udev
    } else if kernelMonitor != nil {
      source = .kernel
    } else {
      source = .sysfs
    }
    for monitor in [kernelMonitor, udevMonitor] {
      guard let monitor else { continue }
      let isKernel = monitor === kernelMonitor
      let watch = try? loop.watch(monitor.descriptor, for: .readable) { [weak self] _ in
        self?.drain(monitor, isKernel: isKernel)
      }
      if let watch { watches.append(watch) }
    }
    if source == .sysfs || watches.isEmpty { startComparing(loop) }
  }

  private func drain(_ monitor: UdevMonitor, isKernel: Bool) {
    var events: [HotplugEvent] = []
    let hears = (kernel: kernelMonitor != nil, udev: udevMonitor != nil)
    while let device = monitor.next() {
      let said = DeviceEvent(action: device.action, node: device.node) { device.property($0) }
      guard let event = HotplugEvent(said, isKernel: isKernel, hears: hears), !events.contains(event) else { continue }
      events.append(event)
    }
    if monitor.hasLostEvents { events.append(.eventsLost) }
    for event in events { handler(event) }
  }

  private func startComparing(_ loop: EventLoop) {
    comparison = SysfsComparison()
    timer = loop.makeTimer { [weak self] in
      guard let self else { return }
      for event in self.comparison?.changes() ?? [] { self.handler(event) }
      self.timer?.arm(at: MonotonicTime.now.advanced(by: HotplugWatcher.comparisonInterval))
    }
    timer?.arm(at: MonotonicTime.now.advanced(by: HotplugWatcher.comparisonInterval))
  }
}
