import ArgumentParser

/// The command `marqueectl input`.
struct Input: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Own the input of an app's application scenes, or hand something to one of them.",
    subcommands: [InputOwn.self, InputSend.self])
}
