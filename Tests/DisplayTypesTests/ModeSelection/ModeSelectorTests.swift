import DisplayTypes
import Testing

@Suite struct ModeSelectorTests {
  private func rule(
    _ wishes: [String] = [], maximum: ModeLimit? = nil, aspect: String? = nil, allowsAppModes: Bool? = nil
  ) throws -> ModeRule {
    try ModeRule(
      match: Sourced(.any),
      modes: wishes.map { Sourced(try ModeWish($0), at: SourceLocation(file: "marquee.yaml", line: 3)) },
      maximum: maximum.map { Sourced($0, at: SourceLocation(file: "marquee.yaml", line: 4)) },
      aspect: aspect.flatMap { WishedAspect($0) }.map { Sourced($0) },
      allowsAppModes: allowsAppModes.map { Sourced($0) })
  }

  private func names(_ input: ModeSelectionInput, _ count: Int = 1) -> [String] {
    ModeSelector.candidates(input).candidates.prefix(count).map(\.name)
  }

  @Test(
    "a rule's wish finds its mode first",
    arguments: [
      ("1920x1080@60", ["1920x1080@60", "1920x1080@59.94"]), ("1920x1080@59.94", ["1920x1080@59.94"]),
      ("1920x1080", ["1920x1080@60", "1920x1080@59.94", "1920x1080@50"]),
      ("1920x1080i@60", ["1920x1080i@60", "1920x1080i@59.94"]),
      ("3840x2160", ["3840x2160@60"]), ("preferred", ["3840x2160@60"]), ("highest", ["4096x2160@24"]),
      ("highest@60", ["3840x2160@60", "3840x2160@59.94"]),
      ("highest <=1920x1080", ["1920x1080@60", "1920x1080@59.94", "1920x1080@50"]),
      ("max 1920x1080@50", ["1920x1080@50"]), ("highest <=50", ["4096x2160@24"]),
      ("highest 16:9 <=50", ["3840x2160@50"]),
      ("preferred <=1920x1080", ["1920x1080@60", "1920x1080@59.94"]), ("preferred 16:9", ["3840x2160@60"]),
      ("preferred 4:3", ["1024x768@60"]), ("720x480@59.94 4:3", ["720x480@59.94 4:3"]),
      ("720x480@60 4:3", ["720x480@60 4:3", "720x480@59.94 4:3"]), ("720x480", ["720x480@60 16:9", "720x480@60 4:3"]),
      ("800x600@60", ["800x600@60.32"]), ("640x480@60", ["640x480@59.94"]), ("1920x1080@30", ["3840x2160@60"]),
      ("1920x1080@60.00", ["1920x1080@60", "3840x2160@60"]), ("3840x2160 <=30", ["3840x2160@30"]),
    ])
  func wishes(wish: String, expected: [String]) throws {
    let input = ModeSelectionInput(modes: ModeLists.television, rule: try rule([wish]))
    #expect(names(input, expected.count) == expected)
  }

