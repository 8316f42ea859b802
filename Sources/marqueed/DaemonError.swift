import ControlServer
import SystemPackage

/// The reason why the daemon could not start or had to end, with an exit status for the supervisor.
enum DaemonError: Error, CustomStringConvertible {
  case configuration(ConfigurationTrouble)
  case noCard(String)
  case noSeat(String)
  case notPermitted(device: String)
  case occupied(device: String, holder: String)
  case socket(ListenerError)
  case state(path: String, reason: String)
  case stateInUse(directory: String)
  case system(String, Errno)
  case gaveUp(String)

  /// The exit status (sysexits.h).
  var status: Int32 {
    switch self {
    case .configuration(let trouble): trouble.status
    case .noCard, .noSeat: 69
    case .gaveUp: 70
    case .socket(.socketInUse): 73
    case .system, .state, .stateInUse, .socket: 71
    case .occupied: 75
    case .notPermitted: 77
    }
  }

  var description: String {
    switch self {
    case .configuration(let trouble): trouble.problems.joined(separator: "\n")
    case .noCard(let looked):
      "no card with displays was found (\(looked)); is the driver loaded (ls /dev/dri)? "
        + "`--backend simulated` shows the same without one"
    case .noSeat(let reason): "no card of a seat: \(reason)"
    case .notPermitted(let device):
      "\(device): no permission to open it; run as a member of its group (usually video), or as root"
    case .occupied(let device, let holder):
      "\(device) is held by \(holder): only one program can show pictures on a card. End that program, "
        + "or start marqueed with --wait to take the card over when it is free."
    case .socket(let error): error.description
    case .state(let path, let reason):
      "\(path): this file cannot be written: \(reason); fix that, or choose another directory with --state"
    case .stateInUse(let directory):
      "\(directory): another marqueed keeps its state there; give this one a directory of its own with --state"
    case .system(let what, let errno): "\(what): \(errno)"
    case .gaveUp(let reason): "\(reason); ending, so that a supervisor starts the daemon again"
    }
  }
}
