import Testing

@testable import Content

@MainActor @Suite struct BannerTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("two\r\nlines\rthree\u{2028}four", "two\nlines\nthree\nfour"), ("a\tb", "a b"),
    ("\u{1B}[31mred\u{1B}[0m\u{7}", "[31mred[0m"), ("nul\u{0}l", "null"), ("a\u{9B}b\u{7F}c", "abc"),
    ("\u{FEFF}mark\u{FFFF}", "mark"), ("\n\n  middle  \n", "middle"), ("   ", ""), ("", ""),
    ("one\n\ntwo", "one\n\ntwo"),
    ("שלום\u{200F} 👩🏽‍🚀", "שלום\u{200F} 👩🏽‍🚀"), ("\u{202E}turned", "\u{202E}turned"),
  ])
  func charactersWithoutAShapeAreRemoved(_ text: String, _ expected: String) {
    #expect(Array(BannerText.sanitized(text).unicodeScalars) == Array(expected.unicodeScalars))
  }
}
