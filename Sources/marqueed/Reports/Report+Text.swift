import ControlProtocol
import JSONCoding
import Scenes

nonisolated extension Report {
  /// The file's text: the version first, so that it can be read whatever the rest has become.
  var text: [UInt8] {
    get throws {
      // The brace that opens the rest, which is never empty.
      let rest = try JSON.encode(self, style: .indented).dropFirst(1)
      return Array("{\n  \"marqueeReport\": \(ReportVersion.newest),".utf8) + rest + [UInt8(ascii: "\n")]
    }
  }
}

nonisolated extension JSONValue {
  /// The state as it is kept, without what is nobody's business.
  init(_ state: PersistentState) {
    let bytes = try? JSON.encode(StateRecord(state))
    self = bytes.flatMap { try? JSON.decode(JSONValue.self, from: $0) }?.masked ?? .null
  }
}
