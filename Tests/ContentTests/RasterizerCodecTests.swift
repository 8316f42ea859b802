import Composition
import DisplayTypes
import Rasterizing
import TestKit
import Testing

@Suite struct RasterizerCodecTests {
  private static let text = TextRasterRequest(
    text: "Grüße, שלום 🎉\nsecond", usesMarkup: true, font: "DejaVu Sans",
    foreground: Color(red: 1, green: 2, blue: 3, alpha: 4), alignment: .end, box: PixelSize(width: 720, height: 480),
    horizontalPixelsPerPoint: 0.84375, verticalPixelsPerPoint: 1.5, margin: 28.8, minimumFontSize: 10,
    maximumFontSize: 192)
  private static let requests: [RasterRequest] = [
    .text(text), .text(TextRasterRequest(text: "", box: PixelSize(width: 1, height: 1))),
    .png(PNGRequest(descriptor: 7, size: PixelSize(width: 1920, height: 1080), stride: 7680, format: .argb32)),
    .document(
      DocumentRequest(
        descriptor: 7, version: version,
        operation: .picture(
          PictureRoom(size: PixelSize(width: 720, height: 576), pixelAspectRatio: 16.0 / 15, fit: .center),
          maximumBytes: 1 << 20))),
    .document(
      DocumentRequest(
        descriptor: 7, version: version, operation: .page(500, .left, PictureRoom(size: PixelSize(width: 1, height: 1)))
      )),
    .document(DocumentRequest(descriptor: 7, version: version, operation: .texts(3, count: 50, .top))),
    .document(DocumentRequest(descriptor: 7, version: version, operation: .pageCount)),
    .code(CodeRasterRequest(text: "https://example.org/ü")), .text(arranged(.like(template: "88:88"))),
    .text(arranged(.strip(from: 40_000))), .text(arranged(.line(7))),
  ]
  private static let version = FileVersion(device: 1, inode: .max, size: 12345, modified: -5)

  private static func arranged(_ arrangement: TextArrangement) -> TextRasterRequest {
    TextRasterRequest(text: "x", box: PixelSize(width: 2, height: 3), arrangement: arrangement)
  }

  private static let outcomes: [ReplyMessage.Outcome] = [
    .picture(
      InkReply(
        rect: PixelRect(x: 1, y: 2, width: 30, height: 40), format: .argb32, stride: 128, fontSize: 12.5,
        isTruncated: true, missingGlyphs: 3, extent: 90_000, runsRightToLeft: true)),
    .picture(InkReply(fontSize: 10)),
    .picture(
      InkReply(rect: PixelRect(x: 1, y: 2, width: 30, height: 40), format: .a8, stride: 32, fontSize: 12.5)),
    .file(byteCount: 12345), .failure(.noFonts), .failure(.badMarkup("Zeile 1: <é>")),
    .failure(.textTooLong(bytes: 99999)), .failure(.codeTooLong(bytes: 3000)),
    .failure(.tooLarge(PixelSize(width: 40000, height: 3))),
    .image(
      ImageReply(
        size: PixelSize(width: 30, height: 40), stride: 120, isOpaque: true,
        rect: PixelRect(x: 1, y: 2, width: 30, height: 40), frameSize: PixelSize(width: 10, height: 20),
        durations: [20, 40, 100], plays: 3, pageCount: 7, warning: "Vorsicht: ß",
        transition: PageTransition(.push, .up, milliseconds: 700))),
    .image(
      ImageReply(
        size: PixelSize(width: 30, height: 40), stride: 120, isOpaque: false,
        rect: PixelRect(x: 1, y: 2, width: 30, height: 40), frameSize: PixelSize(width: 30, height: 40))),
    .pageCount(500), .failure(.unsupportedFormat(found: "a video")), .failure(.encrypted), .failure(.noPages),
    .failure(.missingCodec(format: "an AVIF picture", package: "libavif-gdk-pixbuf")),
    .failure(.damaged("why")), .failure(.tooManyPixels(PixelSize(width: 65535, height: 65535))),
    .failure(.fileChanged), .failure(.invalidRequest("what")), .failure(.outOfMemory), .failure(.drawingFailed("how")),
  ]

  private func descriptors(of request: RasterRequest) -> [Int32] {
    switch request {
    case .text, .code: []
    case .png(let png): [png.descriptor]
    case .document(let document): [document.descriptor]
    }
  }

  @Test(arguments: requests) func aRequestComesBackAsItWas(_ request: RasterRequest) throws {
    let message = RequestMessage(identifier: 0x0102_0304_0506_0708, request: request)
    #expect(try RequestMessage(decoding: message.encoded[...], descriptors: descriptors(of: request)) == message)
  }

