import Testing

@testable import marquee_remote

struct OriginCheckTests {
  private func claims(_ origin: String?, _ site: String?, mode: String? = nil) -> OriginCheck.Claims {
    OriginCheck.Claims(origin: origin, fetchSite: site, fetchMode: mode, host: "box:8484")
  }

  @Test func onlyThisServersOwnPagesChangeSomething() {
    #expect(OriginCheck.mayChange(claims("http://box:8484", "same-origin"), isSecure: false))
    #expect(OriginCheck.mayChange(claims("http://box:8484", nil), isSecure: false))
    #expect(OriginCheck.mayChange(claims(nil, "same-origin"), isSecure: false))
    #expect(OriginCheck.mayChange(claims("https://box:8484", "same-origin"), isSecure: true))
  }

  @Test(
    arguments: [
      ("http://evil.example", "cross-site"), ("http://evil.example", nil), ("null", "same-origin"),
      ("http://box:80", "same-site"),
      ("https://box:8484", "same-origin"), (nil, nil), (nil, "none"), ("http://box:8484", "cross-site"),
    ] as [(String?, String?)])
  func otherOriginsDoNot(origin: String?, site: String?) {
    #expect(!OriginCheck.mayChange(claims(origin, site), isSecure: false))
  }

  @Test func aLinkMayLeadHereAndNothingElse() {
    #expect(OriginCheck.mayRead(claims(nil, "cross-site", mode: "navigate"), isSecure: false))
    #expect(OriginCheck.mayRead(claims(nil, "none", mode: "navigate"), isSecure: false))
    #expect(OriginCheck.mayRead(claims(nil, nil), isSecure: false))
    #expect(!OriginCheck.mayRead(claims(nil, "cross-site", mode: "no-cors"), isSecure: false))
    #expect(!OriginCheck.mayRead(claims("http://evil.example", "cross-site", mode: "cors"), isSecure: false))
  }
}
