import Testing

@testable import marquee_remote

struct AddressNetworkTests {
  @Test func anIPv6AddressCountsAsItsNetwork() {
    #expect(AddressNetwork.of("2001:db8:1:2::1") == AddressNetwork.of("2001:db8:1:2:ffff:ffff:ffff:ffff"))
    #expect(AddressNetwork.of("2001:db8:1:2::1") != AddressNetwork.of("2001:db8:1:3::1"))
  }

  @Test func anAddressOfIPv4StandsForItself() {
    #expect(AddressNetwork.of("192.168.1.5") == "192.168.1.5")
    #expect(AddressNetwork.of("::ffff:192.168.1.5") == "192.168.1.5")
    #expect(AddressNetwork.of("unknown") == "unknown")
  }

  /// Everybody in the room has the same first 64 bits.
  @Test func anAddressOnItsOwnLinkCountsAlone() throws {
    let links = [try #require(AddressPrefix("2001:db8:1:2::7", length: 64))]
    #expect(AddressNetwork.of("2001:db8:1:2::1", ownLinks: links) == "2001:db8:1:2::1")
    #expect(AddressNetwork.of("2001:db8:1:3::1", ownLinks: links).hasSuffix("/64"))
    #expect(AddressNetwork.of("fe80::1") == "fe80::1" && AddressNetwork.of("febf::1") == "febf::1")
    #expect(AddressNetwork.of("fec0::1").hasSuffix("/64"))
  }

  @Test func aPrefixEndsAtAnyBit() throws {
    let prefix = try #require(AddressPrefix("2001:db8:0:8::", length: 62))
    for (address, isIn) in [("2001:db8:0:b::1", true), ("2001:db8:0:c::1", false), ("2001:db8:0:7::1", false)] {
      #expect(prefix.contains(try #require(AddressPrefix.bytes(of: address))) == isIn, "\(address)")
    }
    #expect(AddressPrefix("::", length: 129) == nil && AddressPrefix("10.0.0.1", length: 8) == nil)
  }

  /// This machine has ::1/128 if it has IPv6.
  @Test func theLinksOfThisMachineAreFound() throws {
    guard LocalNetwork.addresses().contains("::1") else { return }
    let own = try #require(AddressPrefix.bytes(of: "::1"))
    #expect(LocalNetwork.ownLinks().contains { $0.contains(own) })
  }
}
