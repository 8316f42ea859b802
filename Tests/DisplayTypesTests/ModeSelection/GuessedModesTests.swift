import DisplayTypes
import Testing

@Suite struct GuessedModesTests {
  private let history = mode(1920, 1080, 50)

  private func plan(
    _ modes: [ScreenMode], guessed: Bool = true, wishes: [String] = [], choice: String? = nil,
    history: ScreenMode? = nil,
    failSafe: [ScreenMode] = []
  ) throws -> ModeSelectionPlan {
    ModeSelector.candidates(
      ModeSelectionInput(
        modes: modes, isGuessed: guessed, runtimeChoice: try choice.map { try ModeWish($0) },
        rule: ModeRule(match: Sourced(.any), modes: try wishes.map { Sourced(try ModeWish($0)) }), history: history,
        failSafeModes: failSafe))
  }

  @Test("guessed modes: the last known display's mode first, even if it is not among them")
  func historyFirst() throws {
    let plan = try plan(ModeLists.guessed, history: history)
    #expect(plan.candidates.map(\.name).prefix(2) == ["1920x1080@50", "1024x768@60"])
    #expect(plan.candidates.first?.source == .history)
  }

  @Test("guessed modes without history: the largest, not the one marked as preferred")
  func largestGuessed() throws {
    let plan = try plan(ModeLists.guessed, wishes: ["preferred"])
    #expect(plan.candidates.map(\.name) == ["1024x768@60", "800x600@60.32", "800x600@56.25", "640x480@59.94"])
    #expect(plan.candidates.first?.reason.contains("EDID could not be read") == true)
    #expect(plan.refusals.first?.reason.contains("guess") == true)
  }

  @Test("a size that the rule names is taken among guessed modes too, behind history")
  func ruleOnGuessed() throws {
    #expect(try plan(ModeLists.guessed, wishes: ["800x600@56.25"]).candidates.first?.name == "800x600@56.25")
    let both = try plan(ModeLists.guessed, wishes: ["800x600@56.25"], history: history)
    #expect(both.candidates.prefix(2).map(\.name) == ["1920x1080@50", "800x600@56.25"])
  }

  @Test("a choice made by hand wins over history")
  func choiceOnGuessed() throws {
    #expect(try plan(ModeLists.guessed, choice: "640x480", history: history).candidates.first?.name == "640x480@59.94")
  }

  @Test("no modes at all: history, then the fail-safe modes")
  func noModes() throws {
    let failSafe = [mode(1024, 768, 60), mode(640, 480, 60)]
    for guessed in [true, false] {
      let plan = try plan([], guessed: guessed, wishes: ["1920x1080"], history: history, failSafe: failSafe)
      #expect(plan.candidates.map(\.name) == ["1920x1080@50", "1024x768@60", "640x480@60"])
      #expect(plan.refusals.first?.reason == "the display has given no modes yet")
    }
    #expect(try plan([]).candidates.isEmpty)
  }

  @Test("a settled display's rules decide again: history does not count")
  func settled() throws {
    let plan = try plan(ModeLists.television, guessed: false, history: mode(1280, 720, 60))
    #expect(plan.candidates.first?.name == "3840x2160@60")
    #expect(plan.candidates.allSatisfy { $0.source != .history })
  }

  @Test("fail-safe modes end every list")
  func failSafeLast() throws {
    let plan = try plan(ModeLists.portrait, guessed: false, failSafe: [mode(640, 480, 60)])
    #expect(plan.candidates.last?.name == "640x480@60")
  }

  @Test("an unknown mode is answered with the near ones")
  func nearest() {
    #expect(
      ModeSelector.nearest(to: "1920x1081@60", in: ModeLists.television, limit: 2) == [
        "1920x1080@60", "1920x1080@59.94",
      ])
    #expect(ModeSelector.nearest(to: "nonsense", in: ModeLists.television, limit: 1) == ["3840x2160@60"])
    #expect(ModeSelector.nearest(to: "1920x1080i@50", in: ModeLists.television, limit: 1) == ["1920x1080i@59.94"])
    #expect(ModeSelector.nearest(to: "1x1", in: [], limit: 3).isEmpty)
    #expect(ModeSelector.nearest(to: "1x1", in: ModeLists.portrait, limit: -1).isEmpty)
  }
}
