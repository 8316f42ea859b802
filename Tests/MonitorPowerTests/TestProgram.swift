import Glibc
import ProgramFile
import Testing

/// A shell script that stands for `marquee-ddc`, in a directory of its own.
final class TestProgram {
  let path: String
  private let directory: String

  /// What it says is the program's output; `$runs` is a file that gets a line with the arguments for each run.
  init(_ script: String) throws {
    var template = Array("/tmp/marquee-ddc-XXXXXX".utf8CString)
    directory = String(cString: try #require(mkdtemp(&template)))
    path = "\(directory)/program"
    let text = "#!/bin/sh\nruns=\(directory)/runs\necho \"$*\" >> $runs\n\(script)\n"
    try ProgramFile.write(text, to: path)
  }

  deinit {
    for name in ["program", "runs", "other"] { unlink("\(directory)/\(name)") }
    rmdir(directory)
  }

  /// The arguments of each run.
  var runs: [String] {
    guard let file = fopen("\(directory)/runs", "r") else { return [] }
    defer { fclose(file) }
    var lines: [String] = []
    var line = [CChar](repeating: 0, count: 1024)
    while fgets(&line, Int32(line.count), file) != nil {
      lines.append(String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    return lines
  }
}
