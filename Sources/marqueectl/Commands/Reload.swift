import ArgumentParser
import ControlProtocol

/// The command `marqueectl reload`.
struct Reload: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Apply the changed configuration file.", discussion: "A file with an error changes nothing.")

  @OptionGroup var options: DaemonOptions

  func run() throws {
    try options.run(ReloadCall()) { reply in
      guard let file = reply.file else { return "The daemon runs without a configuration file." }
      return reply.changes.isEmpty
        ? "\(file) says the same as before." : "\(file):\n" + reply.changes.map { "  \($0)" }.joined(separator: "\n")
    }
  }
}
