// Brings one monitor to a power state by DDC/CI, says in a line what it told, and ends: marqueed starts it for each change, since
// libddcutil waits for the monitor, and may end its program.
import CDDCUtil
import Glibc
import MonitorPower

func say(_ text: String, to descriptor: Int32) {
  let bytes = Array(text.utf8)
  _ = unsafe write(descriptor, bytes, bytes.count)
}

// libddcutil 1 looks around before this begins, and says what it misses, as /sys/class/drm, whoever asks for what: what that means for the
// one monitor is said below.
marquee_ddc_forget_said()
// The answer alone goes to standard output; libddcutil has things to say there too.
let answer = dup(STDOUT_FILENO)
_ = dup2(STDERR_FILENO, STDOUT_FILENO)
guard let order = DDCOrder(CommandLine.arguments.dropFirst()) else {
  say(
    "usage: marquee-ddc --edid DIGITS on|standby (DIGITS: the 128 bytes of the EDID's first block)\n", to: STDERR_FILENO
  )
  exit(EX_USAGE)
}
// Whoever has started it has given up long before.
_ = alarm(120)
say(Monitors.bring(order.edid, to: order.wish).line + "\n", to: answer)
