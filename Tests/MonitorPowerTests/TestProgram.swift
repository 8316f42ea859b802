import EventLoop
import Glibc
import TestKit
import Testing

/// A shell script that acts as `marquee-ddc`, in its own directory.
final class TestProgram {
  let path: String
  private let folder: TemporaryFolder

  /// Readable when the script has written to `$bell`.
  let bell: Int32
  private let gate: Int32

  /// The script writes the program's output. For each run, the file `$runs` gets a line with the arguments.
  ///
  /// `echo > $bell` reports the progress of the script to the test, and `read line < $gate` waits for `letGo`.
  init(_ script: String) throws {
    folder = try TemporaryFolder("ddc")
    let directory = folder.path
    path = "\(directory)/program"
    // Open for both, so that neither side waits for the other one to open it.
    for name in ["bell", "gate"] { try #require(mkfifo("\(directory)/\(name)", 0o600) == 0) }
    bell = open("\(directory)/bell", O_RDWR | O_NONBLOCK | O_CLOEXEC)
    gate = open("\(directory)/gate", O_RDWR | O_NONBLOCK | O_CLOEXEC)
    let places = "runs=\(directory)/runs bell=\(directory)/bell gate=\(directory)/gate"
    let text = "#!/bin/sh\n\(places)\necho \"$*\" >> $runs\n\(script)\n"
    try ProgramFile.write(text, to: path)
  }

  deinit {
    close(bell)
    close(gate)
  }

  /// Lets a waiting script continue.
  func letGo() { write(gate, "\n", 1) }

  /// How often the bell was rung since it was asked for last.
  func rings() -> Int {
    var bytes = [UInt8](repeating: 0, count: 64)
    return max(0, read(bell, &bytes, bytes.count))
  }

  /// How many of its processes live as children of this one; a process that was started is one before `posix_spawn` returns.
  var processes: Int {
    (FolderNames.read("/proc") ?? []).count { name in
      Int(name) != nil && Self.text("/proc/\(name)/cmdline").contains("\0\(path)\0")
    }
  }

  private static func text(_ path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// The arguments of each run.
  var runs: [String] {
    guard let file = fopen("\(folder.path)/runs", "r") else { return [] }
    defer { fclose(file) }
    var lines: [String] = []
    var line = [CChar](repeating: 0, count: 1024)
    while fgets(&line, Int32(line.count), file) != nil {
      lines.append(String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    return lines
  }
}
