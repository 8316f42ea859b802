import DisplayTypes
import Testing

@Suite struct GlobPatternTests {
  @Test(
    "fits",
    arguments: [
      ("HDMI-A-1", "HDMI-A-1"), ("*", ""), ("*", "anything"), ("HDMI-*", "HDMI-A-1"), ("*-1", "DP-1"), ("DP-?", "DP-3"),
      ("DP-[13]", "DP-3"), ("DP-[1-4]", "DP-2"), ("DP-[!12]", "DP-3"), ("DP-[^12]", "DP-3"), ("dell*", "DELL U2720Q"),
      ("[a-z]x", "Qx"), ("*a*b*", "xxaxxbxx"), ("**", ""), ("", ""), ("a[", "a["), ("\\*", "*"), ("\\[a]", "[a]"),
      ("[]]", "]"), ("?", "é"), ("*ä*", "Gerät"), ("a\\", "a\\"), ("*27*Q", "DELL U2720Q"),
    ])
  func fits(pattern: String, text: String) {
    #expect(GlobPattern(pattern).matches(text))
  }

  @Test(
    "does not fit",
    arguments: [
      ("HDMI-A-1", "HDMI-A-10"), ("", "a"), ("?", ""), ("DP-[13]", "DP-2"), ("DP-[!12]", "DP-1"), ("*-1", "DP-2"),
      ("\\*", "a"), ("a*b", "ac"), ("[]]", "a"), ("[b-a]", "a"), ("ab", "a"), ("É", "é"),
    ])
  func doesNotFit(pattern: String, text: String) {
    #expect(!GlobPattern(pattern).matches(text))
  }

  @Test("a pattern made to be slow ends soon")
  func manyStars() {
    let pattern = String(repeating: "a*", count: 60) + "b"
    #expect(!GlobPattern(pattern).matches(String(repeating: "a", count: 2000)))
  }
}
