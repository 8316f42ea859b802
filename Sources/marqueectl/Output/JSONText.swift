import ControlProtocol

/// A value as JSON on one line.
enum JSONText {
  static func of(_ value: some Encodable) -> String {
    do throws(ControlError) {
      return String(decoding: try ControlJSON.encode(value), as: UTF8.self)
    } catch {
      return error.description
    }
  }
}
