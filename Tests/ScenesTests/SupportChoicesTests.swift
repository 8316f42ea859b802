import DisplayTypes
import Scenes
import Testing

@Suite("SupportChoices")
struct SupportChoicesTests {
  /// Each of six levels has a value or not, in the order of their rank.
  @Test("the first level with a value counts: run time before file, then screen, app, all", arguments: 0..<64)
  func firstCounts(bits: Int) {
    func said(_ level: Int, _ value: ExternalSupport) -> ExternalSupport? { bits & (1 << level) == 0 ? nil : value }
    func stated(_ level: Int, _ value: ExternalSupport) -> Sourced<ExternalSupport>? {
      said(level, value).map { Sourced($0, at: SourceLocation(file: "m.yaml", line: level + 1)) }
    }
    let choices = SupportChoices(
      overall: said(2, .off), apps: said(1, .mirror).map { ["lobby": $0] } ?? [:])
    let found = choices.resolve(
      screen: said(0, .off), app: "lobby", screenInFile: stated(3, .mirror), appInFile: stated(4, .off),
      overallInFile: stated(5, .mirror) ?? Sourced(.external))
    let expected: SupportChoice =
      switch (0..<6).first(where: { bits & (1 << $0) != 0 }) {
      case 0: SupportChoice(.off, .runtime, .screen)
      case 1: SupportChoice(.mirror, .runtime, .app)
      case 2: SupportChoice(.off, .runtime, .overall)
      case 3: SupportChoice(.mirror, .configuration(SourceLocation(file: "m.yaml", line: 4)), .screen)
      case 4: SupportChoice(.off, .configuration(SourceLocation(file: "m.yaml", line: 5)), .app)
      case 5: SupportChoice(.mirror, .configuration(SourceLocation(file: "m.yaml", line: 6)), .overall)
      default: SupportChoice(.external, .standard, .overall)
      }
    #expect(found == expected)
  }

  @Test("the support of a registration is in no file, and is no choice of the user")
  func registration() {
    let found = SupportChoices().resolve(
      screen: nil, app: "slides", screenInFile: nil, appInFile: Sourced(.mirror), overallInFile: Sourced(.external))
    #expect(found == SupportChoice(.mirror, .registration, .app))
  }

  @Test("the choice for another app does not count")
  func otherApp() {
    let choices = SupportChoices(apps: ["menu": .off])
    for app in ["lobby", nil] {
      let found = choices.resolve(
        screen: nil, app: app, screenInFile: nil, appInFile: nil, overallInFile: Sourced(.external))
      #expect(found == SupportChoice())
    }
  }
}
