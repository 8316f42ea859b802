internal import DisplayTypes

/// A possible state: a world, and the log in it.
struct Hypothesis: Hashable, Sendable {
  var world: World
  var audit: LogAudit
  /// The contradiction with the daemon; nil while there is none.
  var complaint: String?

  /// The same hypothesis without the sessions that are not on the disk; nil if there are none.
  var withoutUnwritten: Hypothesis? {
    var other = self
    other.audit.loseUnwritten()
    return other == self ? nil : other
  }

  /// Compares the hypothesis with an observation.
  mutating func compare(_ observation: Observation) {
    complaint = audit.complaintAtRest ?? difference(of: observation.screens) ?? difference(of: observation.sessions)
  }

  private func difference(of screens: [String: Observation.ObservedScreen]) -> String? {
    for connector in world.screens.keys.sorted() {
      guard let screen = screens[connector] else { return "\(connector) is not connected" }
      let serial = world.identity(on: connector)?.serial
      guard screen.serial == serial else { return "\(connector) has \(screen.serial), not \(serial ?? "nobody")" }
      guard screen.hasOtherModes == world.screens[connector]?.hasOtherModes else {
        return "\(connector) has the other list of modes"
      }
      let due = world.picture(on: connector, audit)
      guard screen.rule == due.rule else { return "\(connector) is decided by \(screen.rule), not by \(due.rule)" }
      guard let color = world.color(on: connector, audit) else { continue }
      if let seen = screen.color, seen != color {
        let seen = seen?.hexadecimal ?? "dark"
        return "\(connector) shows \(seen), not \(color?.hexadecimal ?? "dark"), by \(due.rule)"
      }
      if let app = due.app, audit.connected(app, on: connector) == nil { return "\(app) has no scene on \(connector)" }
      if let app = due.app, world.cover(on: connector, due) == "clear",
        audit.connected(app, on: connector)?.session.isPresented != true
      {
        return "the first frame of \(app) on \(connector) was not told of"
      }
    }
    if let extra = screens.keys.first(where: { world.screens[$0] == nil }) { return "\(extra) is connected" }
    return nil
  }

  private func difference(of sessions: [String: Observation.Session]) -> String? {
    for (identifier, session) in audit.sessions.sorted(by: { $0.key < $1.key }) {
      let name = "\(identifier) of \(session.app) on \(session.connector)"
      guard let seen = sessions[identifier] else { return "\(name) is lost" }
      guard let state = world.state(of: session, audit) else { return "no row for the state of \(name)" }
      if seen.state != state { return "\(name) is \(seen.state), not \(state)" }
      if session.state != state { return "\(name) was called to \(session.state), not to \(state)" }
      let value = world.values[identifier]
      if seen.value != value { return "\(name) keeps \(seen.value as Int64?), not \(value as Int64?)" }
    }
    for (identifier, session) in sessions where audit.sessions[identifier] == nil {
      if session.state != "unattached" { return "\(identifier) is \(session.state), and nobody has told of it" }
    }
    let places = sessions.values.map { [$0.app, $0.serial, $0.connector] }
    if let double = places.first(where: { place in places.count { $0 == place } > 1 }) {
      return "\(double) has two sessions"
    }
    return nil
  }
}
