package import DisplayTypes

/// The messages of docs/surfaces.md, between the daemon and a program that draws a surface. All numbers are little-endian, and each message
/// begins with its type and its length in bytes.
package enum SurfaceMessage {
  package static let version: UInt32 = 1
  /// The longest message of a program.
  package static let longest = 264
  /// The longest message of the daemon, which has the address of a stream.
  package static let longestAnswer = 1_100
  package static let longestSide = 8192
  /// The largest number of buffers, whose descriptors go with one message.
  package static let mostBuffers = 6
  /// The bytes of a text with an error.
  private static let textLength = 240
  private static let nameLength = 64
  /// DRM's `XR24` and `AR24`: 32-bit words `0xXXRRGGBB`, and with premultiplied alpha `0xAARRGGBB`.
  private static let opaqueFormat: UInt32 = 0x3432_5258
  private static let alphaFormat: UInt32 = 0x3432_5241

  /// A message of the program.
  package enum Request: Equatable, Sendable {
    /// The first message: the surface's name, and the wanted size (zero for the size on the screen).
    case hello(name: String, size: PixelSize, HelloFlags)
    /// A buffer that the program has made; its memory, a dma-buf, comes with the message.
    case buffer(OwnBuffer)
    case frame(Frame)
    /// The first message of a player.
    case clip(ClipFacts)
    /// The last message of a player: the reason why it cannot play the file.
    case refusal(String)
    /// A player has sent the last frame of a clip that ends.
    case end
    /// A player's decoder is too slow: the pictures of the last seconds that it sent, and those that it left out.
    case slow(sent: UInt64, skipped: UInt64)
    /// The reason why a player's clip has no sound.
    case silent(String)
    /// A player has followed a `seek` message. The frames before this message belong to the time before it.
    case sought
    /// The largest distance of the key frames of an inspected file, in nanoseconds, and whether the file was read to its end.
    case keyFrames(distance: UInt64, isWhole: Bool)
  }

  /// The flags of `hello`.
  package struct HelloFlags: OptionSet, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let hasAlpha = HelloFlags(rawValue: 1)
    /// The program can draw into dma-bufs that the daemon makes.
    package static let drawsIntoCards = HelloFlags(rawValue: 2)
    /// The program can make dma-bufs itself.
    package static let makesBuffers = HelloFlags(rawValue: 4)
  }

  package struct OwnBuffer: Equatable, Sendable {
    /// The number of the `configure` message that has asked for it.
    package var serial: UInt32
    package var buffer: UInt32
    /// The bytes from one row to the next.
    package var stride: Int
    /// The bytes before the first row.
    package var offset: Int

    package init(serial: UInt32, buffer: UInt32, stride: Int, offset: Int) {
      (self.serial, self.buffer, self.stride, self.offset) = (serial, buffer, stride, offset)
    }
  }

  package struct Frame: Equatable, Sendable {
    /// The number of the `configure` message with the buffer.
    package var serial: UInt32
    package var buffer: UInt32
    package var number: UInt64
    /// The daemon's clock in nanoseconds; zero for the next refresh.
    package var target: UInt64
    /// The changed pixels since the frame before; empty for all.
    package var damage: PixelRect

    package init(
      serial: UInt32, buffer: UInt32, number: UInt64, target: UInt64, damage: PixelRect = PixelRect(size: .zero)
    ) {
      (self.serial, self.buffer, self.number, self.target, self.damage) = (serial, buffer, number, target, damage)
    }
  }

  /// A message of the daemon.
  package enum Answer: Equatable, Sendable {
    case configure(Buffers)
    case released(buffer: UInt32, serial: UInt32)
    case presented(number: UInt64, time: UInt64, interval: UInt64, sequence: UInt64, onPlane: Bool)
    case superseded(number: UInt64)
    /// The last message: the reason for the end of the connection.
    case failed(String)
    case visible
    case hidden
    /// The first message to a player.
    case play(PlayOrder)
    /// A player continues at the position of this time.
    case seek(PlayTime)
    /// A player moves its pictures by these nanoseconds, bit by bit.
    case slew(Int64)
    /// The first message to a player of a stream.
    case stream(StreamOrder)
    /// A player sends the sound of its clip (`SoundBlock`) to the socket that comes with the message.
    case sound
    /// The only message to a player that reports the key frames of the file that comes with it.
    case inspect
  }

  /// The buffers of a `configure` message, whose descriptors come with it.
  package struct Buffers: Equatable, Sendable {
    package var serial: UInt32
    package var size: PixelSize
    /// The bytes from one row to the next.
    package var stride: Int
    package var hasAlpha: Bool
    package var count: Int
    /// The nanoseconds between two refreshes; zero if it is unknown.
    package var refreshInterval: UInt64
    /// The device number of the card that could show the buffers without a copy; zero for none.
    package var card: UInt64
    package var memory: Memory

    package init(
      serial: UInt32, size: PixelSize, stride: Int, hasAlpha: Bool, count: Int, refreshInterval: UInt64,
      card: UInt64 = 0, memory: Memory = .files
    ) {
      (self.serial, self.size, self.stride, self.hasAlpha) = (serial, size, stride, hasAlpha)
      (self.count, self.refreshInterval) = (count, refreshInterval)
      (self.card, self.memory) = (card, memory)
    }
  }

  /// The kind of memory of buffers.
  package enum Memory: UInt32, Sendable {
    /// Sealed memory files, which the daemon composes.
    case files = 0
    /// Memory of the card, as dma-bufs.
    case card = 1
    /// No descriptors come: the program makes the buffers, and sends each by `buffer`.
    case own = 2
  }

  package enum Fault: Error, Equatable {
    case length(Int)
    case type(UInt32)
    case version(UInt32)
    case name
    case size(PixelSize)
    case flags(UInt32)
    case damage
    case text
    case value(String)
  }

  private enum Kind {
    static let hello: UInt32 = 1
    static let frame: UInt32 = 2
    static let clip: UInt32 = 3
    static let refusal: UInt32 = 4
    static let end: UInt32 = 5
    static let slow: UInt32 = 6
    static let silent: UInt32 = 7
    static let sought: UInt32 = 9
    static let buffer: UInt32 = 10
    static let keyFrames: UInt32 = 16
    static let configure: UInt32 = 128
    static let released: UInt32 = 129
    static let presented: UInt32 = 130
    static let superseded: UInt32 = 131
    static let failed: UInt32 = 132
    static let visible: UInt32 = 133
    static let hidden: UInt32 = 134
    static let play: UInt32 = 135
    static let seek: UInt32 = 136
    static let slew: UInt32 = 137
    static let sound: UInt32 = 138
    static let inspect: UInt32 = 144
    static let stream: UInt32 = 139
  }

  package static func allows(_ size: PixelSize) -> Bool {
    !size.isEmpty && size.width <= longestSide && size.height <= longestSide
  }

  /// Reads a message of a program.
  package static func request(_ bytes: ArraySlice<UInt8>) throws(Fault) -> Request {
    var reader = try SurfaceReader(bytes)
    let request: Request
    switch reader.kind {
    case Kind.hello: request = try readHello(&reader)
    case Kind.buffer: request = .buffer(try readBuffer(&reader))
    case Kind.frame: request = .frame(try readFrame(&reader))
    case Kind.clip: request = .clip(try ClipFacts(from: &reader))
    case Kind.refusal: request = .refusal(try reader.text(in: textLength))
    case Kind.end: request = .end
    case Kind.slow: request = .slow(sent: try reader.long(), skipped: try reader.long())
    case Kind.sought: request = .sought
    case Kind.silent: request = .silent(try reader.line(in: textLength))
    case Kind.keyFrames: request = .keyFrames(distance: try reader.long(), isWhole: try reader.flags(1) == 1)
    case let kind: throw .type(kind)
    }
    try reader.finish()
    return request
  }

  private static func readHello(_ reader: inout SurfaceReader) throws(Fault) -> Request {
    try reader.checkVersion()
    let size = try reader.size()
    guard size == .zero || allows(size) else { throw .size(size) }
    let flags = HelloFlags(rawValue: try reader.flags(7))
    let name = try? reader.text(in: nameLength)
    guard let name, !name.isEmpty, name.utf8.count < nameLength,
      !name.unicodeScalars.contains(where: \.isControlling)
    else { throw reader.isShort ? .length(reader.count) : .name }
    return .hello(name: name, size: size, flags)
  }

  private static func readBuffer(_ reader: inout SurfaceReader) throws(Fault) -> OwnBuffer {
    let (serial, buffer) = (try reader.word(), try reader.word())
    let (stride, offset) = (try reader.word(), try reader.word())
    return OwnBuffer(serial: serial, buffer: buffer, stride: Int(stride), offset: Int(offset))
  }

  private static func readFrame(_ reader: inout SurfaceReader) throws(Fault) -> Frame {
    let (serial, buffer) = (try reader.word(), try reader.word())
    let (number, target) = (try reader.long(), try reader.long())
    var edges: [Int] = []
    for _ in 0..<4 { edges.append(Int(try reader.word())) }
    guard edges.allSatisfy({ $0 <= longestSide }) else { throw .damage }
    return Frame(
      serial: serial, buffer: buffer, number: number, target: target,
      damage: PixelRect(x: edges[0], y: edges[1], width: edges[2], height: edges[3]))
  }

  /// Reads a message of the daemon.
  package static func answer(_ bytes: ArraySlice<UInt8>) throws(Fault) -> Answer {
    var reader = try SurfaceReader(bytes)
    let answer: Answer
    switch reader.kind {
    case Kind.configure:
      let (serial, size, stride) = (try reader.word(), try reader.size(), Int(try reader.word()))
      let (hasAlpha, count) = (try reader.word() == alphaFormat, Int(try reader.word()))
      answer = .configure(
        Buffers(
          serial: serial, size: size, stride: stride, hasAlpha: hasAlpha, count: count,
          refreshInterval: try reader.long(), card: try reader.long(), memory: try readMemory(&reader)))
    case Kind.released:
      let serial = try reader.word()
      answer = .released(buffer: try reader.word(), serial: serial)
    case Kind.presented:
      answer = .presented(
        number: try reader.long(), time: try reader.long(), interval: try reader.long(),
        sequence: try reader.long(), onPlane: try readPath(&reader))
    case Kind.superseded: answer = .superseded(number: try reader.long())
    case Kind.failed: answer = .failed(try reader.text(in: textLength))
    case Kind.visible: answer = .visible
    case Kind.hidden: answer = .hidden
    case Kind.play: answer = .play(try PlayOrder(from: &reader))
    case Kind.seek: answer = .seek(try PlayTime(from: &reader))
    case Kind.slew: answer = .slew(Int64(bitPattern: try reader.long()))
    case Kind.sound: answer = .sound
    case Kind.inspect: answer = .inspect
    case Kind.stream: answer = .stream(try StreamOrder(from: &reader))
    case let kind: throw .type(kind)
    }
    try reader.finish()
    return answer
  }

  private static func readMemory(_ reader: inout SurfaceReader) throws(Fault) -> Memory {
    guard let memory = Memory(rawValue: try reader.word()) else { throw .value("memory") }
    _ = try reader.word()
    return memory
  }

  private static func readPath(_ reader: inout SurfaceReader) throws(Fault) -> Bool {
    let path = try reader.flags(1)
    _ = try reader.word()
    return path == 1
  }

  package static func bytes(of request: Request) -> [UInt8] {
    switch request {
    case .hello(let name, let size, let flags):
      message(Kind.hello) { writer in
        writer.write(version)
        writer.write(size)
        writer.write(flags.rawValue)
        writer.write(name, in: nameLength)
      }
    case .buffer(let buffer):
      message(Kind.buffer) { writer in
        writer.write(buffer.serial)
        writer.write(buffer.buffer)
        writer.write(count: buffer.stride)
        writer.write(count: buffer.offset)
      }
    case .frame(let frame):
      message(Kind.frame) { writer in
        writer.write(frame.serial)
        writer.write(frame.buffer)
        writer.write(frame.number)
        writer.write(frame.target)
        writer.write(frame.damage)
      }
    case .clip(let facts): message(Kind.clip) { facts.write(to: &$0) }
    case .refusal(let text): message(Kind.refusal) { $0.write(text, in: textLength) }
    case .end: message(Kind.end) { _ in }
    case .slow(let sent, let skipped): message(Kind.slow) { [sent, skipped].forEach(&$0) }
    case .silent(let text): message(Kind.silent) { $0.write(text, in: textLength) }
    case .sought: message(Kind.sought) { _ in }
    case .keyFrames(let distance, let isWhole):
      message(Kind.keyFrames) { writer in
        writer.write(distance)
        writer.write(UInt32(isWhole ? 1 : 0))
      }
    }
  }

  package static func bytes(of answer: Answer) -> [UInt8] {
    switch answer {
    case .configure(let buffers):
      message(Kind.configure) { writer in
        writer.write(buffers.serial)
        writer.write(buffers.size)
        writer.write(count: buffers.stride)
        writer.write(buffers.hasAlpha ? alphaFormat : opaqueFormat)
        writer.write(count: buffers.count)
        writer.write(buffers.refreshInterval)
        writer.write(buffers.card)
        writer.write(buffers.memory.rawValue)
        writer.write(UInt32(0))
      }
    case .released(let buffer, let serial): message(Kind.released) { [serial, buffer].forEach(&$0) }
    case .presented(let number, let time, let interval, let sequence, let onPlane):
      message(Kind.presented) { writer in
        [number, time, interval, sequence].forEach(&writer)
        [UInt32(onPlane ? 1 : 0), 0].forEach(&writer)
      }
    case .superseded(let number): message(Kind.superseded) { $0.write(number) }
    case .failed(let text): message(Kind.failed) { $0.write(text, in: textLength) }
    case .visible: message(Kind.visible) { _ in }
    case .hidden: message(Kind.hidden) { _ in }
    case .play(let order): message(Kind.play) { order.write(to: &$0) }
    case .seek(let time): message(Kind.seek) { time.write(to: &$0) }
    case .slew(let change): message(Kind.slew) { $0.write(UInt64(bitPattern: change)) }
    case .sound: message(Kind.sound) { _ in }
    case .inspect: message(Kind.inspect) { _ in }
    case .stream(let order): message(Kind.stream) { order.write(to: &$0) }
    }
  }

  static func message(_ kind: UInt32, _ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var body = ByteWriter()
    write(&body)
    var header = ByteWriter()
    header.write(kind)
    header.write(count: body.bytes.count + SurfaceReader.headerLength)
    return header.bytes + body.bytes
  }
}

