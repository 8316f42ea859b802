package import DisplayTypes

/// The messages between the daemon and `marquee-sound`, which plays the sound of clips on one device. They have the form of surface messages.
package enum SoundMessage {
  /// The longest message.
  package static let longest = 264
  private static let textLength = 240
  private static let nameLength = 64

  /// A message of the daemon.
  package enum Request: Equatable, Sendable {
    /// The first message.
    case device(SoundDevice)
    /// A clip, whose samples come over the socket that comes with the message.
    case source(UInt64)
    /// The volume of a clip, from 0 to 1.
    case volume(source: UInt64, Double)
    case end(source: UInt64)
  }

  /// A message of `marquee-sound`.
  package enum Answer: Equatable, Sendable {
    /// The process is ready for clips.
    case started(SandboxReport)
    /// The device is open. The text is its name.
    case opened(String)
    /// The device cannot be used now. The process tries again.
    case trouble(String)
  }

  private enum Kind {
    static let started: UInt32 = 32
    static let opened: UInt32 = 33
    static let trouble: UInt32 = 34
    static let device: UInt32 = 160
    static let source: UInt32 = 161
    static let volume: UInt32 = 162
    static let end: UInt32 = 163
  }

  package static func request(_ bytes: ArraySlice<UInt8>) throws(SurfaceMessage.Fault) -> Request {
    var reader = try SurfaceReader(bytes)
    let request: Request
    switch reader.kind {
    case Kind.device: request = .device(try SoundDevice(from: &reader))
    case Kind.source: request = .source(try reader.long())
    case Kind.volume:
      let source = try reader.long()
      let volume = Double(bitPattern: try reader.long())
      guard (0...1).contains(volume) else { throw .value("volume") }
      request = .volume(source: source, volume)
    case Kind.end: request = .end(source: try reader.long())
    case let kind: throw .type(kind)
    }
    try reader.finish()
    return request
  }

  package static func report(_ bytes: ArraySlice<UInt8>) throws(SurfaceMessage.Fault) -> Answer {
    var reader = try SurfaceReader(bytes)
    let report: Answer
    switch reader.kind {
    case Kind.started:
      report = .started(
        SandboxReport(
          files: Int32(truncatingIfNeeded: try reader.word()), calls: Int32(truncatingIfNeeded: try reader.word())))
    case Kind.opened: report = .opened(try reader.line(in: nameLength))
    case Kind.trouble: report = .trouble(try reader.line(in: textLength))
    case let kind: throw .type(kind)
    }
    try reader.finish()
    return report
  }

  package static func bytes(of request: Request) -> [UInt8] {
    switch request {
    case .device(let device): SurfaceMessage.message(Kind.device) { device.write(to: &$0) }
    case .source(let number): SurfaceMessage.message(Kind.source) { $0.write(number) }
    case .volume(let source, let volume):
      SurfaceMessage.message(Kind.volume) { writer in
        writer.write(source)
        writer.write(volume)
      }
    case .end(let number): SurfaceMessage.message(Kind.end) { $0.write(number) }
    }
  }

  package static func bytes(of report: Answer) -> [UInt8] {
    switch report {
    case .started(let sandbox):
      SurfaceMessage.message(Kind.started) { writer in
        writer.write(UInt32(bitPattern: sandbox.files))
        writer.write(UInt32(bitPattern: sandbox.calls))
      }
    case .opened(let name): SurfaceMessage.message(Kind.opened) { $0.write(name, in: nameLength) }
    case .trouble(let text): SurfaceMessage.message(Kind.trouble) { $0.write(text, in: textLength) }
    }
  }
}