  @Test(arguments: outcomes) func aReplyComesBackAsItWas(_ outcome: ReplyMessage.Outcome) throws {
    let message = ReplyMessage(identifier: .max, outcome: outcome)
    #expect(try ReplyMessage(decoding: message.encoded[...]) == message)
  }

  @Test(arguments: requests) func aRequestThatIsCutOrLongerIsRefused(_ request: RasterRequest) throws {
    let bytes = RequestMessage(identifier: 1, request: request).encoded
    let descriptors = descriptors(of: request)
    for count in 0..<bytes.count {
      #expect(throws: CodecError.self) { try RequestMessage(decoding: bytes[..<count], descriptors: descriptors) }
    }
    #expect(throws: CodecError.trailingBytes) {
      try RequestMessage(decoding: (bytes + [0])[...], descriptors: descriptors)
    }
  }

  @Test(arguments: outcomes) func aReplyThatIsCutOrLongerIsRefused(_ outcome: ReplyMessage.Outcome) throws {
    let bytes = ReplyMessage(identifier: 1, outcome: outcome).encoded
    for count in 0..<bytes.count {
      #expect(throws: CodecError.self) { try ReplyMessage(decoding: bytes[..<count]) }
    }
    #expect(throws: CodecError.trailingBytes) { try ReplyMessage(decoding: (bytes + [0])[...]) }
  }

  @Test func changedBytesAreReadOrRefusedButNeverTrap() {
    var generator = SeededGenerator(exactly: 42)
    let packets =
      Self.requests.map { RequestMessage(identifier: 5, request: $0).encoded }
      + Self.outcomes.map { ReplyMessage(identifier: 5, outcome: $0).encoded }
      + Self.outcomes.map { ReplyMessage(identifier: 5, outcome: $0, sandbox: SandboxReport(files: 38)).encoded }
    var refused = 0
    for round in 0..<20_000 {
      var bytes = packets[round % packets.count]
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] =
          [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)]
          .randomElement(using: &generator) ?? 0
      }
      for descriptors in [[], [3]] as [[Int32]] {
        do {
          // A message that can be read can also be inspected and written again.
          let message = try RequestMessage(decoding: bytes[...], descriptors: descriptors)
          try? message.request.validate()
          #expect(try RequestMessage(decoding: message.encoded[...], descriptors: descriptors) == message)
        } catch { refused += 1 }
      }
      do {
        let message = try ReplyMessage(decoding: bytes[...])
        #expect(try ReplyMessage(decoding: message.encoded[...]) == message)
      } catch { refused += 1 }
    }
    #expect(refused > 20_000)
  }

  @Test func aTextThatIsNoUTF8IsRefused() {
    var bytes = RequestMessage(identifier: 1, request: .text(Self.text)).encoded
    // Beginning, identifier, kind and the text's length take 17 bytes.
    bytes[17] = 0xFF
    #expect(throws: CodecError.invalid("text (not UTF-8)")) {
      try RequestMessage(decoding: bytes[...], descriptors: [])
    }
  }

  @Test func theWrongCountOfDescriptorsIsRefused() {
    let text = RequestMessage(identifier: 1, request: Self.requests[0]).encoded
    let png = RequestMessage(identifier: 1, request: Self.requests[2]).encoded
    let document = RequestMessage(identifier: 1, request: Self.requests[3]).encoded
    #expect(throws: CodecError.self) { try RequestMessage(decoding: document[...], descriptors: []) }
    #expect(throws: CodecError.self) { try RequestMessage(decoding: text[...], descriptors: [4]) }
    #expect(throws: CodecError.self) { try RequestMessage(decoding: png[...], descriptors: []) }
    #expect(throws: CodecError.self) { try RequestMessage(decoding: png[...], descriptors: [4, 5]) }
  }

  @Test func aLongMessageOfAnErrorIsCutAtACharacter() throws {
    let long = String(repeating: "é", count: 1000)
    let reply = ReplyMessage(identifier: 1, outcome: .failure(.badMarkup(long)))
    #expect(reply.encoded.count <= ReplyMessage.maximumBytes)
    let read = try ReplyMessage(decoding: reply.encoded[...])
    #expect(read.outcome == .failure(.badMarkup(String(repeating: "é", count: 256))))
  }

  @Test func theLongestRequestFitsTheBuffer() {
    let long = String(repeating: "x", count: TextLimits.maximumBytes)
    let request = TextRasterRequest(
      text: long, font: String(repeating: "y", count: TextLimits.maximumFontBytes), box: PixelSize(width: 9, height: 9),
      arrangement: .like(template: long))
    #expect(RequestMessage(identifier: 1, request: .text(request)).encoded.count <= RequestMessage.maximumBytes)
  }
}
