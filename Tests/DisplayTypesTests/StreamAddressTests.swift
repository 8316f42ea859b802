import Testing

@testable import DisplayTypes

@Suite struct StreamAddressTests {
  @Test(arguments: [
    ("rtsp://camera/1", "rtsp://camera/1"), ("RTSPS://Camera:322", "rtsps://Camera:322"),
    ("https://example.org/live/a.m3u8", "https://example.org/live/a.m3u8"),
    ("rtsp://admin:s3cret@10.0.0.9:554/1", "rtsp://10.0.0.9:554/1"), ("rtsp://s3cret@camera/1", "rtsp://camera/1"),
    ("rtsp://a@b:s3cret@camera/1", "rtsp://camera/1"),
    ("http://[fe80::1]:80/a?token=s3cret", "http://[fe80::1]:80/a?…"),
    ("rtsp://10.0.0.9/user=admin&password=s3cret&channel=1", "rtsp://10.0.0.9/…"),
    ("http://a/b#s3cret", "http://a/b?…"),
    ("http://a/b?user=me&token=s3cret", "http://a/b?…"),
  ])
  func theFormForPeopleHasNoSecret(_ text: String, _ shown: String) throws {
    let address = try #require(StreamAddress(text))
    #expect(address.shown == shown)
    #expect(address.text == text)
    #expect(!address.cleaned("Could not open \(text)").contains("s3cret"))
    if text.contains("s3cret") { #expect(!address.cleaned("the word is s3cret").contains("s3cret")) }
  }

  @Test func aDecodedPasswordIsASecretToo() throws {
    let address = try #require(StreamAddress("rtsp://user:s3%63ret@camera/1"))
    #expect(address.cleaned("s3cret and s3%63ret, but not sec") == "… and …, but not sec")
  }

  @Test(arguments: [
    "", "camera", "file:///etc/passwd", "rtmp://camera/1", "rtsp:/camera", "rtsp://", "rtsp:///1",
    "rtsp://user:word@/1", "rtsp://user:pa/ss@camera/1", "rtsp://user:pa?ss@camera/1", "rtsp://user:123/4@camera/1",
    "rtsp://camera:port/1", "rtsp://camera:/1",
    "rtsp://:554/1", "rtsp://camera/a b", "rtsp://camera/\n", "rtsp://camera/\u{e9}", "rtsp://camera/\"", "://camera",
    "rtsp://camera/" + String(repeating: "a", count: 1_010),
  ])
  func otherTextsAreRefused(_ text: String) { #expect(StreamAddress(text) == nil) }
}
