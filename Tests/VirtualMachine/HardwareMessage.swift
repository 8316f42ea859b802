import Foundation

/// A request of a program in the guest to the host: a line of JSON.
enum HardwareRequest: Codable, Sendable {
  case monitor(console: Int, size: MonitorSize?)
  case photograph(device: String, head: Int?)
  /// A command of QEMU's machine protocol, with its arguments as the text of a JSON object.
  case command(String, arguments: String)
}

/// The host's answer: a line of JSON, followed by the pixels of a picture.
enum HardwareAnswer: Sendable {
  case text(String?)
  case picture(Photograph)

  /// The line of JSON.
  struct Head: Codable, Sendable {
    var failure: String?
    var text: String?
    /// Size of the picture in pixels; nil if there is none.
    var width: Int?
    var height: Int?
    /// Bytes that follow the line: the runs of the picture.
    var byteCount = 0
  }

  /// Throws the host's error, if there is one.
  init(_ head: Head, pixels runs: [UInt8]) throws {
    if let failure = head.failure { throw VirtualMachineError(failure) }
    guard let width = head.width, let height = head.height else {
      self = .text(head.text)
      return
    }
    self = .picture(try Photograph(width: width, height: height, runs: runs))
  }
}

/// The bytes of requests and answers.
enum HardwareMessage {
  static func line(of value: some Encodable) throws -> [UInt8] { Array(try JSONEncoder().encode(value)) + [0x0A] }

  /// An answer with a picture.
  static func answer(_ picture: Photograph) throws -> [UInt8] {
    let runs = picture.runs
    let head = HardwareAnswer.Head(width: picture.width, height: picture.height, byteCount: runs.count)
    return try line(of: head) + runs
  }
}
