import Composition
import DisplayTypes

/// The messages of docs/surfaces.md. All numbers are little-endian, and each message begins with its type and its length in bytes.
nonisolated enum SurfaceMessage {
  static let version: UInt32 = 1
  /// The longest message of a process.
  static let longest = 128
  /// DRM's `XR24` and `AR24`: 32-bit words `0xXXRRGGBB`, and with premultiplied alpha `0xAARRGGBB`.
  static let opaqueFormat: UInt32 = 0x3432_5258
  static let alphaFormat: UInt32 = 0x3432_5241

  /// A message of the process.
  enum Request: Equatable {
    /// The first message: the surface's name, the wanted size (zero for the size on the screen), and whether pixels have alpha.
    case hello(name: String, size: PixelSize, hasAlpha: Bool)
    case frame(Frame)
  }

  struct Frame: Equatable {
    /// The number of the `configure` message with the buffer.
    var serial: UInt32
    var buffer: UInt32
    var number: UInt64
    /// CLOCK_MONOTONIC in nanoseconds; zero for the next refresh.
    var target: UInt64
    /// The changed pixels since the frame before; empty for all.
    var damage: PixelRect
  }

  enum Fault: Error, Equatable {
    case length(Int)
    case type(UInt32)
    case version(UInt32)
    case name
    case size(PixelSize)
    case flags(UInt32)
    case damage
  }

  private enum Kind {
    static let hello: UInt32 = 1
    static let frame: UInt32 = 2
    static let configure: UInt32 = 128
    static let released: UInt32 = 129
    static let presented: UInt32 = 130
    static let superseded: UInt32 = 131
    static let failed: UInt32 = 132
    static let visible: UInt32 = 133
    static let hidden: UInt32 = 134
  }

  private static let helloLength = 88
  private static let frameLength = 48

  static func read(_ bytes: [UInt8]) throws(Fault) -> Request {
    guard bytes.count >= 8, number(bytes, at: 4) == UInt32(clamping: bytes.count) else { throw .length(bytes.count) }
    switch number(bytes, at: 0) {
    case Kind.hello:
      guard bytes.count == helloLength else { throw .length(bytes.count) }
      guard number(bytes, at: 8) == version else { throw .version(number(bytes, at: 8)) }
      let size = PixelSize(width: Int(number(bytes, at: 12)), height: Int(number(bytes, at: 16)))
      guard size == .zero || SurfaceBuffers.allows(size) else { throw .size(size) }
      let flags = number(bytes, at: 20)
      guard flags <= 1 else { throw .flags(flags) }
      let field = bytes[24..<helloLength].prefix { $0 != 0 }
      guard let name = String(validating: field, as: UTF8.self), !name.isEmpty, field.count < 64,
        !name.unicodeScalars.contains(where: \.isControlling)
      else { throw .name }
      return .hello(name: name, size: size, hasAlpha: flags == 1)
    case Kind.frame:
      guard bytes.count == frameLength else { throw .length(bytes.count) }
      return .frame(
        Frame(
          serial: number(bytes, at: 8), buffer: number(bytes, at: 12), number: long(bytes, at: 16),
          target: long(bytes, at: 24), damage: try damage(bytes)))
    case let type: throw .type(type)
    }
  }

  private static func damage(_ bytes: [UInt8]) throws(Fault) -> PixelRect {
    let fields = [32, 36, 40, 44].map { Int(number(bytes, at: $0)) }
    let limit = SurfaceBuffers.longestSide
    guard fields.allSatisfy({ $0 <= limit }) else { throw .damage }
    return PixelRect(x: fields[0], y: fields[1], width: fields[2], height: fields[3])
  }

  static func visibility(_ isVisible: Bool) -> [UInt8] { message(isVisible ? Kind.visible : Kind.hidden, []) }

  static func configure(
    serial: UInt32, _ size: PixelSize, stride: Int, hasAlpha: Bool, buffers: Int, refreshInterval: UInt64
  ) -> [UInt8] {
    message(
      Kind.configure,
      [
        serial, UInt32(clamping: size.width), UInt32(clamping: size.height), UInt32(clamping: stride),
        hasAlpha ? alphaFormat : opaqueFormat, UInt32(clamping: buffers),
      ], [refreshInterval])
  }

  static func event(_ event: SurfaceEvents.Event) -> [UInt8] {
    switch event {
    case .released(let buffer, let serial): message(Kind.released, [serial, UInt32(clamping: buffer)])
    case .presented(let number, let time, let interval, let sequence):
      message(Kind.presented, [], [number, time.nanoseconds, interval, sequence])
    case .superseded(let number): message(Kind.superseded, [], [number])
    }
  }

  /// The last message before the end of the connection: at most 240 bytes of text.
  static func failed(_ text: String) -> [UInt8] {
    let field = Array(text.utf8.prefix(239))
    return header(Kind.failed, 248) + field + [UInt8](repeating: 0, count: 240 - field.count)
  }

  private static func message(_ kind: UInt32, _ words: [UInt32], _ longs: [UInt64] = []) -> [UInt8] {
    header(kind, 8 + 4 * words.count + 8 * longs.count) + words.flatMap(littleEndian) + longs.flatMap(littleEndian)
  }

  private static func header(_ kind: UInt32, _ length: Int) -> [UInt8] {
    littleEndian(kind) + littleEndian(UInt32(clamping: length))
  }

  private static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The caller has checked the length.
  private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func long(_ bytes: [UInt8], at offset: Int) -> UInt64 {
    UInt64(number(bytes, at: offset + 4)) << 32 | UInt64(number(bytes, at: offset))
  }
}

nonisolated extension SurfaceMessage.Fault: CustomStringConvertible {
  var description: String {
    switch self {
    case .length(let count): "the message has \(count) bytes, which is not the length of its type"
    case .type(let type): "there is no message of type \(type)"
    case .version(let version): "the version is \(version): this daemon speaks version \(SurfaceMessage.version)"
    case .name: "the name is no text of 1 to 63 bytes"
    case .size(let size):
      "the size is \(size.width)x\(size.height): each side has 1 to \(SurfaceBuffers.longestSide) pixels, or both are 0"
    case .damage: "the damage is larger than the largest buffer"
    case .flags(let flags): "the flags are \(flags): only 1 is known"
    }
  }
}
