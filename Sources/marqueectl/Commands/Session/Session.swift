import ArgumentParser

/// The command `marqueectl session`.
struct Session: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look at a scene session, keep something with it, bring it forward, or end it.",
    discussion: "`marqueectl sessions` lists them. `marqueectl session SESSION` is `marqueectl session show SESSION`.",
    subcommands: [
      SessionShow.self, SessionSet.self, SessionActivate.self, SessionRequest.self, SessionFrame.self,
      SessionRefresh.self, SessionSnapshot.self, SessionDestroy.self,
    ],
    defaultSubcommand: SessionShow.self)
}
