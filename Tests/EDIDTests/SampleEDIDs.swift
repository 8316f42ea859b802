import Foundation

/// The real EDIDs in `Samples`, by file name without its ending.
enum SampleEDIDs {
  /// All samples. It is empty if the test bundle is broken, which the tests detect.
  static let all: [String: [UInt8]] = {
    var samples: [String: [UInt8]] = [:]
    let folder = Bundle.module.bundleURL.appendingPathComponent("Samples")
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for url in files ?? [] where url.pathExtension == "bin" {
      if let data = try? Data(contentsOf: url) {
        samples[url.deletingPathExtension().lastPathComponent] = [UInt8](data)
      }
    }
    return samples
  }()

  /// In a fixed order.
  static let sorted: [[UInt8]] = all.sorted { $0.key < $1.key }.map(\.value)

  /// The bytes of a sample. They are empty if it is missing, so that reading it fails.
  static func bytes(_ name: String) -> [UInt8] { all[name] ?? [] }

  /// The bytes with the checksum of each whole block put right.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for end in stride(from: 128, through: bytes.count, by: 128) {
      bytes[end - 1] = 0 &- bytes[(end - 128)..<(end - 1)].reduce(0, &+)
    }
    return bytes
  }
}
