public import ControlClient
internal import ControlProtocol
internal import Foundation

/// The time of a simulated bench whose clock stands: it passes only while somebody waits for something, from one thing that is due to the
/// next.
///
/// While a program outside the daemon runs, which has a clock of its own, the daemon's clock goes with real time.
public final class SimulatedBenchTime: TestedTime {
  private let socket: String
  private var pilot: ControlClient?
  private var passed = 0.0
  /// How many programs outside need real time, and since when the first does.
  private var runners = 0
  private var runningSince = ContinuousClock.now

  /// How long the daemon may take for a step; its own limits for what it waits for are below that.
  private static let patience = 60.0

  init(socket: String) { self.socket = socket }

  /// Whether the clock stands, so that no time passes by itself.
  var isStanding: Bool { runners == 0 }

  /// Seconds on the daemon's clock, as far as it was let go.
  public var now: Double { passed + (runners > 0 ? secondsRun : 0) }

  private var secondsRun: Double {
    let (seconds, attoseconds) = (ContinuousClock.now - runningSince).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// Another daemon answers from now on, or none.
  func forgetDaemon() { pilot = nil }

  package func settle() throws(ClientError) {
    if runners == 0 { _ = advance(atMost: 0, untilDue: true) }
  }

  package func pass(atMost seconds: Double) throws(ClientError) {
    guard runners == 0 else { return sleep(0.002) }
    // What is left of a deadline after many steps may be less than the clock can tell.
    if let went = advance(atMost: max(seconds, 1e-6), untilDue: true) { passed += went } else { sleepWithoutDaemon() }
  }

  /// Lets so many seconds pass, with everything that is due in them.
  func pass(seconds: Double) {
    guard runners == 0 else { return sleep(seconds) }
    let end = passed + seconds
    while passed < end {
      // A day is the most that can be asked for.
      if let went = advance(atMost: min(end - passed, 80_000), untilDue: false) {
        if went == 0 { return }
        passed += went
      } else {
        sleepWithoutDaemon()
      }
    }
  }

  /// The clock goes with real time from now on, until `stop` was called as often.
  func run() {
    runners += 1
    guard runners == 1 else { return }
    runningSince = .now
    setClock(running: true)
  }

  /// The clock stands again where nobody else needs it.
  func stop() {
    if runners == 1 {
      setClock(running: false)
      passed += secondsRun
    }
    runners -= 1
  }

  /// A daemon that has just been started stands.
  func didStartDaemon() { if runners > 0 { setClock(running: true) } }

  private func setClock(running: Bool) {
    var call = SimulateCall(.clock)
    call.on = running
    _ = ask(call)
  }

  /// How far the clock went; nil where no daemon answers.
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

  /// While a daemon ends or begins, real time passes.
  private func sleepWithoutDaemon() {
    sleep(0.002)
    passed += 0.002
  }

  private func sleep(_ seconds: Double) { nap(seconds: seconds) }
}
