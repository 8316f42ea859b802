import Composition
import DisplayTypes
import Glibc
import RasterWorker
import Testing

@testable import RasterizerHost
@testable import Rasterizing

/// Answers of a worker that a file has taken over: each number in them is measured before it is used.
@Suite struct HostileReplyTests {
  private static let size = PixelSize(width: 64, height: 32)
  private static let room = PictureRoom(size: size)
  private static let version = FileVersion(device: 0, inode: 0, size: 0, modified: 0)

  private static func document(_ operation: DocumentRequest.Operation) -> RasterRequest {
    .document(DocumentRequest(descriptor: -1, version: version, operation: operation))
  }
  private static let picture = document(.picture(room, maximumBytes: 1 << 20))
  private static let count = document(.pageCount)
  private static let texts = document(.texts(1, count: 2, .whole))
  private static let text = RasterRequest.text(TextRasterRequest(text: "x", box: size))

  /// A sealed memory file; with nothing in it but holes.
  private static func memory(_ bytes: Int = 64 * 32 * 4) throws -> Int32 {
    let memory = try OutputMemory()
    try #require(ftruncate(memory.descriptor, bytes) == 0)
    try memory.seal()
    let descriptor = fcntl(memory.descriptor, F_DUPFD_CLOEXEC, 3)
    try #require(descriptor >= 0)
    return descriptor
  }

  /// The daemon's refusal of a packet; nil if it accepts the packet.
  private static func refusal(
    _ packet: [UInt8], to request: RasterRequest, memory: Int32? = nil
  ) -> RasterError? {
    do throws(RasterError) {
      let reply: ReplyMessage
      do throws(CodecError) { reply = try ReplyMessage(decoding: packet[...]) } catch {
        if let memory { close(memory) }
        return .badReply(error.description)
      }
      _ = try ReplyReader.result(of: reply, for: request, descriptors: memory.map { [$0] } ?? [])
      return nil
    } catch {
      return error
    }
  }

  private static func isRefused(_ packet: [UInt8], to request: RasterRequest, memory: Int32? = nil) -> Bool {
    if case .badReply = refusal(packet, to: request, memory: memory) { true } else { false }
  }

  /// A packet with numbers that no writer of ours would write.
  private static func packet(_ kind: UInt8, _ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(ReplyMessage.magic)
    writer.write(UInt64(1))
    writer.write(UInt8(0))
    writer.write(kind)
    write(&writer)
    return writer.bytes
  }

  /// 2^31, and the 32-bit values of -1 and 2^63 - 1.
  private static let hostile: [UInt32] = [1 << 31, (1 << 31) - 1, .max]

  @Test(arguments: [0, 1_000_001] + hostile)
  func aCountOfPagesHasBounds(_ count: UInt32) {
    #expect(Self.isRefused(Self.packet(11) { $0.write(count) }, to: Self.count))
  }

  @Test func theMostPagesAreBelieved() {
    #expect(Self.refusal(Self.packet(11) { $0.write(UInt32(1_000_000)) }, to: Self.count) == nil)
  }

  /// The numbers of a picture, in the order of the packet.
  private struct Image {
    var numbers: [UInt32] = [64, 32, 256, 0, 0, 64, 32, 64, 32, 1]
    var plays: UInt32?
    var durations: [UInt32] = []
    /// Style, direction and time of a page's transition.
    var transition: (UInt8, UInt8, UInt32)?

    var packet: [UInt8] {
      HostileReplyTests.packet(10) { writer in
        for number in numbers { writer.write(number) }
        writer.write(UInt8(0))
        writer.write(UInt8(plays == nil ? 0 : 1))
        writer.write(plays ?? 0)
        writer.write("")
        writer.write(UInt32(durations.count))
        for duration in durations { writer.write(duration) }
        writer.write(UInt8(transition == nil ? 0 : 1))
        guard let transition else { return }
        writer.write(transition.0)
        writer.write(transition.1)
        writer.write(transition.2)
      }
    }
  }

  @Test func aPictureWithRightNumbersIsBelieved() throws {
    #expect(Self.refusal(Image().packet, to: Self.picture, memory: try Self.memory()) == nil)
    var moving = Image()
    moving.numbers.replaceSubrange(7...8, with: [32, 32])
    (moving.plays, moving.durations) = (65_536, [1, 600_000])
    moving.transition = (3, 3, 10_000)
    #expect(Self.refusal(moving.packet, to: Self.picture, memory: try Self.memory()) == nil)
  }

  @Test(arguments: 0..<10, hostile)
  func eachNumberOfAPictureHasBounds(_ place: Int, _ number: UInt32) throws {
    var image = Image()
    image.numbers[place] = number
    // The size of a frame counts if there are frames.
    if (7...8).contains(place) { image.durations = [100, 100] }
    #expect(Self.isRefused(image.packet, to: Self.picture, memory: try Self.memory()), "\(image)")
  }

  @Test(arguments: [0, 65_537] + hostile)
  func theNumberOfPlaysHasBounds(_ plays: UInt32) throws {
    var image = Image()
    image.numbers.replaceSubrange(7...8, with: [32, 32])
    (image.plays, image.durations) = (plays, [100, 100])
    #expect(Self.isRefused(image.packet, to: Self.picture, memory: try Self.memory()))
  }

