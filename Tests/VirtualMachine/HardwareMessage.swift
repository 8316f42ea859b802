import Foundation

/// What a program in the guest asks of the host: a line of JSON.
enum HardwareRequest: Codable, Sendable {
  case monitor(console: Int, size: MonitorSize?)
  case photograph(device: String, head: Int?)
  /// A command of QEMU's machine protocol, with its arguments as the text of a JSON object.
  case command(String, arguments: String)
}

/// What the host answers: a line of JSON, and behind it the pixels of a picture.
enum HardwareAnswer: Sendable {
  case text(String?)
  case picture(Picture)

  /// The line.
  struct Head: Codable, Sendable {
    var failure: String?
    var text: String?
    /// Size of the picture in pixels; nil if there is none.
    var width: Int?
    var height: Int?
    /// Bytes that follow the line: runs of equal pixels, each a count of two bytes (least first), red, green and blue.
    var byteCount = 0
  }

  /// Throws what the host could not do.
  init(_ head: Head, pixels runs: [UInt8]) throws {
    if let failure = head.failure { throw VirtualMachineError(failure) }
    guard let width = head.width, let height = head.height else {
      self = .text(head.text)
      return
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 3)
    for start in stride(from: 0, to: runs.count - 4, by: 5) {
      let count = Int(runs[start]) | Int(runs[start + 1]) << 8
      for _ in 0..<count { pixels += runs[(start + 2)..<(start + 5)] }
    }
    guard pixels.count == width * height * 3 else {
      throw VirtualMachineError("The host's picture of \(width)x\(height) has \(pixels.count) bytes.")
    }
    self = .picture(Picture(width: width, height: height, pixels: pixels))
  }
}

/// The bytes of requests and answers.
enum HardwareMessage {
  static func line(of value: some Encodable) throws -> [UInt8] { Array(try JSONEncoder().encode(value)) + [0x0A] }

  /// An answer with a picture.
  ///
  /// Most pictures are areas of one colour, so runs of pixels are a thousandth of them.
  static func answer(_ picture: Picture) throws -> [UInt8] {
    var runs: [UInt8] = []
    let pixels = picture.pixels
    var position = 0
    while position + 2 < pixels.count {
      let (red, green, blue) = (pixels[position], pixels[position + 1], pixels[position + 2])
      var count = 1
      var next = position + 3
      while count < 0xFFFF, next + 2 < pixels.count, pixels[next] == red, pixels[next + 1] == green,
        pixels[next + 2] == blue
      {
        count += 1
        next += 3
      }
      runs += [UInt8(count & 0xFF), UInt8(count >> 8), red, green, blue]
      position = next
    }
    let head = HardwareAnswer.Head(width: picture.width, height: picture.height, byteCount: runs.count)
    return try line(of: head) + runs
  }
}
