internal import ControlProtocol
internal import KeptFiles

/// What is kept of pairings, as JSON says it.
struct PairingRecord: KeptRecord, Equatable, Sendable {
  static var newestVersion: Int { 1 }
  static var what: String { "who is paired is" }
  static var loss: String { "every device must be paired anew" }

  var version = PairingRecord.newestVersion
  /// A browser has once paired for control: from then on codes are made for whoever may ask for them, and shown on no screen.
  var claimed = false
  var sessions: [SessionRecord] = []

  var isPlausible: Bool { version >= 1 }

  /// As the file says it now, or as files of before did: they are a list of the sessions.
  static var format: KeptFormat<PairingRecord> {
    var format = KeptFormat<PairingRecord>.record
    let read = format.read
    format.read = { text in
      guard let sessions = try? ControlJSON.decode([SessionRecord].self, from: text) else { return read(text) }
      return .value(PairingRecord(sessions: sessions))
    }
    return format
  }
}