  @Test("the order is run-time choice, scene, rule, preferred, fallback")
  func order() throws {
    let input = ModeSelectionInput(
      modes: ModeLists.television, runtimeChoice: try ModeWish("1280x720@59.94"),
      sceneWishes: [Sourced(try ModeWish("1920x1080@50"))], rule: try rule(["1024x768"]),
      history: mode(1366, 768, 60))
    let plan = ModeSelector.candidates(input)
    #expect(plan.candidates.prefix(4).map(\.name) == ["1280x720@59.94", "1920x1080@50", "1024x768@60", "3840x2160@60"])
    #expect(
      plan.candidates.prefix(5).map(\.source.word) == ["runtimeChoice", "sceneWish", "rule", "preferred", "fallback"])
    #expect(plan.refusals.isEmpty)
  }

  @Test("a wish that the display lacks falls through with its reason and the near modes")
  func fallsThrough() throws {
    let input = ModeSelectionInput(
      modes: ModeLists.gaming, rule: try rule(["3840x2160@60", "1920x1080@75", "1920x1080@60"]))
    let plan = ModeSelector.candidates(input)
    #expect(plan.candidates.first?.name == "1920x1080@60")
    #expect(plan.candidates.first?.reason.contains("marquee.yaml:3") == true)
    #expect(plan.refusals.map(\.wish) == ["3840x2160@60", "1920x1080@75"])
    #expect(plan.refusals.first?.reason == "the display has no mode of 3840x2160")
    #expect(plan.refusals.first?.near.first == "2560x1440@59.95")
    #expect(plan.refusals.last?.reason.contains("only at 60, 59.94 Hz") == true)
    #expect(plan.refusals.last?.near.prefix(2) == ["1920x1080@60", "1920x1080@59.94"])
  }

  @Test("the reason names the refresh rate that a rounded one was taken for")
  func saysWhichRefresh() throws {
    let modes = [mode(1920, 1080, 60.0 / 1.001, preferred: true), mode(1440, 900, 59.887)]
    let plan = ModeSelector.candidates(
      ModeSelectionInput(modes: modes, rule: try rule(["1920x1080@60", "1440x900@60"])))
    #expect(plan.candidates.first?.reason.contains("taken as 59.94 Hz (60 × 1000/1001)") == true)
    #expect(plan.candidates.last?.reason.contains("taken as 59.89 Hz, which rounds to it") == true)
    let exact = ModeSelector.candidates(ModeSelectionInput(modes: modes, rule: try rule(["1920x1080@59.94"])))
    #expect(exact.candidates.first?.reason.contains("taken") == false)
  }

  @Test("a size alone takes the preferred mode of that size before the one nearest 60 Hz")
  func sizeAlone() throws {
    let modes = [mode(2560, 1440, 60), mode(2560, 1440, 144, preferred: true), mode(2560, 1440, 120)]
    #expect(
      names(ModeSelectionInput(modes: modes, rule: try rule(["2560x1440"])), 3) == [
        "2560x1440@144", "2560x1440@60", "2560x1440@120",
      ])
  }

  @Test("interlaced only when asked for")
  func interlaced() throws {
    let only = ModeSelectionInput(modes: ModeLists.prefersInterlaced, rule: try rule(["1920x1080@60"]))
    let plan = ModeSelector.candidates(only)
    #expect(plan.refusals.first?.reason.contains("1920x1080i asks for it") == true)
    #expect(plan.candidates.map(\.name) == ["1280x720@60", "1280x720@50", "640x480@60", "1920x1080i@60"])
    #expect(plan.candidates.first?.reason.contains("which is interlaced") == true)
    #expect(
      names(ModeSelectionInput(modes: ModeLists.prefersInterlaced, rule: try rule(["1920x1080i"]))) == ["1920x1080i@60"]
    )
    let wrong = ModeSelector.candidates(
      ModeSelectionInput(modes: ModeLists.prefersInterlaced, rule: try rule(["1280x720i"])))
    #expect(wrong.refusals.first?.reason.contains("only progressive") == true)
  }

  @Test("a display with nothing but interlaced modes is shown in them")
  func interlacedOnly() throws {
    let input = ModeSelectionInput(modes: ModeLists.interlacedOnly, rule: try rule(["1920x1080@60", "preferred"]))
    #expect(names(input, 3) == ["1920x1080i@60", "1920x1080i@50", "720x576i@50 4:3"])
    #expect(names(ModeSelectionInput(modes: ModeLists.interlacedOnly)) == ["1920x1080i@50"])
  }

  @Test("fallbacks go from the preferred size down, then up, each mode once")
  func fallbacks() {
    let plan = ModeSelector.candidates(ModeSelectionInput(modes: ModeLists.television))
    #expect(
      plan.candidates.map(\.name) == [
        "3840x2160@60", "3840x2160@59.94", "3840x2160@50", "3840x2160@30", "1920x1080@60", "1920x1080@59.94",
        "1920x1080@50",
        "1280x720@60", "1280x720@59.94", "1024x768@60", "800x600@60.32", "720x480@60 16:9", "720x480@60 4:3",
        "720x480@59.94 16:9", "720x480@59.94 4:3", "640x480@59.94", "4096x2160@24", "1920x1080i@60", "1920x1080i@59.94",
      ])
    #expect(Set(plan.candidates.map(\.mode)).count == ModeLists.television.count)
  }

  @Test("without a preferred mode the largest is taken, nearest to 60 Hz")
  func noPreferred() {
    let modes = [mode(1024, 768, 75), mode(1280, 1024, 75), mode(1280, 1024, 60), mode(800, 600, 60)]
    #expect(names(ModeSelectionInput(modes: modes), 2) == ["1280x1024@60", "1280x1024@75"])
    #expect(ModeSelector.preferredMode(of: modes) == modes[2])
    #expect(ModeSelector.preferredMode(of: []) == nil)
    #expect(ModeSelector.preferredMode(of: ModeLists.prefersInterlaced)?.isInterlaced == true)
  }

  @Test("a portrait panel keeps its shape")
  func portrait() throws {
    #expect(names(ModeSelectionInput(modes: ModeLists.portrait), 3) == ["1200x1920@60", "1080x1920@60", "800x1280@60"])
    #expect(names(ModeSelectionInput(modes: ModeLists.portrait, rule: try rule(["highest 9:16"]))) == ["1080x1920@60"])
  }

  @Test("absurd modes are dropped, and used only without other modes")
  func absurd() throws {
    let modes = [absurdMode(3840, 2160, preferred: true), mode(1280, 720, 60)]
    #expect(ModeSelector.candidates(ModeSelectionInput(modes: modes)).candidates.map(\.name) == ["1280x720@60"])
    let only = ModeSelectionInput(
      modes: [absurdMode(1024, 768)], history: mode(1920, 1080, 60), failSafeModes: [mode(640, 480, 60)])
    #expect(ModeSelector.candidates(only).candidates.map(\.name) == ["1920x1080@60", "640x480@60", "1024x768@0"])
    let named = ModeSelectionInput(modes: modes, runtimeChoice: try ModeWish("3840x2160@0"))
    #expect(names(named) == ["3840x2160@0"])
  }

  @Test("a mode without blanking, as a firmware framebuffer has, is shown")
  func firmwareFramebuffer() {
    let side = ModeTiming(display: 1024, syncStart: 1024, syncEnd: 1024, total: 1024)
    let height = ModeTiming(display: 768, syncStart: 768, syncEnd: 768, total: 768)
    let firmware = ScreenMode(clockKilohertz: 47185, horizontal: side, vertical: height, isPreferred: true)
    #expect(names(ModeSelectionInput(modes: [firmware])) == ["1024x768@60"])
  }

  @Test("a repeated mode is listed once, preferred if either was")
  func duplicates() {
    let twice = [mode(1280, 720, 60), mode(1920, 1080, 60), mode(1280, 720, 60, preferred: true)]
    #expect(
      ModeSelector.candidates(ModeSelectionInput(modes: twice)).candidates.map(\.name) == [
        "1280x720@60", "1920x1080@60",
      ])
  }

  @Test("modes of one name are distinguished by their number")
  func sameName() throws {
    let modes = [mode(1024, 768, 60), mode(1024, 768, 60, extra: 8)]
    let input = ModeSelectionInput(modes: modes, rule: try rule(["1024x768@60 #2"]))
    #expect(ModeSelector.candidates(input).candidates.first?.mode == modes[1])
    let missing = ModeSelector.candidates(ModeSelectionInput(modes: modes, rule: try rule(["1024x768@60 #3"])))
    #expect(missing.refusals.first?.reason == "the display has no mode of that name")
  }

  @Test("a rule's limits hold for every automatic choice, not for one made by hand")
  func limits() throws {
    let limited = try rule(["3840x2160", "preferred"], maximum: ModeLimit(width: 1920, height: 1080))
    let plan = ModeSelector.candidates(ModeSelectionInput(modes: ModeLists.television, rule: limited))
    #expect(plan.candidates.first?.name == "1920x1080@60")
    #expect(plan.refusals.first?.reason.contains("the limit <=1920x1080 of the rule (marquee.yaml:4)") == true)
    #expect(
      plan.candidates.last { $0.name == "3840x2160@60" }?.reason.contains("no mode within the rule's limits works")
        == true)
    let byHand = ModeSelectionInput(
      modes: ModeLists.television, runtimeChoice: try ModeWish("3840x2160@30"), rule: limited)
    #expect(names(byHand, 2) == ["3840x2160@30", "1920x1080@60"])
    let app = ModeSelectionInput(
      modes: ModeLists.television, sceneWishes: [Sourced(try ModeWish("3840x2160@30"))], rule: limited)
    #expect(names(app) == ["1920x1080@60"])
    let low = try rule(maximum: ModeLimit(refresh: WishedRefresh("30")))
    #expect(names(ModeSelectionInput(modes: ModeLists.television, rule: low)) == ["3840x2160@30"])
  }

  @Test("a limit that leaves nothing still yields a picture")
  func impossibleLimit() throws {
    let tiny = try rule(maximum: ModeLimit(width: 320, height: 200), aspect: "1:1")
    let plan = ModeSelector.candidates(ModeSelectionInput(modes: ModeLists.gaming, rule: tiny))
    #expect(plan.candidates.first?.name == "2560x1440@59.95")
    #expect(plan.refusals.first?.source == .preferred)
  }

  @Test("a rule's aspect chooses the picture's shape")
  func aspect() throws {
    #expect(names(ModeSelectionInput(modes: ModeLists.television, rule: try rule(aspect: "4:3"))) == ["1024x768@60"])
  }

  @Test("the rule may keep apps from choosing")
  func appWish() throws {
    let wishes = [Sourced(try ModeWish("1280x720"))]
    let forbids = ModeSelectionInput(
      modes: ModeLists.television, sceneWishes: wishes, rule: try rule(allowsAppModes: false))
    let plan = ModeSelector.candidates(forbids)
    #expect(plan.candidates.first?.name == "3840x2160@60")
    #expect(plan.refusals.first?.reason.contains("does not let apps choose") == true)
    let allows = ModeSelectionInput(modes: ModeLists.television, sceneWishes: wishes, rule: try rule(["1920x1080"]))
    #expect(names(allows) == ["1280x720@60"])
  }
}
