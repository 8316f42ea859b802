import Testing

@testable import Content

/// The letters below the QR code for an audience.
struct TalkCodeCaptionTests {
  @Test func anAddressIsWrittenAsItIs() {
    #expect(TalkCodeCaption.text(for: "https://example.org/feedback#top") == "https://example.org/feedback#top")
    #expect(TalkCodeCaption.text(for: "thank you") == "thank you")
  }

  @Test func aLinkForPairingIsWrittenAsItIsTyped() {
    #expect(
      TalkCodeCaption.text(for: "http://192.168.1.5:8484/pair#ACDEFGHJ") == "http://192.168.1.5:8484/pair\nACDE-FGHJ")
    #expect(TalkCodeCaption.text(for: "http://h:9/pair#CCCC") == "http://h:9/pair\nCCCC")
  }

  @Test func addressesThatCannotBeTypedAreNotWritten() {
    #expect(TalkCodeCaption.text(for: String(repeating: "x", count: 161)) == nil)
    #expect(TalkCodeCaption.text(for: "a\u{7}b") == nil)
  }
}
