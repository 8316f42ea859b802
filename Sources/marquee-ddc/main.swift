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
if arguments.first == Confinement.mark, let error = arguments.dropFirst().first.flatMap(Int32.init) {
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
  Confinement.begin(arguments)
  say("marquee-ddc cannot start itself again (errno \(errno)); is /proc there?\n", to: STDERR_FILENO)
  exit(EX_OSERR)
}
switch order {
case .checkSandbox:
  _ = Sandbox.restrictCalls(Confinement.policy.calls)
  exit(SandboxCheck.run(Confinement.policy))
case .bring(let edid, let wish):
  // The answer alone is for the daemon. What libddcutil prints goes nowhere, since a monitor could fill the log by it.
  let answer = dup(STDOUT_FILENO)
  let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
  for output in [STDOUT_FILENO, STDERR_FILENO] { _ = dup2(nowhere, output) }
  sandbox.calls = Sandbox.restrictCalls(Confinement.policy.calls)
  var reply = Monitors.bring(edid, to: wish)
  reply.sandbox = sandbox
  say(reply.lines, to: answer)
}
