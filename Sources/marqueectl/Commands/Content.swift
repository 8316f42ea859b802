import ArgumentParser
import Configuration
import ContentWords
import ControlProtocol
import DisplayTypes
import Glibc
import Timeline

/// The command `marqueectl content SCREEN|FILE [--at TIME]`.
struct Content: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what a screen, or a file's content, shows at a time.",
    discussion: """
      marqueectl content HDMI-A-1 --at '2026-12-24 18:00'
      marqueectl content week.yaml --at 18:00
      A file needs no daemon. Whether its pictures can be shown, which are in a folder, and how many pages a deck has \
      is known to the daemon alone: show it, and ask for the screen.
      """)

  @OptionGroup var options: DaemonOptions
  @Argument(help: "The screen, as HDMI-A-1, or a file that ends with .yaml or .yml.", completion: .file()) var subject:
    String
  @Option(help: ArgumentHelp("The time: \(MomentArgument.expected); now if not given.", valueName: "time"))
  var at: String?

  func validate() throws {
    guard let at, MomentArgument.moment(at) == nil else { return }
    throw ValidationError("\"\(at)\" is no time: expected \(MomentArgument.expected).")
  }

  func run() throws {
    let moment = at.flatMap { MomentArgument.moment($0) }
    guard ContentArguments.isContentFile(subject) else {
      return try options.run(ContentAtCall(screen: subject, time: moment?.description)) { ContentText.text($0) }
    }
    let time = moment ?? WallTime(seconds: Int64(Glibc.time(nil)))
    let content = try ContentArguments.content(ofFile: subject, startingAt: time)
    guard Timeline.folders(of: content).isEmpty, !content.holds({ $0.hasTurningPages }) else {
      throw ToolFailure(
        message: """
          \(subject) has a slideshow, or a deck whose pages turn by themselves: what is in the files is known to the daemon alone. \
          Show it, and ask for the screen.
          """, status: .failed)
    }
    var context = PlayContext()
    for zone in Timeline.zones(of: content) {
      do throws(ZoneError) {
        context.zones[zone] = try ZoneDatabase.rules(of: zone)
      } catch {
        throw ToolFailure(message: "\(error)", status: .failed)
      }
    }
    let moments = ContentMomentInfo.list(of: content, at: time, in: context)
    try options.output.print(ContentAtReply(time: "\(time)", moments: moments)) { ContentText.text($0) }
  }
}

extension ContentDescription {
  /// Whether how long it is depends on a file's pages.
  fileprivate var hasTurningPages: Bool {
    if case .deck(let deck) = self { deck.pageMilliseconds != nil } else { false }
  }
}
