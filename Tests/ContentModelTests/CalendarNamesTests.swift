import Foundation
import TestKit
import Testing

@testable import ContentModel

@Suite struct CalendarNamesTests {
  private static let german = CalendarNames(
    weekdays: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    shortWeekdays: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
    months: [
      "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
      "Dezember",
    ],
    shortMonths: ["Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"], halves: ["", ""])

  private func face(_ format: String, at text: String, _ names: CalendarNames) throws -> ClockFace {
    let time = try #require(WallTime(text))
    var context = TimelineContext(zones: [nil: .utc])
    context.names = names
    let content = ContentDescription.clock(ClockDescription(format: format))
    guard case .face(let face) = Timeline.moment(of: content, at: time, in: context).leaf else {
      throw ExpectedFace()
    }
    return face
  }

  private struct ExpectedFace: Error {}

  @Test("a clock has the weekdays and months of the language, and room for the longest of them")
  func clock() throws {
    let found = try face("%A, %e. %B", at: "2026-03-04T10:00Z", Self.german)
    #expect(found.text == "Mittwoch,  4. März")
    #expect(found.template == "Donnerstag, 00. September")
    #expect(try face("%a %b", at: "2026-10-11T10:00Z", Self.german).text == "So Okt")
    #expect(try face("%A", at: "2026-03-04T10:00Z", .english).text == "Wednesday")
  }

  @Test(
    "a language is two or three letters, perhaps with a country",
    arguments: [
      ("de", "de_DE.UTF-8"), ("de-AT", "de_AT.UTF-8"), ("pt_br", "pt_BR.UTF-8"), ("sv", "sv_SE.UTF-8"),
      ("hsb_DE", "hsb_DE.UTF-8"), ("ja", "ja_JP.UTF-8"),
    ])
  func languages(text: String, locale: String) {
    #expect(SystemLanguage(text)?.locales.first == locale)
  }

  @Test(arguments: ["", "d", "deutsch", "de_DE.UTF-8", "de_", "../de", "d1", "de de"])
  func othersAreRefused(text: String) { #expect(SystemLanguage(text) == nil) }

  @Test func englishNeedsNoDataOfTheMachine() {
    #expect(SystemLanguage("en_GB").flatMap { CalendarNames.system($0) } == .english)
  }

  @Test func aLanguageWithoutDataHasARemedy() throws {
    let language = try #require(SystemLanguage("qq_QQ"))
    #expect(CalendarNames.system(language) == nil)
    #expect(language.absence.remedy.contains("localedef -i qq_QQ -f UTF-8 qq_QQ.UTF-8"))
  }

  @Test("the names are those of the machine's data")
  func system() throws {
    let folder = try TemporaryFolder.make("locales")
    defer { TemporaryFolder.remove(folder) }
    _ = try StartedProgram.run(["localedef", "-i", "de_DE", "-f", "UTF-8", "\(folder)/de_DE.UTF-8"], environment: [])
    setenv("LOCPATH", folder, 1)
    defer { unsetenv("LOCPATH") }
    let names = try #require(SystemLanguage("de").flatMap { CalendarNames.system($0) })
    #expect(names.weekdays == Self.german.weekdays)
    #expect(names.months == Self.german.months)
    #expect(names.shortWeekdays == Self.german.shortWeekdays)
  }
}
