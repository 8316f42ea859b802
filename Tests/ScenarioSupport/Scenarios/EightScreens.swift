internal import DisplayTypes
internal import LifecycleReference

extension Scenario {
  static let eightScreens = Scenario(
    "eight screens have eight sessions, which each display finds again after kill -9 and on another connector",
    gate: [.simulated]
  ) { bench in
    let count = 8
    var household = Household.usual
    household.connectors = (1...count).map { Household.Connector(name: "DP-\($0)", use: .external) }
    household.displays = (0...count).map { number in
      Household.Display(identity: DisplayIdentity(make: "TST", model: "Eight", serial: "\(number)"))
    }
    household.apps.removeAll { $0.isAlarm || $0.loss != nil }
    var proof = try RealProof(household, on: bench)
    for number in 1...count { try proof.play(.plug("DP-\(number)", display: number, isLate: false)) }
    let sessions = proof.reference.audit.sessions
    try expect(sessions.count, is: count, "sessions")
    try expect(Set(sessions.values.map(\.identity)).count, is: count, "displays that have one")
    try expect(sessions.values.allSatisfy { $0.state == "foregroundActive" }, "all are active")
    for (identifier, session) in sessions {
      try proof.play(.keep(session: identifier, Int64(session.identity.serial) ?? 0))
    }
    try proof.play(.foreground(app: "lobby", screen: nil))
    try proof.play(.kill)
    try proof.play(.foreground(app: "slides", screen: nil))
    // Two displays can change places only with a free connector.
    try proof.play(.unplug("DP-1"))
    for number in 2...count { try proof.play(.move("DP-\(number)", to: "DP-\(number - 1)")) }
    let moved = proof.reference.audit.sessions.filter { $0.value.app == "slides" }
    try expect(Set(moved.keys), is: Set(sessions.keys), "the sessions")
    for (identifier, session) in moved where session.isConnected {
      let number = Int(session.connector.dropFirst(3)) ?? 0
      try expect(session.identity.serial, is: "\(number + 1)", "the display of \(identifier) on \(session.connector)")
    }
  }
}
