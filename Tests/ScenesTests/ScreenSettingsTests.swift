import DisplayTypes
import Testing

@testable import Scenes

@Suite("ScreenSettings")
@MainActor
struct ScreenSettingsTests {
  private let place = SourceLocation(file: "marquee.yaml", line: 3)

  private var rule: ModeRule {
    ModeRule(
      match: Sourced(.any), use: Sourced(.dark, at: place), rotation: Sourced(.rotated90, at: place),
      scale: Sourced(.fixed(3), at: place),
      overscan: Sourced(OverscanInsets(top: .pixels(4)), at: place))
  }

  @Test("without settings the default counts, which for a built-in panel is the main screen")
  func standard() {
    let settings = ScreenSettings(choices: RuntimeChoices(), rule: nil, placement: .external)
    #expect(settings.use == .init(value: .external, source: .standard))
    #expect(settings.transform == .init(value: .normal, source: .standard))
    #expect(settings.scale == .init(value: nil, source: .standard))
    #expect(settings.overscan == .init(value: .none, source: .standard))
    let builtIn = ScreenSettings(choices: RuntimeChoices(), rule: nil, placement: .builtIn)
    #expect(builtIn.use.value == .main)
  }

  @Test("the rule's values come with their line")
  func configured() {
    let settings = ScreenSettings(choices: RuntimeChoices(), rule: rule, placement: .builtIn)
    #expect(settings.use == .init(value: .dark, source: .configuration(place)))
    #expect(settings.transform == .init(value: .rotated90, source: .configuration(place)))
    #expect(settings.scale == .init(value: 3, source: .configuration(place)))
    #expect(settings.overscan.source == .configuration(place))
  }

  @Test("the choice at run time overrides the rule")
  func chosen() {
    let choices = RuntimeChoices(
      transform: .flipped, scale: 2, overscan: OverscanInsets.none, isPoweredOff: true, isBlank: true)
    let settings = ScreenSettings(choices: choices, rule: rule, placement: .external)
    #expect(settings.transform == .init(value: .flipped, source: .runtime))
    #expect(settings.scale == .init(value: 2, source: .runtime))
    #expect(settings.overscan == .init(value: .none, source: .runtime))
    #expect(settings.power == .init(value: false, source: .runtime))
    #expect(settings.blank == .init(value: true, source: .runtime))
  }

  struct Density: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var mode: (UInt16, UInt16)
    var size: PhysicalSize?
    var scale: Double
  }

  @Test(
    "the automatic scale doubles for small pixels",
    arguments: [
      Density(
        testDescription: "a 27-inch UHD monitor, 163 a inch", mode: (3840, 2160),
        size: PhysicalSize(widthMillimeters: 600, heightMillimeters: 340), scale: 1),
      Density(
        testDescription: "a 14-inch panel of 2880 columns", mode: (2880, 1800),
        size: PhysicalSize(widthMillimeters: 300, heightMillimeters: 190), scale: 2),
      Density(
        testDescription: "a 55-inch UHD television", mode: (3840, 2160),
        size: PhysicalSize(widthMillimeters: 1210, heightMillimeters: 680), scale: 2),
      Density(testDescription: "UHD of unknown size", mode: (3840, 2160), size: nil, scale: 2),
      Density(testDescription: "full HD of unknown size", mode: (1920, 1080), size: nil, scale: 1),
    ])
  func automaticScale(density: Density) {
    let mode = SystemRig.mode(density.mode.0, density.mode.1)
    let settings = ScreenSettings(choices: RuntimeChoices(), rule: nil, placement: .external)
    #expect(settings.geometry(of: mode, physicalSize: density.size).scale == density.scale)
  }
}
