import DisplayTypes
import FrameChecks

/// The result of `verify`, as text and JSON.
struct SequenceReport: Encodable {
  struct Fault: Encodable {
    /// The place of the frame, from 0.
    var frame: Int
    /// The frame's file; nil if it has none.
    var file: String?
    var kind: String
    var detail: String

    private enum CodingKeys: String, CodingKey {
      case frame, file, kind, detail
    }

    /// Writes every field; a frame without a file has null.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(frame, forKey: .frame)
      try container.encode(file, forKey: .file)
      try container.encode(kind, forKey: .kind)
      try container.encode(detail, forKey: .detail)
    }
  }

  struct Unchecked: Encodable {
    var check: String
    var reason: String
  }

  private(set) var frames: Int
  /// The numbers of the first and the last frame.
  private(set) var first: UInt32?
  private(set) var last: UInt32?
  private(set) var dropped = 0
  private(set) var repeated = 0
  private(set) var late = 0
  private(set) var torn = 0
  private(set) var wrongColor = 0
  private(set) var damaged = 0
  private(set) var withoutCode = 0
  private(set) var backwards = 0
  private(set) var faults: [Fault] = []
  private(set) var unchecked: [Unchecked] = []

  private enum CodingKeys: String, CodingKey {
    case frames, first, last, dropped, repeated, late, torn, wrongColor, damaged, withoutCode, backwards, faults
    case unchecked
  }

  /// Writes every field; without any number `first` and `last` are null.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(frames, forKey: .frames)
    try container.encode(first, forKey: .first)
    try container.encode(last, forKey: .last)
    try container.encode(dropped, forKey: .dropped)
    try container.encode(repeated, forKey: .repeated)
    try container.encode(late, forKey: .late)
    try container.encode(torn, forKey: .torn)
    try container.encode(wrongColor, forKey: .wrongColor)
    try container.encode(damaged, forKey: .damaged)
    try container.encode(withoutCode, forKey: .withoutCode)
    try container.encode(backwards, forKey: .backwards)
    try container.encode(faults, forKey: .faults)
    try container.encode(unchecked, forKey: .unchecked)
  }

  /// - Parameters:
  ///   - names: the files of the frames; empty if they have none.
  ///   - expected: the number of frames that were asked for; nil for any number.
  init(_ sequence: FrameSequence, names: [String], expected: Int?) {
    frames = sequence.frameCount
    (first, last, dropped) = (sequence.first, sequence.last, sequence.droppedCount)
    unchecked = sequence.unchecked(expected: expected).map {
      Unchecked(check: $0.check.rawValue, reason: $0.reason)
    }
    // Without any code, the frames are of another picture, and each fault would say the same.
    guard first != nil else {
      withoutCode = frames
      return
    }
    for finding in sequence.findings {
      let file = names.indices.contains(finding.frame) ? names[finding.frame] : nil
      let (kind, detail) = count(finding.fault)
      faults.append(Fault(frame: finding.frame, file: file, kind: kind, detail: detail))
    }
  }

  private mutating func count(_ fault: FrameSequence.Fault) -> (kind: String, detail: String) {
    switch fault {
    case .dropped(let count):
      return ("dropped", count == 1 ? "1 frame is missing before it" : "\(count) frames are missing before it")
    case .repeated(let number):
      repeated += 1
      return ("repeated", "its number \(number) is not the next one")
    case .late(let nanoseconds):
      late += 1
      return ("late", "it came \(nanoseconds / 1000) microseconds after its refresh")
    case .torn(let numbers):
      torn += 1
      return ("torn", "it has the numbers \(numbers.map(String.init).joined(separator: ", "))")
    case .color(let patches):
      wrongColor += 1
      let first = patches.first.map { "\($0.found.hexadecimal) instead of \($0.expected.hexadecimal)" }
      return ("color", "\(patches.count) patches are wrong, the first is \(first ?? "unknown")")
    case .damaged(let number):
      damaged += 1
      return ("damaged", "its number \(number) is not in all rows")
    case .noCode:
      withoutCode += 1
      return ("withoutCode", "no row has a number")
    case .backwards(let number, let before):
      backwards += 1
      return ("backwards", "its number \(number) comes after \(before)")
    }
  }

  private static let printedFaults = 20

  var text: String {
    let range = first.flatMap { first in last.map { ", numbers \(first) to \($0)" } } ?? ""
    var lines = [
      "\(frames) frames\(range): \(dropped) dropped, \(repeated) repeated, \(late) late, \(torn) torn, "
        + "\(wrongColor) wrongly coloured"
    ]
    let others = [(damaged, "damaged"), (withoutCode, "without a code"), (backwards, "backwards")].filter { $0.0 > 0 }
    if !others.isEmpty { lines.append(others.map { "\($0.0) \($0.1)" }.joined(separator: ", ")) }
    lines += faults.prefix(Self.printedFaults).map { fault in
      "frame \(fault.frame)\(fault.file.map { " (\($0))" } ?? ""): \(fault.kind): \(fault.detail)"
    }
    if faults.count > Self.printedFaults { lines.append("and \(faults.count - Self.printedFaults) more faults") }
    lines += unchecked.map { "not checked: \($0.check): \($0.reason)" }
    return lines.joined(separator: "\n")
  }

  /// The message about checks that could not be made.
  var uncheckedText: String {
    var reasons: [(reason: String, checks: [String])] = []
    for item in unchecked {
      if let index = reasons.firstIndex(where: { $0.reason == item.reason }) {
        reasons[index].checks.append(item.check)
      } else {
        reasons.append((item.reason, [item.check]))
      }
    }
    let sentences = reasons.map { "The check of \($0.checks.joined(separator: ", ")) could not be made: \($0.reason)." }
    let isLateOnly = unchecked.map(\.check) == [FrameSequence.Check.late.rawValue]
    let next = isLateOnly ? " Leave it out with --without late, or use a capture device." : ""
    return sentences.joined(separator: " ") + next
  }
}
