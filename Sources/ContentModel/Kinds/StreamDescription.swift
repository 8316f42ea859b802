package import DisplayTypes

/// A live stream of a server.
public struct StreamDescription: Hashable, Sendable {
  /// The address; nil only before it is read.
  package var address: StreamAddress?
  package var fit = StreamFit.fit
  /// The colour around the picture, and before the first one.
  package var background = Color.black
  /// The absolute path of the picture that is shown while the stream has none; nil to keep its last picture.
  package var fallback: String?
  /// Whether the server may be this machine.
  package var allowsLoopback = false
  /// Whether the server may have an address that is valid only on its own cable, as 169.254.1.2.
  package var allowsLinkLocal = false
}

/// The place of a stream's pictures.
package enum StreamFit: String, Hashable, Sendable, CaseIterable {
  /// As large as possible without cutting, in its own shape.
  case fit
  /// Fills the area in its own shape; both ends are cut off equally.
  case fill
  /// Fills the area; the shape changes.
  case stretch
}

extension StreamDescription: ContentMapping {
  package static let form = ContentForm(
    kind: .stream, main: .text("url"), sample: "{ url: rtsp://camera/1 }", example: "rtsp://camera/1 --fit fill")
  package var content: ContentDescription { .stream(self) }
  package var summary: String { "stream \(address?.shown ?? "")" }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("url", &address, .address)
    fields.field("fit", &fit, .word)
    fields.field("background", &background, .color)
    fields.field("fallback", &fallback, .path(.picture), help: "a picture for times without the stream")
    fields.field(
      "allowLoopback", &allowsLoopback, .flag, help: "the server may be this machine", option: "allow-loopback")
    fields.field(
      "allowLinkLocal", &allowsLinkLocal, .flag, help: "the server may have an address like 169.254.1.2",
      option: "allow-link-local")
    // Without an address there is nothing to show.
    if fields.section != nil, address == nil { fields.refuse() }
  }

  package func add(to needs: inout ContentNeeds) {
    if let address {
      needs.streams.insert(address)
      if allowsLoopback || allowsLinkLocal {
        needs.nearStreams.insert(
          NearStream(address: address, allowsLoopback: allowsLoopback, allowsLinkLocal: allowsLinkLocal))
      }
    }
    if let fallback { needs.add(file: fallback, portraitFile: nil) }
  }
}

/// A stream whose server may be this machine, or at the other end of its cable.
package struct NearStream: Hashable, Sendable {
  package let address: StreamAddress
  package let allowsLoopback: Bool
  package let allowsLinkLocal: Bool
}

extension FieldType where Value == StreamAddress {
  /// The address of a stream. Messages do not repeat a wrong one, because it may contain a password.
  static var address: Self {
    Self(
      read: { section, key, _ in
        guard let text = section.text(key, expected: StreamAddress.expected)?.value else { return nil }
        if let address = StreamAddress(text) { return address }
        section.report(
          key, "is no address of a stream", expected: StreamAddress.expected,
          hint:
            "its scheme is \(StreamAddress.schemes.joined(separator: ", ")), and it has at most \(StreamAddress.longest) letters, digits and marks",
          fault: .value("…"))
        return nil
      }, write: { .text($0.text) }
    ).option(.text("address"))
  }
}