extension Array where Element: FixedWidthInteger & UnsignedInteger {
  fileprivate func forEach(_ writer: inout ByteWriter) {
    for number in self { writer.write(number) }
  }
}

extension ByteWriter {
  /// Writes a text that fills a field with NUL bytes. A longer one is cut off.
  mutating func write(_ text: String, in length: Int) {
    var end = text.unicodeScalars.startIndex
    for index in text.unicodeScalars.indices {
      let next = text.unicodeScalars.index(after: index)
      guard text.utf8.distance(from: text.startIndex, to: next) < length else { break }
      end = next
    }
    let bytes = Array(text[..<end].utf8)
    for byte in bytes { write(byte) }
    for _ in bytes.count..<length { write(UInt8(0)) }
  }
}

/// Reads the fields of a surface's message.
struct SurfaceReader {
  static let headerLength = 8

  let kind: UInt32
  /// The bytes of the message.
  let count: Int
  /// Whether the message was too short for its fields.
  private(set) var isShort = false
  private var reader: ByteReader

  init(_ bytes: ArraySlice<UInt8>) throws(SurfaceMessage.Fault) {
    count = bytes.count
    reader = ByteReader(bytes)
    do throws(CodecError) {
      kind = try reader.read(UInt32.self)
      guard try reader.readCount() == bytes.count else { throw .truncated }
    } catch {
      throw .length(bytes.count)
    }
  }

