import Configuration
import DisplayTypes
import Testing

@Suite struct ConfigurationMaskTests {
  private static let text = """
    # A comment.
    screens:
      - match: { connector: "HDMI-*", model: 'it''s "so", [x]' }
        modes:
          - 1920x1080@60
          - preferred
        rotation: 90

    apps:
      lobby:
        foreground: true
        scenes:
          externalDisplayNonInteractive:
            - name: "wel\\tcome ä"
              modes: [1280x720]
              content:
                banner:
                  text: |
                    a secret
                    of two lines
            - name: second
              content: { image: { file: secret.png } }
              private: true
    access:
      observe: { users: [secret] }
      control: { groups: ["1000"] }
    support: mirror

    """

  private var masked: [UInt8] { ConfigurationMask.mask(Array(Self.text.utf8), file: "marquee.yaml") }

  @Test func allThatDecidesStays() throws {
    let whole = try parsed(Self.text)
    let rest = try Configuration.parse(masked, file: "marquee.yaml")
    #expect(rest.screens == whole.screens)
    #expect(rest.support == whole.support)
    let scenes = try #require(rest.apps.first?.scenes.first?.configurations)
    #expect(scenes.map(\.name.value) == ["wel\tcome ä", "second"])
    #expect(scenes.map(\.modes) == whole.apps.first?.scenes.first?.configurations.map(\.modes))
    #expect(scenes.allSatisfy { $0.content != nil })
  }

  @Test func placesStay() throws {
    let whole = try parsed(Self.text)
    let rest = try Configuration.parse(masked, file: "marquee.yaml")
    #expect(rest.support.location?.line == whole.support.location?.line)
    #expect(rest.screens.first?.modes.map { $0.location?.line } == [5, 6])
    let names = rest.apps.first?.scenes.first?.configurations.map { $0.name.location?.line }
    #expect(names == whole.apps.first?.scenes.first?.configurations.map { $0.name.location?.line })
  }

  @Test func contentsAndUsersAreMasked() {
    let text = String(decoding: masked, as: UTF8.self)
    #expect(!text.contains("secret"))
    #expect(!text.contains("1000"))
  }

  @Test func otherTextsGiveNothing() {
    #expect(ConfigurationMask.mask(Array("a: [".utf8), file: "x").isEmpty)
    #expect(ConfigurationMask.mask([], file: "x").isEmpty)
  }
}
