import Foundation

/// Reads the files of this machine's processes in `/proc`.
enum ProcessFiles {
  /// The identifiers of the children with a name.
  static func children(of process: Int, named name: String) throws -> [Int] {
    let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    let children = tasks.flatMap { task in
      text("/proc/\(process)/task/\(task)/children").split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    }
    return children.filter { text("/proc/\($0)/comm").hasPrefix(name) }
  }

  /// The threads of a process, each with its nanoseconds on a processor.
  static func threads(of process: Int) throws -> [(id: Int, name: String, time: Double)] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").compactMap { task in
      guard let id = Int(task) else { return nil }
      let name = text("/proc/\(process)/task/\(task)/comm").trimmingCharacters(in: .newlines)
      // The first number is the nanoseconds on a processor.
      let times = text("/proc/\(process)/task/\(task)/schedstat").split(separator: " ")
      return (id, name, times.first.flatMap { Double($0) } ?? 0)
    }
  }

  /// The proportional set size in bytes; nil if the process has ended.
  static func proportionalSetSize(of process: Int) -> Double? {
    let line = text("/proc/\(process)/smaps_rollup").split(separator: "\n").first { $0.hasPrefix("Pss:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 * 1024 }
  }

  /// The memory without a file behind it; zero if the process has ended.
  static func anonymousKibibytes(of process: Int) -> Int {
    let line = text("/proc/\(process)/smaps_rollup").split(separator: "\n").first { $0.hasPrefix("Anonymous:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
