/// The shim between a program in the guest and the kernel's DRM ioctls; `Tests/Guest/shim/README.md` has its rules.
public struct IoctlShim: Sendable {
  /// The machine of the shim.
  public let machine: VirtualMachine
  /// The control file in the guest.
  public let controlPath: String

  /// Makes a shim without rules. The log and the counters beside the control file are reset.
  public init(_ machine: VirtualMachine, controlPath: String = "/tmp/shim") throws {
    self.machine = machine
    self.controlPath = controlPath
    try machine.check("rm -f '\(controlPath)' '\(controlPath)'.*")
  }

  /// The words before a command that make it run with the shim.
  public var prefix: String {
    "env LD_PRELOAD=/marquee/shim/libmarqueeshim.so MARQUEE_SHIM='\(controlPath)'"
  }

  /// Replaces all rules.
  ///
  /// A running program follows the new rules from its next call.
  public func set(_ rules: String...) throws {
    let text = rules.map { $0 + "\n" }.joined()
    // The file is renamed into place, so that the program never reads half a file.
    try machine.check(
      "cat > '\(controlPath).new' && mv '\(controlPath).new' '\(controlPath)'", input: Array(text.utf8))
  }

  /// The calls so far by operation, of all programs together. Empty if no program has opened a card.
  public func counts() throws -> [String: Int] {
    guard try machine.run("test -e \(controlPath).counts").succeeded else { return [:] }
    let bytes = try machine.read("\(controlPath).counts")
    var counts: [String: Int] = [:]
    for index in 0..<64 {
      let name = String(decoding: bytes.dropFirst(index * 24).prefix(24).prefix { $0 != 0 }, as: UTF8.self)
      if !name.isEmpty { counts[name] = Self.word(bytes, 64 * 24 + index * 8) }
    }
    return counts
  }

  /// The allocations so far by the thread's identifier.
  public func allocations() throws -> [Int: Int] {
    let bytes = try machine.read("\(controlPath).counts")
    let start = 64 * 24 + 64 * 8
    let threads = (0..<min(Self.word(bytes, start), 128)).map { index in
      (Self.word(bytes, start + 8 + index * 24 + 8), Self.word(bytes, start + 8 + index * 24 + 16))
    }
    return Dictionary(threads, uniquingKeysWith: +)
  }

  /// The log: modesets, tests, probes, and each call that failed, was delayed or was swallowed.
  public func events() throws -> [ShimEvent] {
    try String(decoding: machine.read("\(controlPath).log"), as: UTF8.self).split(separator: "\n")
      .compactMap(ShimEvent.init(line:))
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> Int {
    guard offset + 8 <= bytes.count else { return 0 }
    return Int(truncatingIfNeeded: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) })
  }
}
