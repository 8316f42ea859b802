import CDDCUtil
import DisplayTypes
import Glibc
import MonitorPower
import RasterWorker

// Brings one monitor to a power state by DDC/CI, says in a line what it told, and ends: marqueed starts it for each change, since
// libddcutil waits for the monitor, and may end its program.

func say(_ text: String, to descriptor: Int32) {
  let bytes = Array(text.utf8)
  _ = unsafe write(descriptor, bytes, bytes.count)
}

// libddcutil 1 looks around before this begins, and says what it misses, as /sys/class/drm, whoever asks for what: what that means for the
// one monitor is said below.
marquee_ddc_forget_said()
var arguments = CommandLine.arguments.dropFirst()
var sandbox: SandboxReport?
if arguments.first == SandboxRestart.mark, let error = arguments.dropFirst().first.flatMap(Int32.init) {
  sandbox = SandboxReport(files: error)
  arguments.removeFirst(2)
}
guard let order = DDCOrder(arguments) else {
  say(
    "usage: marquee-ddc --edid DIGITS on|standby (DIGITS: the 128 bytes of the EDID's first block)\n"
      + "       marquee-ddc --check-sandbox\n", to: STDERR_FILENO
  )
  exit(EX_USAGE)
}
guard var sandbox else {
  // Whoever has started it has given up long before.
  _ = alarm(120)
  SandboxRestart.begin(arguments)
  say("marquee-ddc cannot start itself again (errno \(errno)); is /proc there?\n", to: STDERR_FILENO)
  exit(EX_OSERR)
}
switch order {
case .checkSandbox:
  _ = Sandbox.restrictCalls(SandboxRestart.policy.calls)
  exit(SandboxCheck.run(SandboxRestart.policy))
case .bring(let edid, let wish):
  // The answer alone is for the daemon. What libddcutil prints goes nowhere, since a monitor could fill the log by it.
  let answer = dup(STDOUT_FILENO)
  let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
  for output in [STDOUT_FILENO, STDERR_FILENO] { _ = dup2(nowhere, output) }
  sandbox.calls = Sandbox.restrictCalls(SandboxRestart.policy.calls)
  var reply = DDCMonitors.bring(edid, to: wish)
  reply.sandbox = sandbox
  say(reply.lines, to: answer)
}

/// The command line: `--edid DIGITS on|standby`, or `--check-sandbox`.
enum DDCOrder {
  /// Brings the monitor with that first block of its EDID to a state.
  case bring([UInt8], PowerWish)
  /// Tries what the sandbox forbids.
  case checkSandbox

  init?(_ arguments: some Collection<String>) {
    let words = Array(arguments)
    if words == ["--check-sandbox"] {
      self = .checkSandbox
      return
    }
    guard words.count == 3, words[0] == "--edid", let wish = PowerWish(rawValue: words[2]) else { return nil }
    let digits = Array(words[1].utf8)
    guard digits.count == 256 else { return nil }
    var edid: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(digits[place]), let low = Self.value(digits[place + 1]) else { return nil }
      edid.append(high << 4 | low)
    }
    self = .bring(edid, wish)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// The program's sandbox, in two steps.
///
/// libddcutil starts a thread before `main`, and Landlock restricts the calling thread only. So the program gives up files, and starts itself
/// again: everything in its second life has given them up. Only then does it give up calls of the kernel, that to start programs among them.
@safe enum SandboxRestart {
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
