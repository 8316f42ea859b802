package import DisplayTypes

/// The line by which `marquee-ddc` says what came of it: a word of `PowerAnswer`, the device or `-`, and a reason.
package struct DDCReply: Hashable, Sendable {
  /// What the monitor told, or why it told nothing.
  package var told: PowerAnswer
  /// By which device it was reached, as `/dev/i2c-4`; nil where by none.
  package var device: String?
  /// Why, in words, where there is no way to ask; empty elsewhere.
  package var reason: String
  /// The program's sandbox; a line of its own before the answer says so if it is not full.
  package var sandbox = SandboxReport.full

  /// Makes one from its parts.
  package init(_ told: PowerAnswer, device: String? = nil, reason: String = "") {
    self.told = told
    self.device = device
    self.reason = reason
  }

  /// The line, without its end.
  package var line: String {
    "\(told.rawValue) \(device ?? "-")\(reason.isEmpty ? "" : " \(reason)")"
  }

  /// All that the program says.
  package var lines: String {
    sandbox == .full ? "\(line)\n" : "\(Self.sandboxWord) \(sandbox.files) \(sandbox.calls)\n\(line)\n"
  }

  private static let sandboxWord = "sandbox"

  /// Reads the last line of what the program has said; nil where that is no such line.
  package init?(output: [UInt8]) {
    guard let last = output.split(separator: UInt8(ascii: "\n")).last else { return nil }
    let words = last.split(separator: UInt8(ascii: " "), maxSplits: 2).map { String(decoding: $0, as: UTF8.self) }
    guard words.count >= 2, let told = PowerAnswer(rawValue: words[0]) else { return nil }
    let isDevice = words[1].hasPrefix("/dev/i2c-") && UInt16(words[1].dropFirst(9)) != nil
    guard isDevice || words[1] == "-" else { return nil }
    self.told = told
    device = isDevice ? words[1] : nil
    reason = words.count > 2 ? words[2] : ""
    // These say why.
    guard told != .noAdapter || !reason.isEmpty else { return nil }
    for line in output.split(separator: UInt8(ascii: "\n")).dropLast() {
      let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 3, words[0] == Self.sandboxWord, let files = Int32(words[1]), let calls = Int32(words[2]),
        SandboxReport.errors.contains(files), SandboxReport.errors.contains(calls)
      else { continue }
      sandbox = SandboxReport(files: files, calls: calls)
    }
  }
}
