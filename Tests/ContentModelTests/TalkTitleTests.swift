import Testing

@testable import ContentModel

@Suite struct TalkTitleTests {
  @Test(arguments: [
    ("Growing pines", "Growing pines"), ("  two\n  lines\t", "two lines"),
    ("red \u{1b}[31malert\u{7}", "red [31malert"),
    ("\u{9b}2J\u{0}x", "2J x"), ("\u{202e}fdp.exe", "fdp.exe"), ("zwölf Ärzte, 日本語, 👩‍🌾", "zwölf Ärzte, 日本語, 👩‍🌾"),
    ("\n\u{1b}", ""), ("a\u{2028}b", "a b"),
  ])
  func nothingOfATitleIsObeyed(text: String, title: String) {
    #expect(TalkTitle.cleaned(text) == title)
    #expect(Talk(identifier: "t", deck: "/d.pdf", title: text, pages: 1).title == title)
  }

  @Test func ofALongOneTheBeginningStays() {
    let title = TalkTitle.cleaned(String(repeating: "word ", count: 100_000))
    #expect(title.count == TalkTitle.longest)
    #expect(title.hasSuffix("…"))
    // One letter with a thousand accents.
    #expect(TalkTitle.cleaned("e" + String(repeating: "\u{301}", count: 100_000)).utf8.count < 4000)
  }
}
