import Testing

@testable import marquee_remote

struct AcceptedTypesTests {
  @Test(arguments: [
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "text/html", "TEXT/HTML ; q=0.5", "application/json;q=0.3, text/*;q=0.4",
  ])
  func aBrowserWantsAPage(accept: String) {
    #expect(AcceptedTypes.wantsPage(accept))
  }

  @Test(arguments: [
    nil, "", "*/*", "application/json", "application/json, text/html", "application/json, text/html;q=0.9",
    "text/html;q=0",
    "text/html;q=x", "application/*", "image/png",
  ])
  func aProgramWantsJSON(accept: String?) {
    #expect(!AcceptedTypes.wantsPage(accept))
  }
}
