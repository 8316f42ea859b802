internal import Foundation
internal import VirtualMachine

/// Calls to the daemon on a connection that ends with the power.
final class PowerCutCalls {
  private let connection: GuestConnection
  private let flag: CutFlag
  private var unread: [UInt8] = []

  init(_ machine: VirtualMachine, _ flag: CutFlag) throws {
    connection = try machine.connect(hostPort: machine.varlinkPort)
    self.flag = flag
  }

  /// An answer.
  struct Answer {
    /// The daemon's JSON.
    let text: String

    /// Whether the answer means that the change is on the disk.
    ///
    /// If a change cannot be kept, the daemon refuses it, or makes it and adds a note to the answer.
    var isAcknowledgement: Bool { !text.contains("\"error\"") && !text.contains("not kept") }
  }

  /// Sends a call; false if the connection has ended.
  func send(_ method: String, _ parameters: String) -> Bool {
    connection.send(
      Array("{\"method\":\"org.marquee.Display.\(method)\",\"parameters\":{\(parameters)}}".utf8) + [0])
  }

  /// Waits for the next answer; nil after the last one.
  func answer() throws -> Answer? {
    while true {
      if let end = unread.firstIndex(of: 0) {
        defer { unread.removeFirst(end + 1) }
        return Answer(text: String(decoding: unread[..<end], as: UTF8.self))
      }
      guard let bytes = try connection.receive(within: .milliseconds(200)) else {
        if flag.isCut { return nil }
        continue
      }
      if bytes.isEmpty { return nil }
      unread += bytes
    }
  }

  /// Makes a call and waits for its answer; nil without an answer.
  func call(_ method: String, _ parameters: String) throws -> Answer? {
    send(method, parameters) ? try answer() : nil
  }
}
