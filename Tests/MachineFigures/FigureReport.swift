import Foundation
import VirtualMachine

/// All figures of a run, and the host on which they were measured.
struct FigureReport: Codable {
  /// When.
  let date: Date
  /// The host's processors that are online.
  let hostProcessors: Int
  /// The host's load average of one minute at the start. More than 0.5 makes the figures unreliable.
  let hostLoad: Double
  /// The guest's kernel; nil without a guest.
  let kernel: String?
  var figures: [Figure] = []

  init(_ machine: VirtualMachine?) throws {
    date = .now
    hostProcessors = ProcessInfo.processInfo.activeProcessorCount
    var loads = [0.0]
    hostLoad = getloadavg(&loads, 1) == 1 ? loads[0] : 0
    kernel = try machine?.check("uname -r")
  }

  /// The names of the figures that miss their requirement.
  var unmet: [String] { figures.filter { $0.isMet == false }.map(\.name) }

  /// A table in Markdown.
  var table: String {
    let head = ["figure", "measured", "demand", "how"]
    let rows = figures.map { figure in
      let verdict = figure.isMet.map { $0 ? ": met" : ": NOT MET" } ?? ""
      return [figure.name, figure.text, (figure.demand ?? "") + verdict, figure.how]
    }
    let lines = [head, head.map { String(repeating: "-", count: $0.count) }] + rows
    let widths = head.indices.dropLast().map { column in lines.map { $0[column].count }.max() ?? 0 }
    let table = lines.map { line in
      let cells = zip(line, widths + [0]).map { $0.padding(toLength: max($1, $0.count), withPad: " ", startingAt: 0) }
      return "| \(cells.joined(separator: " | ")) |"
    }
    let place = kernel.map { "Guest: Linux \($0), 2 processors under software emulation. " } ?? ""
    let load =
      "Host: \(hostProcessors) processors, load \(hostLoad.formatted(.number.precision(.fractionLength(1)))) before."
    return ([place + load, ""] + table).joined(separator: "\n")
  }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return try encoder.encode(self)
  }
}
