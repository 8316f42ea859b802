import Content
import ContentModel
import ControlProtocol
import ControlServer
import Presentation
import Scenes

/// Handles the calls for the proof of play, and has it kept.
struct PlaysHandler: PlayMethods {
  let system: SceneSystem
  let recorder: PlayRecorder
  let searches: PlaySearchThread
  let clock: any ContentClock

  /// Other items are on a screen than before.
  func notePlayed(_ frame: PlayedFrame) {
    let screen = system.screens.first { $0.id == frame.screen }
    let picture = screen.flatMap { try? system.find($0.name) }?.decision.picture
    let standing: PlayRecorder.Standing =
      switch picture?.shown {
      case nil: .gone
      case .dark: .off
      case .scene, .applications, .masked, .black, .mirror, .idle, .untouched:
        picture?.cover.isBlank == true ? .blank : .lit
      }
    recorder.handle(frame, screen: screen?.name, standing)
  }

  /// Answers with the newest plays, or with all of them in pieces if the client takes more than one answer.
  func handle(_ call: PlaysCall, _ responder: ControlResponder) throws(ControlError) {
    let first = try call.since.map { text throws(ControlError) in try moment(text, "since").first }
    let last = try call.until.map { text throws(ControlError) in try moment(text, "until").last }
    guard let folder = recorder.folder else { return responder.reply(PlaysReply(plays: [], isCut: false)) }
    let search = PlaySearch(
      folder: folder.path, first: first ?? .epoch, last: last ?? clock.now, screen: call.screen)
    // A play that has ended by now is among them.
    folder.whenWritten {
      do throws(ControlError) {
        guard !responder.takesMore else {
          try searches.stream(search, warning: folder.warning, to: responder)
          return
        }
        try searches.answer(search, warning: folder.warning) { responder.reply(framed: $0) }
      } catch {
        responder.fail(error)
      }
    }
  }

  /// A moment, or the first and the last one of a day.
  private func moment(_ text: String, _ parameter: String) throws(ControlError) -> (first: WallTime, last: WallTime) {
    if let time = WallTime(text) { return (time, time) }
    guard let day = CalendarDate(text), let zone = try? ZoneDatabase.rules(of: nil) else {
      throw .invalidValue(parameter: parameter, value: text, expected: "a day as 2026-11-21, or \(WallTime.expected)")
    }
    let midnight = Int64(day.dayNumber) * 86_400
    return (
      WallTime(seconds: zone.moment(ofLocal: midnight)),
      WallTime(seconds: zone.moment(ofLocal: midnight + 86_400)).advanced(by: -1)
    )
  }
}
