internal import CSound

/// Recorded sound, with the time of each sample.
public struct SoundRecording {
  /// 48,000 samples a second of the device's own clock.
  let samples: [Int16]
  /// The time of the first sample in seconds of CLOCK_MONOTONIC, and the seconds of a sample.
  private let start: Double
  private let step: Double

  init(from device: String, seconds: Double) throws {
    let blocks = Int(seconds * 100)
    var samples = [Int16](repeating: 0, count: blocks * 480)
    var marks = [SoundMark](repeating: SoundMark(), count: blocks)
    if let reason = record_sound(device, Int64(samples.count), &samples, &marks) {
      throw ScenarioFailure("\(device) cannot be recorded: \(String(cString: reason))")
    }
    self.samples = samples
    // The line through all marks.
    let count = Double(blocks)
    let base = marks[0].time
    let points = marks.map { (Double($0.pairs), Double($0.time - base) / 1e9) }
    let (x, y) = points.reduce((0, 0)) { ($0.0 + $1.0 / count, $0.1 + $1.1 / count) }
    let (upper, lower) = points.reduce((0, 0)) {
      ($0.0 + ($1.0 - x) * ($1.1 - y), $0.1 + ($1.0 - x) * ($1.0 - x))
    }
    step = upper / lower
    start = Double(base) / 1e9 + y - x * step
  }

  /// The samples that the device plays in a second.
  var rate: Double { 1 / step }

  /// The times at which sound begins after at least 50 ms of silence.
  var onsets: [Double] {
    var quiet = 0
    var onsets: [Double] = []
    for (index, sample) in samples.enumerated() {
      if sample.magnitude < 300 {
        quiet += 1
      } else {
        if quiet > 2_400 { onsets.append(start + Double(index - 1) * step) }
        quiet = 0
      }
    }
    return onsets
  }

  /// The longest time without sound, in milliseconds.
  var longestSilence: Double {
    var (quiet, longest) = (0, 0)
    for sample in samples {
      quiet = sample.magnitude < 300 ? quiet + 1 : 0
      longest = max(longest, quiet)
    }
    return Double(longest) / 48
  }

  var loudest: Int { samples.map { Int($0.magnitude) }.max() ?? 0 }

  /// The largest difference between two samples that follow each other.
  var largestStep: Int { zip(samples, samples.dropFirst()).map { abs(Int($1) - Int($0)) }.max() ?? 0 }

  /// The recording without its first seconds.
  init(_ whole: SoundRecording, from seconds: Double) {
    let left = Int(seconds * 48_000)
    samples = Array(whole.samples.dropFirst(left))
    (start, step) = (whole.start + Double(left) * whole.step, whole.step)
  }
}