  @Test(arguments: [0, 600_001] + hostile)
  func theTimeOfAFrameHasBounds(_ milliseconds: UInt32) throws {
    var image = Image()
    image.numbers.replaceSubrange(7...8, with: [32, 32])
    image.durations = [100, milliseconds]
    #expect(Self.isRefused(image.packet, to: Self.picture, memory: try Self.memory()))
  }

  @Test(arguments: [(4, 0, 600), (0, 4, 600), (255, 255, 600), (0, 0, 0), (0, 0, 10_001)] + hostile.map { (0, 0, $0) })
  func theTransitionOfAPageHasBounds(_ style: UInt8, _ direction: UInt8, _ milliseconds: UInt32) throws {
    var image = Image()
    image.transition = (style, direction, milliseconds)
    #expect(Self.isRefused(image.packet, to: Self.picture, memory: try Self.memory()))
  }

  @Test func moreFramesThanThePacketHasAreRefused() throws {
    var bytes = Image().packet
    // The count is before the flag of the transition.
    bytes.replaceSubrange(bytes.count - 5..<bytes.count - 1, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(Self.isRefused(bytes, to: Self.picture, memory: try Self.memory()))
  }

  /// A memory file of 2^62 bytes would be counted in the cache, and one of 4 GiB would be mapped whole.
  @Test(arguments: [1 << 62, 1 << 40, MemoryFile.maximumBytes + 1])
  func aMemoryFileHasALargestSize(_ bytes: Int) throws {
    #expect(Self.isRefused(Image().packet, to: Self.picture, memory: try Self.memory(bytes)))
    let png = RasterRequest.png(PNGRequest(descriptor: -1, size: Self.size, stride: 256))
    for count in [1, 4096, UInt32.max] {
      #expect(Self.isRefused(Self.packet(2) { $0.write(count) }, to: png, memory: try Self.memory(bytes)))
    }
  }

  @Test func aFileThatIsLongerThanItsMemoryIsRefused() throws {
    let png = RasterRequest.png(PNGRequest(descriptor: -1, size: Self.size, stride: 256))
    for count in [0, 4097] + Self.hostile {
      #expect(Self.isRefused(Self.packet(2) { $0.write(count) }, to: png, memory: try Self.memory(4096)))
    }
  }

  @Test func aFileOfTextsIsNoLongerThanTextsAre() throws {
    let bytes = PageTexts.maximumFileBytes + 1
    let packet = Self.packet(2) { $0.write(UInt32(bytes)) }
    #expect(Self.isRefused(packet, to: Self.texts, memory: try Self.memory(bytes)))
    let page = PageText(
      label: String(repeating: "l", count: 64), title: String(repeating: "t", count: 256),
      text: String(repeating: "x", count: 4 * 1024), notes: String(repeating: "n", count: 16 * 1024))
    let longest = PageTexts(title: page.title, pages: Array(repeating: page, count: PageTexts.mostPages))
    #expect(longest.encoded.count == PageTexts.maximumFileBytes)
  }

  /// The ink of a text: rectangle, stride, format, size of the font, ellipsis, missing characters, extent, direction.
  private func ink(
    _ rect: [UInt32] = [0, 0, 8, 4], stride: UInt32 = 32, font: UInt64 = Double(12).bitPattern, missing: UInt32 = 0,
    extent: UInt32 = 0
  ) -> [UInt8] {
    Self.packet(1) { writer in
      for number in rect { writer.write(number) }
      writer.write(stride)
      writer.write(UInt8(0))
      writer.write(font)
      writer.write(UInt8(0))
      writer.write(missing)
      writer.write(extent)
      writer.write(UInt8(0))
    }
  }

  @Test func inkWithRightNumbersIsBelieved() throws {
    #expect(Self.refusal(ink(), to: Self.text, memory: try Self.memory()) == nil)
    #expect(Self.refusal(ink([0, 0, 0, 0], stride: 0), to: Self.text) == nil)
  }

  @Test(arguments: hostile) func eachNumberOfInkHasBounds(_ number: UInt32) throws {
    for place in 0..<4 {
      var rect: [UInt32] = [0, 0, 8, 4]
      rect[place] = number
      #expect(Self.isRefused(ink(rect), to: Self.text, memory: try Self.memory()), "\(rect)")
    }
    #expect(Self.isRefused(ink(stride: number), to: Self.text, memory: try Self.memory()))
    #expect(Self.isRefused(ink(missing: number), to: Self.text, memory: try Self.memory()))
    #expect(Self.isRefused(ink(extent: number), to: Self.text, memory: try Self.memory()))
    // Without ink there is no memory, and nothing that would measure the place.
    #expect(Self.isRefused(ink([number, number, 0, 0], stride: 0), to: Self.text))
    #expect(Self.isRefused(ink([0, 0, number, 0], stride: 0), to: Self.text))
  }

  @Test(arguments: [-1, 16_385, 1e300, .infinity, .nan, -.infinity])
  func theSizeOfAFontHasBounds(_ points: Double) throws {
    #expect(Self.isRefused(ink(font: points.bitPattern), to: Self.text, memory: try Self.memory()))
  }

  @Test func truncatedRepliesAreRefused() throws {
    for (packet, request) in [
      (Image().packet, Self.picture), (ink(), Self.text), (Self.packet(11) { $0.write(UInt32(3)) }, Self.count),
    ] {
      for count in 0..<packet.count {
        #expect(Self.isRefused(Array(packet.prefix(count)), to: request, memory: try Self.memory()))
      }
      #expect(Self.isRefused(packet + [0], to: request, memory: try Self.memory()))
    }
  }
}
