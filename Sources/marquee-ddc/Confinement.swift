import Glibc
import MonitorPower
import RasterWorker

/// The program's sandbox, in two steps.
///
/// libddcutil starts a thread before `main`, and Landlock restricts the calling thread only. So the program gives up files, and starts itself
/// again: everything in its second life has given them up. Only then does it give up calls of the kernel, that to start programs among them.
@safe enum Confinement {
  /// The first word of the second life's command line; the errno of Landlock follows it, or 0.
  static let mark = "--confined"

  static let policy = WorkerPolicy(
    // Libraries, and a few threads with the heaps that the C library reserves for each.
    addressSpace: 1 << 30,
    files: .usingDevices(
      I2CLines().external + ["/dev/null"],
      // The lines and their cards, what udev and kmod keep of them, and a person's settings of libddcutil.
      reading: ["/sys", "/run/udev", "/proc/modules", "/etc/modprobe.d", "/run/modprobe.d"] + settings),
    calls: .monitors, socket: 2, startsAgain: true, endsWithParent: false)

  /// Begins the second life, and returns only if that fails.
  static func begin(_ arguments: some Collection<String>) {
    Hardening.limit(policy)
    let error = Sandbox.restrictFiles(policy.files)
    let words = [CommandLine.arguments.first ?? "marquee-ddc", mark, String(error)] + arguments
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    // By its own path the process keeps its name; that is gone if the program is replaced at this moment.
    if let path = unsafe realpath("/proc/self/exe", nil) { _ = unsafe execv(path, &pointers) }
    _ = unsafe execv("/proc/self/exe", &pointers)
    unsafe pointers.forEach { unsafe free($0) }
  }

  private static var settings: [String] {
    let folder: String? =
      if let own = unsafe getenv("XDG_CONFIG_HOME") {
        unsafe String(cString: own)
      } else if let home = unsafe getenv("HOME") {
        unsafe String(cString: home) + "/.config"
      } else {
        nil
      }
    guard let folder, folder.hasPrefix("/") else { return [] }
    return ["\(folder)/ddcutil"]
  }
}
