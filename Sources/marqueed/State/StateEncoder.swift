import JSONCoding
import Scenes

/// Writes the state as JSON; only what has changed since the last time is encoded.
///
/// Most of it is what apps keep with their sessions, of which mostly one changes at a time.
final class StateEncoder {
  /// How many bytes were encoded so far; all others were there already.
  private(set) var encodedBytes = 0
  private var sessions: [String: (record: SessionRecord, bytes: [UInt8])] = [:]

  /// The text of a state; what is not in it is forgotten.
  func encode(_ state: PersistentState) throws -> [UInt8] {
    var text = try encoded(StateRecord(state, hasSessions: false))
    let known = sessions
    sessions = [:]
    func append(_ records: [SessionRecord], as name: String) throws {
      text += Array(",\"\(name)\":[".utf8)
      for (index, record) in records.enumerated() {
        var part = (record, [] as [UInt8])
        if let same = known[record.identifier], same.record == record {
          part = same
        } else {
          part.1 = try encoded(StateRecord.Session(record))
        }
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text += part.1
        sessions[record.identifier] = part
      }
      text.append(UInt8(ascii: "]"))
    }
    // The brace that closes the rest, which is never empty.
    text.removeLast()
    try append(state.sessions, as: "sessions")
    if !state.discarded.isEmpty { try append(state.discarded, as: "discarded") }
    text.append(UInt8(ascii: "}"))
    return text
  }

  private func encoded(_ value: some Encodable) throws -> [UInt8] {
    let bytes = try JSON.encode(value)
    encodedBytes += bytes.count
    return bytes
  }
}