  mutating func word() throws(SurfaceMessage.Fault) -> UInt32 { try number() }

  mutating func long() throws(SurfaceMessage.Fault) -> UInt64 { try number() }

  private mutating func number<Number: FixedWidthInteger & UnsignedInteger>() throws(SurfaceMessage.Fault) -> Number {
    do throws(CodecError) {
      return try reader.read(Number.self)
    } catch {
      isShort = true
      throw .length(count)
    }
  }

  mutating func size() throws(SurfaceMessage.Fault) -> PixelSize {
    PixelSize(width: Int(try word()), height: Int(try word()))
  }

  mutating func checkVersion() throws(SurfaceMessage.Fault) {
    let version = try word()
    guard version == SurfaceMessage.version else { throw .version(version) }
  }

  /// Reads a number that has only these bits.
  mutating func flags(_ known: UInt32) throws(SurfaceMessage.Fault) -> UInt32 {
    let flags = try word()
    guard flags & ~known == 0 else { throw .flags(flags) }
    return flags
  }

  /// Reads a text in a field of this length. The text ends at the first NUL byte.
  mutating func text(in length: Int) throws(SurfaceMessage.Fault) -> String {
    var bytes: [UInt8] = []
    for _ in 0..<length { bytes.append(try number()) }
    guard let text = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self) else { throw .text }
    return text
  }

  /// Reads a text that has no control characters.
  mutating func line(in length: Int) throws(SurfaceMessage.Fault) -> String {
    let text = try text(in: length)
    guard !text.unicodeScalars.contains(where: \.isControlling) else { throw .text }
    return text
  }

  mutating func finish() throws(SurfaceMessage.Fault) {
    do throws(CodecError) { try reader.finish() } catch { throw .length(count) }
  }
}

extension SurfaceMessage.Fault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .length(let count): "the message has \(count) bytes, which is not the length of its type"
    case .type(let type): "there is no message of type \(type)"
    case .version(let version): "the version is \(version): this daemon speaks version \(SurfaceMessage.version)"
    case .name: "the name is no text of 1 to 63 bytes"
    case .size(let size):
      "the size is \(size.width)x\(size.height): each side has 1 to \(SurfaceMessage.longestSide) pixels, or both are 0"
    case .damage: "the damage is larger than the largest buffer"
    case .flags(let flags): "the flags are \(flags), of which some are unknown"
    case .text: "a text is not UTF-8"
    case .value(let name): "the message has an invalid \(name)"
    }
  }
}
