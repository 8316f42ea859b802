internal import CodedFrames
internal import DisplayTypes
internal import Foundation
internal import FrameChecks

/// A video file whose every picture has its number as a code. An encoder on this machine makes it.
struct CodedClip {
  /// The number of the first picture.
  var first: UInt32 = 0
  var count = 15
  /// The pictures of a second.
  var rate = 30
  var size = PixelSize(width: 320, height: 180)
  /// The elements from the raw pictures to the file.
  var encoder = "x264enc key-int-max=15 ! mp4mux"

  /// The length in nanoseconds.
  var length: Int64 { Int64(count) * 1_000_000_000 / Int64(rate) }

  /// The bytes of the file.
  func make() throws -> [UInt8] {
    let raw = FileManager.default.temporaryDirectory.appending(path: "marquee-clip-\(UUID().uuidString)").path
    defer { for file in [raw, "\(raw).out"] { try? FileManager.default.removeItem(atPath: file) } }
    let pictures = (0..<UInt32(count)).flatMap { CodedFrames.raw(CodedFrames.frame(first + $0, size: size), .rgb24) }
    try Data(pictures).write(to: URL(filePath: raw))
    let form = "format=rgb width=\(size.width) height=\(size.height) framerate=\(rate)/1"
    _ = try ChildProcess.shell(
      "gst-launch-1.0 -q filesrc location=\(raw) blocksize=\(size.width * size.height * 3) ! rawvideoparse \(form)"
        + " ! videoconvert ! \(encoder) ! filesink location=\(raw).out")
    return try Array(Data(contentsOf: URL(filePath: "\(raw).out")))
  }

  /// The number of the picture at a time since the beginning of the clip.
  func number(at nanoseconds: Int64) -> UInt32 { first + UInt32(nanoseconds * Int64(rate) / 1_000_000_000) }
}
