import Configuration
import ContentModel
import ControlProtocol
import DisplayTypes

/// Reads the bytes as a call to the daemon, as a reply to a client, and as a stream of messages.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  checkValue(bytes)
  checkCall(bytes)
  checkReply(bytes)
  checkStream(bytes)
  return 0
}

/// A value that can be read is written as a text with the same value.
private func checkValue(_ bytes: [UInt8]) {
  guard let value = try? JSON.decode(JSONValue.self, from: bytes) else { return }
  guard let text = try? JSON.encode(value) else { preconditionFailure("a value cannot be written") }
  guard let again = try? JSON.decode(JSONValue.self, from: text) else { preconditionFailure("a text cannot be read") }
  precondition(again == value, "a value has changed")
}

private func checkCall(_ bytes: [UInt8]) {
  guard let call = try? ControlCall(message: bytes) else { return }
  switch call.request {
  case .failure(let error):
    precondition((try? ControlJSON.encode(error)) != nil, "an error cannot be written")
    precondition(!error.message.isEmpty, "an error has no message")
  case .success(.display(.show(let call))): if let content = call.content { check(content) }
  case .success(.display(.showTogether(let call))): for content in call.contents { check(content.content) }
  case .success: break
  }
}

/// A content that can be read is written as words with the same content, from a message and from the kept state.
private func check(_ info: ContentInfo) {
  let now = WallTime(seconds: 1_700_000_000)
  guard let content = try? ContentDescription(info, now: now) else { return }
  let words = ContentInfo(content)
  guard let again = try? ContentDescription(words, now: now) else { preconditionFailure("\(words) cannot be read") }
  precondition(again == content, "a content has changed")
  precondition(ContentDescription(kept: words.json) == content, "a kept content has changed")
}

private func checkReply(_ bytes: [UInt8]) {
  guard let reply = try? ControlJSON.decode(ReceivedReply<StatusReply>.self, from: bytes) else { return }
  guard case .success(let status) = reply.result else { return }
  precondition((try? ControlJSON.encode(status)) != nil, "a status cannot be written")
}

/// Messages do not depend on the cuts of the stream.
private func checkStream(_ bytes: [UInt8]) {
  let cut = Int(bytes.first ?? 0) % max(1, bytes.count)
  precondition(messages([bytes[...]]) == messages([bytes[..<cut], bytes[cut...]]), "a cut changes the messages")
}

private func messages(_ parts: [ArraySlice<UInt8>]) -> [[UInt8]] {
  var framer = MessageFramer(limit: 512)
  var messages: [[UInt8]] = []
  for part in parts {
    framer.append(part)
    do throws(FramingError) {
      while let message = try framer.next() { messages.append(message) }
    } catch {
      return messages
    }
  }
  return messages
}
