public import ControlClient
internal import ControlProtocol
internal import Foundation

/// The time of a simulated bench with a stopped clock. It moves only while the scenario waits, from one due timer to the next.
///
/// While a program outside the daemon with its own clock runs, the daemon's clock follows real time.
public final class SimulatedBenchTime: TestedTime {
  private let socket: String
  private var pilot: ControlClient?
  private var passed = 0.0
  /// The number of outside programs that need real time, and the start of the first.
  private var runners = 0
  private var runningSince = ContinuousClock.now

  /// The time limit for a step of the daemon. The daemon's own limits are shorter.
  private static let patience = 180.0

  init(socket: String) { self.socket = socket }

  /// Whether the clock is stopped, so that no time passes by itself.
  var isStanding: Bool { runners == 0 }

  /// Seconds on the daemon's clock, as far as the bench has advanced it.
  public var now: Double { passed + (runners > 0 ? secondsRun : 0) }

  private var secondsRun: Double {
    let (seconds, attoseconds) = (ContinuousClock.now - runningSince).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// The next call finds the current daemon, if there is one.
  func forgetDaemon() { pilot = nil }

  package func settle() throws(ClientError) {
    if runners == 0 { _ = advance(atMost: 0, untilDue: true) }
  }

  package func pass(atMost seconds: Double) throws(ClientError) {
    guard runners == 0 else { return sleep(0.002) }
    // The rest of a deadline after many steps may be below the resolution of the clock.
    if let went = advance(atMost: max(seconds, 1e-6), untilDue: true) { passed += went } else { sleepWithoutDaemon() }
  }

  /// Lets this many seconds pass, with everything that is due in them.
  package func pass(seconds: Double) {
    guard runners == 0 else { return sleep(seconds) }
    let end = passed + seconds
    while passed < end {
      // One call can advance at most a day.
      if let went = advance(atMost: min(end - passed, 80_000), untilDue: false) {
        if went == 0 { return }
        passed += went
      } else {
        sleepWithoutDaemon()
      }
    }
  }

  /// Lets the clock follow real time, until `stop` was called as often.
  func run() {
    runners += 1
    guard runners == 1 else { return }
    runningSince = .now
    setClock(running: true)
  }

  /// Stops the clock if no other program needs it.
  func stop() {
    if runners == 1 {
      setClock(running: false)
      passed += secondsRun
    }
    runners -= 1
  }

  /// A daemon starts with a stopped clock.
  func didStartDaemon() { if runners > 0 { setClock(running: true) } }

  private func setClock(running: Bool) {
    var call = SimulateCall(.clock)
    call.on = running
    _ = ask(call)
  }

  /// How far the clock went; nil without a daemon that answers.
  private func advance(atMost seconds: Double, untilDue: Bool) -> Double? {
    var call = SimulateCall(.advance)
    call.seconds = seconds
    call.untilDue = untilDue
    return ask(call)?.seconds
  }

  private func ask(_ call: SimulateCall) -> SimulateReply? {
    if pilot == nil { pilot = try? ControlClient(path: socket) }
    guard let reply = try? pilot?.call(call, timeoutSeconds: Self.patience) else {
      pilot = nil
      return nil
    }
    return reply
  }

  /// While a daemon starts or ends, real time passes.
  private func sleepWithoutDaemon() {
    sleep(0.002)
    passed += 0.002
  }

  private func sleep(_ seconds: Double) { nap(seconds: seconds) }
}
