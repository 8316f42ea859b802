import RemoteGate
import Testing

struct AddressNetworkTests {
  @Test func whoHasAnAddressOfIPv6HasAllThatBeginWithIt() {
    #expect(AddressNetwork.of("2001:db8:1:2::1") == AddressNetwork.of("2001:db8:1:2:ffff:ffff:ffff:ffff"))
    #expect(AddressNetwork.of("2001:db8:1:2::1") != AddressNetwork.of("2001:db8:1:3::1"))
  }

  @Test func anAddressOfIPv4StandsForItself() {
    #expect(AddressNetwork.of("192.168.1.5") == "192.168.1.5")
    #expect(AddressNetwork.of("::ffff:192.168.1.5") == "192.168.1.5")
    #expect(AddressNetwork.of("unknown") == "unknown")
  }
}
