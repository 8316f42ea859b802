import Testing

@testable import marquee_remote

struct ListenAddressTests {
  @Test func addressesAreRead() {
    #expect(ListenAddress("127.0.0.1:80")?.description == "127.0.0.1:80")
    #expect(ListenAddress("[::1]:8484")?.description == "[::1]:8484")
    #expect(ListenAddress("8484")?.host == "127.0.0.1")
    #expect(ListenAddress("0.0.0.0:1")?.isEvery == true)
    #expect(ListenAddress("[::1]:1")?.isLoopback == true)
  }

  @Test(arguments: [
    "", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "localhost:80", "::1:80", "[127.0.0.1]:80", "300.1.1.1:1", ":80",
  ])
  func othersAreNot(text: String) {
    #expect(ListenAddress(text) == nil)
  }

  @Test func phonesGetThePrivateAddressThatIsNoBridge() {
    #expect(
      LocalNetwork.phoneAddress(among: ["127.0.0.1", "172.17.0.1", "::1", "192.168.1.5", "8.8.8.8"]) == "192.168.1.5")
    #expect(LocalNetwork.phoneAddress(among: ["127.0.0.1", "192.168.122.1", "10.0.0.3"]) == "10.0.0.3")
    #expect(LocalNetwork.phoneAddress(among: ["127.0.0.1", "::1"]) == nil)
  }
}
