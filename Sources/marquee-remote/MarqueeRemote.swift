internal import ArgumentParser
internal import ControlProtocol

/// The program: pages for phones and consoles.
@main
struct MarqueeRemote: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marquee-remote",
    abstract: "Web pages from which a talk is driven: a remote for phones, and a console for laptops.",
    discussion: """
      Speaks with marqueed over its socket (MARQUEE_SOCKET, else where marqueectl looks), needs no rights but access to that, and may be \
      ended at any time: the talk goes on. Who wants in needs a code, which works once, within ten minutes.
      """,
    version: Release.version, subcommands: [ServeCommand.self, CodeCommand.self], defaultSubcommand: ServeCommand.self)
}
