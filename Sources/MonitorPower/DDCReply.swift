package import DisplayTypes

/// The report of `marquee-ddc`: a line with a word of `PowerAnswer`, the device or `-`, and a reason.
package struct DDCReply: Hashable, Sendable {
  package var told: PowerAnswer
  /// The device of the monitor, such as `/dev/i2c-4`.
  package var device: String?
  /// The reason of `noAdapter`; otherwise empty.
  package var reason: String
  /// The sandbox of the program. If it is not full, it has a line before the answer.
  package var sandbox = SandboxReport.full

  package init(_ told: PowerAnswer, device: String? = nil, reason: String = "") {
    self.told = told
    self.device = device
    self.reason = reason
  }

  package var line: String {
    "\(told.rawValue) \(device ?? "-")\(reason.isEmpty ? "" : " \(reason)")"
  }

  /// The whole output of the program.
  package var lines: String {
    sandbox == .full ? "\(line)\n" : "\(Self.sandboxWord) \(sandbox.files) \(sandbox.calls)\n\(line)\n"
  }

  private static let sandboxWord = "sandbox"

  /// Reads the output of the program. Returns nil if its last line is no answer.
  package init?(output: [UInt8]) {
    var lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    guard let words = lines.popLast()?.split(separator: " ", maxSplits: 2).map(String.init) else { return nil }
    guard words.count >= 2, let told = PowerAnswer(rawValue: words[0]) else { return nil }
    let isDevice = words[1].hasPrefix("/dev/i2c-") && UInt16(words[1].dropFirst(9)) != nil
    guard isDevice || words[1] == "-" else { return nil }
    self.told = told
    device = isDevice ? words[1] : nil
    reason = words.count > 2 ? words[2] : ""
    guard told != .noAdapter || !reason.isEmpty else { return nil }
    for line in lines {
      let words = line.split(separator: " ")
      guard words.count == 3, words[0] == Self.sandboxWord, let files = Int32(words[1]), let calls = Int32(words[2]),
        SandboxReport.errors.contains(files), SandboxReport.errors.contains(calls)
      else { continue }
      sandbox = SandboxReport(files: files, calls: calls)
    }
  }
}
