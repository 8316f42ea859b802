import ArgumentParser
import ControlProtocol

/// What every command that changes a picture takes.
struct PictureOptions: ParsableArguments {
  @OptionGroup var daemon: DaemonOptions

  @Flag(name: .customLong("no-wait"), help: "Return at once instead of after the flip that shows the change.")
  var noWait = false

  /// The parameter of the call.
  var noWaitParameter: Bool? { noWait ? true : nil }

  /// Changes the picture of one screen and says when it was shown.
  func run<Call: PictureCall>(_ call: Call) throws where Call.Reply == PictureReply {
    try daemon.run(call) { PresentedText.lines($0.presented.map { [$0] } ?? [], note: $0.note, hint: $0.hint) }
  }

  /// Changes the picture of several screens and says when it was shown on each.
  func run<Call: PictureCall>(_ call: Call) throws where Call.Reply == PicturesReply {
    try daemon.run(call) { PresentedText.lines($0.presented, note: $0.note) }
  }
}
