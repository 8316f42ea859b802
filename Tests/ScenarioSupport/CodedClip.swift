internal import CodedFrames
internal import DisplayTypes
internal import Foundation
internal import FrameChecks

/// A video file whose every picture has its number as a code. An encoder on this machine makes it.
struct CodedClip {
  /// The number of the first picture.
  var first: UInt32 = 0
  var count = 15
  /// The numbers of the pictures; nil for consecutive ones from the first one on.
  var numbers: [UInt32]?
  /// The pictures of `rateDivisor` seconds.
  var rate = 30
  var rateDivisor = 1
  var size = PixelSize(width: 320, height: 180)
  /// The form of the raw pictures.
  var layout = PixelLayout.rgb24
  var colors = ColorMatrix.bt601
  var range = LevelRange.limited
  /// The number of pictures, from the first one on, before the rate halves; nil if it stays.
  var halvesAfter: Int?
  /// Further properties of the raw pictures for the encoder, as `interlaced=true`.
  var properties = ""
  /// The elements from the raw pictures to the file.
  var encoder = "x264enc key-int-max=15 ! mp4mux"
  /// 48,000 samples a second for both channels; nil for no sound. The encoder then ends with `mux.`, a part of a Matroska file.
  var sound: [Int16]?

  /// The length in nanoseconds.
  var length: Int64 {
    let long = halvesAfter.map { count - $0 } ?? 0
    return Int64(count + long) * 1_000_000_000 * Int64(rateDivisor) / Int64(rate)
  }

  /// The bytes of the file.
  func make() throws -> [UInt8] {
    let name = FileManager.default.temporaryDirectory.appending(path: "marquee-clip-\(UUID().uuidString)").path
    let files = ["\(name).1", "\(name).2", "\(name).out", "\(name).pcm"]
    defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
    let pictures = (numbers ?? (0..<UInt32(count)).map { first + $0 }).map {
      CodedFrames.raw(CodedFrames.frame($0, size: size), layout, colors, layout == .rgb24 ? nil : range)
    }
    let fast = pictures.prefix(halvesAfter ?? count)
    try Data(fast.joined()).write(to: URL(filePath: files[0]))
    try Data(pictures.dropFirst(fast.count).joined()).write(to: URL(filePath: files[1]))
    let head = source(files[0], bytes: pictures[0].count, divisor: rateDivisor)
    let tail = source(files[1], bytes: pictures[0].count, divisor: rateDivisor * 2)
    var end = "\(encoder) ! filesink location=\(files[2])"
    if let sound {
      try sound.flatMap { [$0, $0] }.withUnsafeBytes { try Data($0).write(to: URL(filePath: files[3])) }
      end =
        "\(encoder) matroskamux name=mux ! filesink location=\(files[2]) filesrc location=\(files[3]) ! rawaudioparse "
        + "format=pcm pcm-format=s16le sample-rate=48000 num-channels=2 ! flacenc ! queue ! mux."
    }
    _ = try ChildProcess.shell(
      "gst-launch-1.0 -q "
        + (halvesAfter == nil
          ? "\(head) ! \(end)"
          : "concat name=all ! capssetter caps='video/x-raw,framerate=(fraction)0/1' ! \(end) \(head) ! all. \(tail) ! all.")
    )
    return try Array(Data(contentsOf: URL(filePath: files[2])))
  }

  /// The elements that read raw pictures.
  private func source(_ file: String, bytes: Int, divisor: Int) -> String {
    let format = layout == .rgb24 ? "rgb" : "i420"
    let form = "width=\(size.width) height=\(size.height) framerate=\(rate)/\(divisor) \(properties)"
    return "filesrc location=\(file) blocksize=\(bytes) ! rawvideoparse format=\(format) \(form)"
      + (layout == .rgb24 ? " ! videoconvert" : "") + (halvesAfter == nil ? "" : " ! video/x-raw,format=I420")
  }

  /// The number of the picture at a time since the beginning of the clip.
  func number(at nanoseconds: Int64) -> UInt32 {
    first + UInt32(nanoseconds * Int64(rate) / (1_000_000_000 * Int64(rateDivisor)))
  }
}
