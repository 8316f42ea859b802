import Synchronization
import Testing

@testable import marquee_remote

struct SiteIdentityTests {
  /// A machine whose addresses change.
  private final class Machine: Sendable {
    let addresses = Mutex<[String]>([])
    let now = Mutex(0.0)

    var network: SiteIdentity.Network {
      SiteIdentity.Network(
        addresses: { self.addresses.withLock { $0 } }, name: { "box" }, now: { self.now.withLock { $0 } })
    }
  }

  private func site(_ machine: Machine, at address: String) throws -> SiteIdentity {
    let site = SiteIdentity(isSecure: false, network: machine.network)
    site.open(at: [try #require(ListenAddress(address))], names: [])
    return site
  }

  @Test func anAddressThatComesLaterIsOneOfThisServer() throws {
    let machine = Machine()
    let site = try site(machine, at: "0.0.0.0:8484")
    #expect(!site.isHost("192.168.1.5:8484") && site.isHost("localhost:8484"))
    machine.addresses.withLock { $0 = ["192.168.1.5"] }
    machine.now.withLock { $0 = SiteIdentity.checkInterval }
    #expect(site.isHost("192.168.1.5:8484"))
    #expect(!site.isHost("evil.example:8484"))
  }

  /// A browser hands cookies to all ports of a host.
  @Test func theCookieHasANameOfThisServersOwnWhereverItListens() throws {
    func name(_ addresses: [String], stateDirectory: String?, machine: String = "a") throws -> Substring {
      let site = SiteIdentity(
        isSecure: false, stateDirectory: stateDirectory, machine: machine, network: Machine().network)
      site.open(at: try addresses.map { try #require(ListenAddress($0)) }, names: [])
      let cookie = site.cookie("abc")
      #expect(site.token(String(cookie.prefix { $0 != ";" })) == "abc")
      return cookie.prefix { $0 != "=" }
    }
    let both = ["127.0.0.1:8484", "192.168.1.5:9000"]
    let kept = try name(both, stateDirectory: "/var/lib/marquee-remote")
    #expect(try name(both.reversed(), stateDirectory: "/var/lib/marquee-remote") == kept)
    #expect(try name(["0.0.0.0:80"], stateDirectory: "/var/lib/marquee-remote") == kept)
    #expect(try name(both, stateDirectory: "/home/somebody/remote") != kept)
    // By a tunnel two boxes have the same host name.
    #expect(try name(both, stateDirectory: "/var/lib/marquee-remote", machine: "b") != kept)
    let (one, other) = (
      try name(["0.0.0.0:8484"], stateDirectory: nil), try name(["0.0.0.0:8485"], stateDirectory: nil)
    )
    #expect(one != other && one != kept)
  }

  @Test func thePrintedAddressFollows() throws {
    let machine = Machine()
    let site = try site(machine, at: "0.0.0.0:8484")
    #expect(site.url == "http://127.0.0.1:8484")
    machine.addresses.withLock { $0 = ["127.0.0.1", "192.168.1.5"] }
    #expect(site.url == "http://192.168.1.5:8484")
    machine.addresses.withLock { $0 = ["127.0.0.1", "10.0.0.7"] }
    #expect(site.url == "http://10.0.0.7:8484")
    #expect(site.link("ACDEFGHJ") == "http://10.0.0.7:8484/pair#ACDEFGHJ")
  }

  @Test func aNetworkOfIPv6AloneHasAnAddressToo() throws {
    let machine = Machine()
    machine.addresses.withLock { $0 = ["127.0.0.1", "::1", "2001:db8::5", "fd00::5"] }
    #expect(try site(machine, at: "[::]:8484").page == "http://[fd00::5]:8484")
    // Nobody listens there.
    let four = try site(machine, at: "0.0.0.0:8484")
    #expect(four.page == nil && four.networkAddress() == "fd00::5")
  }

  @Test func theNameThatWasGivenIsInLinks() throws {
    let machine = Machine()
    machine.addresses.withLock { $0 = ["192.168.1.5"] }
    let secure = SiteIdentity(isSecure: true, network: machine.network)
    secure.open(at: [try #require(ListenAddress("0.0.0.0:8484"))], names: ["box.example", "b"])
    #expect(secure.page == "https://box.example:8484" && secure.url == "https://box.example:8484")
    #expect(secure.isHost("box.example:8484"))
  }

  /// Requests with wrong host names do not make the server read its addresses each time.
  @Test func wrongNamesAreLookedUpOnceASecond() throws {
    let machine = Machine()
    let looks = Mutex(0)
    let network = SiteIdentity.Network(
      addresses: {
        looks.withLock { $0 += 1 }
        return []
      }, name: { "box" }, now: { machine.now.withLock { $0 } })
    let site = SiteIdentity(isSecure: false, network: network)
    site.open(at: [try #require(ListenAddress("0.0.0.0:8484"))], names: [])
    for number in 0..<50 { #expect(!site.isHost("evil\(number).example:8484")) }
    #expect(looks.withLock { $0 } == 1)
  }
}
