package import DisplayTypes

/// The faults in a sequence of frames that have numbers. Pure.
package struct FrameSequence: Sendable {
  /// A check of a sequence, in the words of the command line.
  package enum Check: String, CaseIterable, Sendable {
    case dropped
    case repeated
    case late
    case torn
    case color
  }

  package enum Fault: Hashable, Sendable {
    /// This number of frames is missing before the frame.
    case dropped(UInt32)
    /// The frame has the number of the frame before.
    case repeated(UInt32)
    /// The frame came this number of nanoseconds after its refresh.
    case late(UInt64)
    /// The frame has several numbers.
    case torn([UInt32])
    /// These patches have another colour.
    case color([FrameReading.WrongPatch])
    /// Some rows have no number.
    case damaged(UInt32)
    /// No row has a number.
    case noCode
    /// The number is lower than that of the frame before, which the payload has.
    case backwards(UInt32, after: UInt32)
  }

  package struct Finding: Hashable, Sendable {
    /// The place of the frame in the sequence, from 0.
    package var frame: Int
    package var fault: Fault
  }

  private struct Previous {
    var number: UInt32
    var time: UInt64?
    /// The frames without a number since then, and the frames that the source lost.
    var unread: UInt32 = 0
    var isTorn = false
  }

  /// The refreshes of a second.
  private let rate: Double
  private let checks: Set<Check>
  private var previous: Previous?
  private var hasTimes = true
  package private(set) var frameCount = 0
  /// The frames that the source lost, so that they say nothing about the display.
  private var lostCount = 0
  /// The numbers of the first and the last frame with a number.
  package private(set) var first: UInt32?
  package private(set) var last: UInt32?
  package private(set) var findings: [Finding] = []
  /// The numbers of frames, summed over all findings.
  package private(set) var droppedCount = 0

  package init(rate: Double, checks: Set<Check> = Set(Check.allCases)) {
    self.rate = rate
    self.checks = checks
  }

  /// Adds the next frame.
  ///
  /// - Parameters:
  ///   - time: the time of the frame in nanoseconds; nil if the source has no times.
  ///   - lost: the number of frames before it that the source lost, so that they are no fault of the display.
  package mutating func add(_ reading: FrameReading, time: UInt64? = nil, lost: Int = 0) {
    defer { frameCount += 1 }
    // The first frames of a stream are often damaged, and they are before the sequence.
    if frameCount > 0 { lostCount += lost }
    previous?.unread += UInt32(clamping: lost)
    if time == nil { hasTimes = false }
    switch reading.number {
    case .none:
      find(.noCode, nil)
      previous?.unread += 1
    case .damaged(let number):
      find(.damaged(number), nil)
      advance(to: number, time)
    case .whole(let number): advance(to: number, time)
    case .torn(let numbers):
      find(.torn(numbers), .torn)
      // The newest part is the frame that the display was changing to.
      let newest = numbers.reduce(numbers[0]) { Self.distance(from: $0, to: $1) < FrameCode.limit / 2 ? $1 : $0 }
      let oldest = numbers.reduce(numbers[0]) { Self.distance(from: $0, to: $1) < FrameCode.limit / 2 ? $0 : $1 }
      if previous?.number != newest, previous?.number != oldest { advance(to: oldest, time) }
      previous = Previous(number: newest, time: time, isTorn: true)
      note(newest)
    }
    if case .none = reading.number { return }
    if !reading.wrongPatches.isEmpty { find(.color(reading.wrongPatches), .color) }
  }

  private mutating func advance(to number: UInt32, _ time: UInt64?) {
    defer {
      previous = Previous(number: number, time: time)
      note(number)
    }
    guard let previous else { return }
    let distance = Self.distance(from: previous.number, to: number)
    let expected = 1 + previous.unread
    switch distance {
    case 0: if !previous.isTorn { find(.repeated(number), .repeated) }
    case expected: break
    case ..<expected: find(.repeated(number), .repeated)
    case ..<(FrameCode.limit / 2):
      let missing = distance - expected
      if checks.contains(.dropped) { droppedCount += Int(missing) }
      find(.dropped(missing), .dropped)
    default: find(.backwards(number, after: previous.number), nil)
    }
    guard distance > 0, distance < FrameCode.limit / 2, let time, let before = previous.time, rate > 0 else { return }
    let due = Double(max(distance, expected)) * 1e9 / rate
    let late = Double(time < before ? 0 : time - before) - due
    if late > 0.5e9 / rate { find(.late(UInt64(late)), .late) }
  }

  private mutating func note(_ number: UInt32) {
    first = first ?? number
    last = number
  }

  /// Keeps a fault. Faults without a check of their own are always kept.
  private mutating func find(_ fault: Fault, _ check: Check?) {
    guard check.map(checks.contains) ?? true else { return }
    findings.append(Finding(frame: frameCount, fault: fault))
  }

  private static func distance(from first: UInt32, to second: UInt32) -> UInt32 {
    (second &- first) & (FrameCode.limit - 1)
  }

  /// The checks that could not be made, in their order, each with its reason.
  ///
  /// - Parameter expected: the least number of frames; nil if any number will do.
  package func unchecked(expected: Int? = nil) -> [(check: Check, reason: String)] {
    Check.allCases.filter(checks.contains).compactMap { check in
      if frameCount == 0 { return (check, "there is no frame") }
      if first == nil { return (check, "no frame has a code") }
      switch check {
      case .torn, .color: break
      case .dropped, .repeated, .late:
        if frameCount < 2 { return (check, "there is only one frame") }
      }
      if let expected, frameCount < expected { return (check, "there are \(frameCount) frames of \(expected)") }
      if check == .late, !hasTimes { return (check, "the frames have no times") }
      if check == .dropped, lostCount > 0 {
        return (check, "the capture device lost \(lostCount) frame\(lostCount == 1 ? "" : "s")")
      }
      return nil
    }
  }
}
