import ArgumentParser
import ControlProtocol

/// The command `marqueectl deck SCREEN next|previous|first|last|goto N`.
struct Deck: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Turn the pages of the deck on a screen.",
    usage: "marqueectl deck [<options>] <screen> <turn> [<page>]",
    discussion: """
      marqueectl show HDMI-A-1 deck talk.pdf
      marqueectl deck HDMI-A-1 next                 (previous, first, last)
      marqueectl deck HDMI-A-1 goto 12
      The page is kept, through replug and restart.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen, as HDMI-A-1.") var screen: String
  @Argument(help: "next, previous, first, last or goto.") var turn: Word<PageTurn>
  // As words, so that -1 is no unknown option, and a number without bounds no word that cannot be read.
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The page's number, with goto.", valueName: "page"))
  var words: [String] = []

  private var loose: LooseWords { LooseWords(words) }

  func validate() throws {
    try loose.check()
    let words = loose.values
    if turn.value == .goto, let word = words.first, words.count > 1 || page.map(TurnPageCall.pages.contains) != true {
      let (first, last) = (TurnPageCall.pages.lowerBound, TurnPageCall.pages.upperBound)
      throw ValidationError("\"\(word)\" is no page: expected one number, \(first) to \(last).")
    }
    if turn.value != .goto, let word = words.first {
      throw ValidationError("\"\(word)\" is too much: \(turn.value.rawValue) takes no page.")
    }
    do throws(ControlError) {
      try call.validate()
    } catch {
      throw ValidationError(error.description)
    }
  }

  func run() throws {
    try options.daemon.run(call) { reply in
      let shown = PresentedText.lines(reply.presented.map { [$0] } ?? [], note: reply.note, hint: reply.hint)
      return ["page \(reply.page) of \(reply.pages)", shown].filter { !$0.isEmpty }.joined(separator: "\n")
    }
  }

  private var page: Int? { loose.values.first.flatMap { Int($0) } }

  private var call: TurnPageCall {
    TurnPageCall(screen: screen, turn: turn.value, page: page, noWait: options.noWaitParameter)
  }
}
