import Configuration
import Content
import ControlProtocol
import DisplayTypes
import Presentation
import Scenes
import Timeline

extension Daemon {
  /// The most lines of one answer.
  private static let mostPlays = 10_000

  /// Other items are on a screen than before.
  func notePlayed(_ frame: PlayedFrame) {
    let screen = system.screens.first { $0.id == frame.screen }
    let picture = screen.flatMap { try? system.find($0.name) }?.decision.picture
    let standing: PlayBook.Standing =
      switch picture?.shown {
      case nil: .gone
      case .dark: .off
      case .scene, .applications, .masked, .black, .mirror, .idle, .untouched:
        picture?.cover.isBlank == true ? .blank : .lit
      }
    playBook.handle(frame, screen: screen?.name, standing)
  }

  /// What was played.
  func plays(_ call: PlaysCall) throws(ControlError) -> PlaysReply {
    let first = try call.since.map { text throws(ControlError) in try moment(text, "since").first }
    let last = try call.until.map { text throws(ControlError) in try moment(text, "until").last }
    var records = playBook.records(from: first ?? .epoch, to: last ?? dayClock.now)
    if let screen = call.screen { records.removeAll { $0.screen != screen } }
    return PlaysReply(
      plays: records.suffix(Self.mostPlays).map { PlayInfo($0) }, isCut: records.count > Self.mostPlays,
      warning: playBook.folder?.warning)
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
