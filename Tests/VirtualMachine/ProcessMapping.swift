/// A mapping of a process in the guest, from `/proc/PID/smaps`.
public struct ProcessMapping: Hashable, Sendable {
  /// The file, `[heap]` or the like; empty for anonymous memory.
  public let name: String
  /// Read, write, execute, and shared or private, as `rw-p`.
  public let access: String
  /// The size of the address range in KiB.
  public var sizeKibibytes = 0
  /// The proportional set size in KiB: a page that n processes have mapped counts an nth.
  public var proportionalKibibytes = 0
  /// Pages without a file behind them in KiB: memory, and pages of a file that were written to.
  public var anonymousKibibytes = 0

  /// Reads the file.
  public static func list(_ text: String) -> [ProcessMapping] {
    var mappings: [ProcessMapping] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard let first = words.first else { continue }
      if first.hasSuffix(":") {
        guard words.count > 1, let number = Int(words[1]), let last = mappings.indices.last else { continue }
        if first == "Size:" { mappings[last].sizeKibibytes = number }
        if first == "Anonymous:" { mappings[last].anonymousKibibytes = number }
        if first == "Pss:" { mappings[last].proportionalKibibytes = number }
      } else if words.count >= 5 {
        // 7f80c1d11000-7f80c24fb000 rw-p 00000000 00:00 0      /usr/lib/x86_64-linux-gnu/libc.so.6
        let name = words.count > 5 ? words[5].drop { $0 == " " } : ""
        mappings.append(ProcessMapping(name: String(name), access: String(words[1])))
      }
    }
    return mappings
  }
}
