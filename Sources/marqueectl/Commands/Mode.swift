import ArgumentParser
import ControlProtocol
import ModeSelection

/// The command `marqueectl mode SCREEN WISH`.
struct Mode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Choose a screen's mode.",
    discussion: "The choice is kept, through replug and restart, until `marqueectl reset SCREEN`.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen, as HDMI-A-1.") var screen: String
  @Argument(help: "1920x1080@60, 3840x2160, preferred, highest, or a name that `marqueectl modes` lists.")
  var mode: String

  func validate() throws {
    do throws(ModeWishError) {
      _ = try ModeWish(mode)
    } catch {
      throw ValidationError("\(error).")
    }
  }

  func run() throws {
    let call = SetModeCall(screen: screen, mode: mode, noWait: options.noWaitParameter)
    try options.daemon.run(call) { reply in
      let frames = reply.presented.map { [$0] } ?? []
      let lines = PresentedText.lines(frames, note: reply.note)
      let choice = "\(screen): \(reply.mode.name) (\(ModeTable.refresh(reply.mode.refreshMillihertz)) Hz)"
      return lines.isEmpty ? choice : "\(choice)\n\(lines)"
    }
  }
}
