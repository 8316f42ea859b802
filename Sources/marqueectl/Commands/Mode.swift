import ArgumentParser
import ControlProtocol
import ModeSelection

/// The command `marqueectl mode SCREEN WISH`.
struct Mode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Choose a screen's mode.",
    discussion: """
      The choice is kept, through replug and restart, until `marqueectl reset SCREEN`. With --confirm it goes back by \
      itself, unless `marqueectl mode SCREEN confirm` says in time that the picture is there.
      """)

  @OptionGroup var options: PictureOptions
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Go back after this time unless confirmed, as 15 or 1m.", valueName: "time"))
  var confirm: Duration?
  @Argument(help: "The screen, as HDMI-A-1.") var screen: String
  @Argument(help: "1920x1080@60, 3840x2160, preferred, highest, or a name that `marqueectl modes` lists; or confirm.")
  var mode: String

  private var confirms: Bool { mode == "confirm" }

  func validate() throws {
    if let confirm, !(1...3600).contains(confirm.seconds) {
      throw ValidationError("--confirm takes a time from 1 s to 1 h.")
    }
    guard !confirms else {
      if confirm != nil { throw ValidationError("Which mode? --confirm goes with the mode that is to be tried out.") }
      return
    }
    do throws(ModeWishError) {
      _ = try ModeWish(mode)
    } catch {
      throw ValidationError("\(error).")
    }
  }

  func run() throws {
    if confirms {
      return try options.daemon.run(ConfirmModeCall(screen: screen)) { _ in "\(screen): the mode is kept" }
    }
    let call = SetModeCall(
      screen: screen, mode: mode, confirmSeconds: confirm?.seconds, noWait: options.noWaitParameter)
    try options.daemon.run(call) { reply in
      let frames = reply.presented.map { [$0] } ?? []
      let lines = PresentedText.lines(frames, note: reply.note, hint: reply.hint)
      let choice = "\(screen): \(reply.mode.name) (\(ModeTable.refresh(reply.mode.refreshMillihertz)) Hz)"
      return lines.isEmpty ? choice : "\(choice)\n\(lines)"
    }
  }
}
