import CDDCUtil
import DisplayTypes
import Glibc
import MonitorPower
import RasterWorker

// Brings one monitor to a power state with DDC/CI, prints its answer in a line, and ends. marqueed starts this program for each change,
// because libddcutil waits for the monitor, and may crash.

func writeText(_ text: String, to descriptor: Int32) {
  let bytes = Array(text.utf8)
  _ = unsafe write(descriptor, bytes, bytes.count)
}

var arguments = CommandLine.arguments.dropFirst()
var sandbox: SandboxReport?
if arguments.first == SandboxRestart.mark, let error = arguments.dropFirst().first.flatMap(Int32.init) {
  sandbox = SandboxReport(files: error)
  arguments.removeFirst(2)
}
guard let order = DDCOrder(arguments) else {
  writeText(
    "usage: marquee-ddc --edid DIGITS on|standby (DIGITS: the 128 bytes of the EDID's first block)\n"
      + "       marquee-ddc --check-sandbox\n", to: STDERR_FILENO
  )
  exit(EX_USAGE)
}
guard var sandbox else {
  // The daemon's time limit is shorter.
  _ = alarm(120)
  SandboxRestart.begin(arguments)
  writeText(
    "marquee-ddc could not start itself again: errno \(errno). Check that /proc is mounted.\n", to: STDERR_FILENO)
  exit(EX_OSERR)
}
switch order {
case .checkSandbox:
  _ = Sandbox.restrictCalls(SandboxRestart.policy.calls)
  exit(SandboxCheck.run(SandboxRestart.policy))
case .bring(let edid, let wish):
  // Only the answer is for the daemon. Drop the messages of libddcutil, because a monitor could fill the log with them.
  let answer = dup(STDOUT_FILENO)
  let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
  for output in [STDOUT_FILENO, STDERR_FILENO] { _ = dup2(null, output) }
  let library = unsafe marquee_ddc_load()
  sandbox.calls = Sandbox.restrictCalls(SandboxRestart.policy.calls)
  var reply = unsafe DDCMonitors.bring(edid, to: wish, by: library)
  reply.sandbox = sandbox
  writeText(reply.lines, to: answer)
}

/// The command line: `--edid DIGITS on|standby`, or `--check-sandbox`.
enum DDCOrder {
  case bring(_ edid: [UInt8], PowerWish)
  case checkSandbox

  init?(_ arguments: some Collection<String>) {
    let words = Array(arguments)
    if words == ["--check-sandbox"] {
      self = .checkSandbox
      return
    }
    guard words.count == 3, words[0] == "--edid", let wish = PowerWish(rawValue: words[2]) else { return nil }
    let digits = words[1].utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard words[1].utf8.count == 256, digits.count == 256 else { return nil }
    self = .bring(stride(from: 0, to: 256, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }, wish)
  }
}

/// The program's sandbox, in two steps. libddcutil starts a thread when it is loaded, and the calls of this thread need the
/// same limits. So the program gives up files, and starts itself again without them. After that it gives up system calls, such as the start of programs.
@safe enum SandboxRestart {
  /// The first word of the second command line; the errno of Landlock follows, or 0.
  static let mark = "--confined"

  static let policy = WorkerPolicy(
    // It is for libraries, and for the heaps that the C library reserves for each thread.
    addressSpace: 1 << 30,
    files: .usingDevices(
      I2CLines().external + ["/dev/null"],
      // The program reads the lines and their cards, the data of udev and kmod, and the settings of libddcutil.
      reading: ["/sys", "/run/udev", "/proc/modules", "/etc/modprobe.d", "/run/modprobe.d"] + settings),
    calls: .monitors, socket: 2, startsAgain: true, endsWithParent: false)

  /// Starts the program again. Returns only if that fails.
  static func begin(_ arguments: some Collection<String>) {
    Hardening.limit(policy)
    let error = Sandbox.restrictFiles(policy.files)
    let words = [CommandLine.arguments.first ?? "marquee-ddc", mark, String(error)] + arguments
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    // With this path the process keeps its name. The path does not exist while the program is being replaced.
    if let path = unsafe realpath("/proc/self/exe", nil) { _ = unsafe execv(path, &pointers) }
    _ = unsafe execv("/proc/self/exe", &pointers)
    unsafe pointers.forEach { unsafe free($0) }
  }

  private static var settings: [String] {
    let own = unsafe getenv("XDG_CONFIG_HOME").map { unsafe String(cString: $0) }
    let home = unsafe getenv("HOME").map { unsafe String(cString: $0) + "/.config" }
    guard let folder = own ?? home, folder.hasPrefix("/") else { return [] }
    return ["\(folder)/ddcutil"]
  }
}