/// A device that plays sound.
package enum SoundDevice: Hashable, Sendable {
  /// A device of ALSA by its name.
  case named(String)
  /// The device of a monitor.
  case monitor(Monitor)

  /// A monitor by the bytes 8 to 11 of its EDID.
  package struct Monitor: Hashable, Sendable {
    package var maker: UInt16
    package var product: UInt16
    /// The number of monitors of the same product before it.
    package var rank: Int

    package init(maker: UInt16, product: UInt16, rank: Int = 0) {
      (self.maker, self.product, self.rank) = (maker, product, rank)
    }

    /// Returns nil if the bytes are no EDID.
    package init?(edid: [UInt8], rank: Int = 0) {
      guard edid.count >= 128 else { return nil }
      self.init(
        maker: UInt16(edid[8]) | UInt16(edid[9]) << 8, product: UInt16(edid[10]) | UInt16(edid[11]) << 8, rank: rank)
    }
  }

  private static let nameLength = 128
  private static let mostMonitors: UInt32 = 64

  init(from reader: inout SurfaceReader) throws(SurfaceMessage.Fault) {
    try reader.checkVersion()
    let isMonitor = try reader.flags(1) == 1
    let (maker, product, rank) = (try reader.word(), try reader.word(), try reader.word())
    let name = try reader.line(in: Self.nameLength)
    guard isMonitor else {
      self = .named(name)
      return
    }
    guard let maker = UInt16(exactly: maker), let product = UInt16(exactly: product), rank < Self.mostMonitors else {
      throw .value("monitor")
    }
    self = .monitor(Monitor(maker: maker, product: product, rank: Int(rank)))
  }

  func write(to writer: inout ByteWriter) {
    writer.write(SurfaceMessage.version)
    switch self {
    case .named(let name):
      for number: UInt32 in [0, 0, 0, 0] { writer.write(number) }
      writer.write(name, in: Self.nameLength)
    case .monitor(let monitor):
      writer.write(UInt32(1))
      for number in [UInt32(monitor.maker), UInt32(monitor.product), UInt32(clamping: monitor.rank)] {
        writer.write(number)
      }
      writer.write("", in: Self.nameLength)
    }
  }
}

/// The samples of a clip for a few milliseconds: signed words of 16 bits, left and right, 48,000 pairs a second. A player sends them to
/// `marquee-sound` in messages of their own.
package struct SoundBlock: Equatable, Sendable {
  /// The pairs of samples a second.
  package static let rate: Int64 = 48_000
  /// The largest number of pairs.
  package static let mostPairs = 960
  private static let headerLength = 8
  package static let longest = headerLength + mostPairs * 4

  /// The time of the first pair, as the number of pairs since the beginning of CLOCK_MONOTONIC. Samples that wait for this time or a later one
  /// are dropped.
  package var index: Int64
  /// Left and right in turn.
  package var samples: [Int16]

  package init(index: Int64, samples: [Int16]) { (self.index, self.samples) = (index, samples) }

  package var pairs: Int { samples.count / 2 }

  /// The number of pairs until a time in nanoseconds.
  package static func index(at nanoseconds: Int64) -> Int64 {
    // 48,000 pairs a second are 6 in 125,000 ns.
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 125_000)
    let part = rest * 6
    return whole * 6 + (part >= 0 ? part / 125_000 : -((124_999 - part) / 125_000))
  }

  /// The time of a pair in nanoseconds.
  package static func nanoseconds(at index: Int64) -> Int64 {
    let (seconds, rest) = index.quotientAndRemainder(dividingBy: rate)
    return seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue
      .addingReportingOverflow(rest * 1_000_000_000 / rate).partialValue
  }

  /// Reads a message of a player; nil if it is none.
  package init?(_ bytes: ArraySlice<UInt8>) {
    let count = bytes.count - Self.headerLength
    guard count >= 0, count % 4 == 0, count <= Self.mostPairs * 4 else { return nil }
    var reader = ByteReader(bytes)
    guard let index = try? reader.read(UInt64.self) else { return nil }
    self.index = Int64(bitPattern: index)
    samples = []
    samples.reserveCapacity(count / 2)
    var place = bytes.startIndex + Self.headerLength
    while place < bytes.endIndex {
      samples.append(Int16(truncatingIfNeeded: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8))
      place += 2
    }
  }

  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(UInt64(bitPattern: index))
    var bytes = writer.bytes
    bytes.reserveCapacity(Self.longest)
    for sample in samples {
      bytes.append(UInt8(truncatingIfNeeded: sample))
      bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
    }
    return bytes
  }
}
