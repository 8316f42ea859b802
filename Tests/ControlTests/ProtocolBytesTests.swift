import ControlProtocol
import Foundation
import Testing

/// The messages that are read and written for each call, reply and error of protocol-bytes.txt.
///
/// A line of the file is a message: `call` with the checks of the server, `typed` without them, `reply` or `error`. The name and the
/// parameters, if there are any, follow. The next line begins with `=`: it is the message after reading and writing it, or the error.
struct ProtocolBytesTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "protocol-bytes.txt")

  @Test("each message is read and written as it was recorded")
  func messages() throws {
    let recorded = try String(contentsOf: Self.file, encoding: .utf8)
    let inputs = recorded.split(separator: "\n").filter { !$0.hasPrefix("=") }
    #expect(inputs.count > 600)
    var types: [Substring: any ControlParameters.Type] = [:]
    var written = ""
    for input in inputs {
      let words = input.split(separator: " ", maxSplits: 2)
      let parameters = words.count == 3 ? ",\"parameters\":\(words[2])" : ""
      let message: String
      switch words[0] {
      case "call":
        let call = try ControlCall(message: Array("{\"method\":\"\(words[1])\"\(parameters)}".utf8))
        message = text { () throws(ControlError) in try Self.written(call.request.get(), name: words[1], &types) }
      case "typed":
        let type = try #require(types[words[1]], "\(words[1]) has no call before \(input)")
        message = text { () throws(ControlError) in try Self.again(type, "{\"p\":\(words[2])}") }
      case "reply":
        let json = words.count == 3 ? "{\"parameters\":\(words[2])}" : "{}"
        if let type = types[words[1]] {
          message = text { () throws(ControlError) in try Self.reply(to: type, json) }
        } else {
          message = text { () throws(ControlError) in
            words[1].hasSuffix("GetInfo")
              ? try Self.reply(to: GetInfoCall.self, json) : try Self.reply(to: GetInterfaceDescriptionCall.self, json)
          }
        }
      default:
        message = text { () throws(ControlError) in
          let json = "{\"error\":\"\(words[1])\"\(parameters)}"
          return try ControlJSON.encode(ControlJSON.decode(ControlError.self, from: Array(json.utf8)))
        }
      }
      written += "\(input)\n= \(message)\n"
    }
    guard written != recorded else { return }
    let found = FileManager.default.temporaryDirectory.appending(path: "protocol-bytes.txt")
    try written.write(to: found, atomically: true, encoding: .utf8)
    let lines = zip(recorded.split(separator: "\n"), written.split(separator: "\n")).first { $0 != $1 }
    Issue.record("recorded: \(lines?.0 ?? "")\nnow: \(lines?.1 ?? "")\n\(found.path) has all that is written now")
  }

  /// The bytes as text, or the error's.
  private func text(_ body: () throws(ControlError) -> [UInt8]) -> String {
    do throws(ControlError) {
      return String(decoding: try body(), as: UTF8.self)
    } catch {
      return "\((try? ControlJSON.encode(error)).map { String(decoding: $0, as: UTF8.self) } ?? "nothing")"
    }
  }

  private static func written(
    _ request: ControlCall.Request, name: Substring, _ types: inout [Substring: any ControlParameters.Type]
  ) throws(ControlError) -> [UInt8] {
    switch request {
    case .service(let request):
      guard case .getInterfaceDescription(let call) = request else { return Array("\(request)".utf8) }
      return try ControlJSON.encode(ControlCallMessage(call))
    case .display(let request):
      guard let call = Mirror(reflecting: request).children.first?.value as? any ControlParameters else {
        throw .failed(message: "\(request) has no parameters")
      }
      types[name] = type(of: call)
      return try message(call)
    }
  }

  private static func message(_ call: some ControlParameters) throws(ControlError) -> [UInt8] {
    try ControlJSON.encode(ControlCallMessage(call))
  }

  private struct One<Value: Codable>: Codable {
    var p: Value
  }

  private static func again(_ type: (some ControlParameters).Type, _ json: String) throws(ControlError) -> [UInt8] {
    func read<Call: ControlParameters>(_ type: Call.Type) throws(ControlError) -> [UInt8] {
      try ControlJSON.encode(ControlJSON.decode(One<Call>.self, from: Array(json.utf8)))
    }
    return try read(type)
  }

  private static func reply<Call: ControlParameters>(to call: Call.Type, _ json: String) throws(ControlError) -> [UInt8]
  {
    let reply = try ControlJSON.decode(ReceivedReply<Call.Reply>.self, from: Array(json.utf8))
    return try ControlJSON.encode(ControlReplyMessage(reply.result.get()))
  }
}
