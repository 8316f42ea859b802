public import DisplayTypes

/// An answer of the rasteriser: one packet, with the descriptor of a sealed memfd where there is a picture or a file.
public struct ReplyMessage: Hashable, Sendable {
  /// What became of the request.
  public enum Outcome: Hashable, Sendable {
    /// The ink of a text or a code.
    case picture(InkReply)
    /// A file of so many bytes in the memfd.
    case file(byteCount: Int)
    /// Pixels in the memfd.
    case image(ImageReply)
    case pageCount(Int)
    case failure(RasterError)
  }

  static let magic: UInt32 = 0x0152_514D
  /// The size of a buffer that holds any reply.
  public static let maximumBytes = TextLimits.maximumMessageBytes + 4 * PictureLimits.maximumFrames + 256

  /// The request's.
  public var identifier: UInt64
  /// What became of it.
  public var outcome: Outcome
  /// The process's sandbox; in its first reply only.
  public var sandbox: SandboxReport?

  /// Makes a reply to the request of that identifier.
  public init(identifier: UInt64, outcome: Outcome, sandbox: SandboxReport? = nil) {
    self.identifier = identifier
    self.outcome = outcome
    self.sandbox = sandbox
  }

  /// The packet's bytes.
  public var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.magic)
    writer.write(identifier)
    writer.write(UInt8(sandbox == nil ? 0 : 1))
    if let sandbox {
      writer.write(UInt16(clamping: sandbox.files))
      writer.write(UInt16(clamping: sandbox.calls))
    }
    switch outcome {
    case .picture(let picture):
      writer.write(UInt8(1))
      picture.write(to: &writer)
    case .file(let byteCount):
      writer.write(UInt8(2))
      writer.write(count: byteCount)
    case .failure(let error):
      writer.write(UInt8(3))
      error.write(to: &writer)
    case .image(let image):
      writer.write(UInt8(10))
      image.write(to: &writer)
    case .pageCount(let count):
      writer.write(UInt8(11))
      writer.write(count: count)
    }
    return writer.bytes
  }

  /// Reads a packet.
  public init(decoding bytes: ArraySlice<UInt8>) throws(CodecError) {
    var reader = ByteReader(bytes)
    guard try reader.read(UInt32.self) == Self.magic else { throw .invalid("beginning") }
    identifier = try reader.read(UInt64.self)
    if try reader.readFlag() {
      let report = SandboxReport(files: Int32(try reader.read(UInt16.self)), calls: Int32(try reader.read(UInt16.self)))
      guard SandboxReport.errors.contains(report.files), SandboxReport.errors.contains(report.calls) else {
        throw .invalid("errno")
      }
      sandbox = report
    }
    switch try reader.read(UInt8.self) {
    case 1: outcome = .picture(try InkReply(from: &reader))
    case 2: outcome = .file(byteCount: try reader.readCount())
    case 3: outcome = .failure(try RasterError.read(from: &reader))
    case 10: outcome = .image(try ImageReply(from: &reader))
    case 11: outcome = .pageCount(try reader.readCount())
    default: throw .invalid("kind")
    }
    try reader.finish()
  }

  /// Whether a descriptor belongs to it.
  public var hasDescriptor: Bool {
    switch outcome {
    case .picture(let picture): !picture.rect.isEmpty
    case .file, .image: true
    case .failure, .pageCount: false
    }
  }
}
