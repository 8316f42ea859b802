internal import CGStreamer
internal import RasterWorker

/// The key frames of a file, which is read without decoding it. A decoder can start only at a key frame.
struct KeyFrames {
  /// The largest distance from a key frame to the next one or to the end, in nanoseconds.
  private(set) var distance: UInt64 = 0
  /// Whether the file was read to its end.
  private(set) var isWhole = false

  /// The limit for the reading of a file, in nanoseconds.
  private static let limit: UInt64 = 10_000_000_000
  private static let patience: UInt64 = 100_000_000

  init(of file: Int32) throws(ClipError) {
    let end = WorkerClock.now + Self.limit
    let clip = try Clip(file, .coded)
    while try !clip.open(within: Self.patience) {
      guard WorkerClock.now < end else { return }
    }
    try clip.play(from: 0)
    var (key, last): (Int64, Int64) = (0, 0)
    while WorkerClock.now < end, !isWhole {
      switch try clip.next(within: Self.patience) {
      case .nothing: break
      case .ended: isWhole = true
      case .decoded(let picture):
        last = max(last, picture.time)
        if picture.isKeyFrame { key = picture.time }
      }
      distance = max(distance, UInt64(clamping: last.subtractingReportingOverflow(key).partialValue))
    }
  }
}

extension Clip.Decoded {
  /// Whether a coded picture needs no other one.
  var isKeyFrame: Bool {
    guard let buffer = unsafe buffer else { return false }
    return unsafe buffer.pointee.mini_object.flags & GST_BUFFER_FLAG_DELTA_UNIT.rawValue == 0
  }
}
