import Foundation
import Testing

@testable import marquee_remote

/// Which of this machine's addresses other machines may reach.
final class LocalNetworkTests {
  /// The system's files about its interfaces.
  private let folder = "\(NSTemporaryDirectory())/interfaces-\(UUID().uuidString.prefix(8))"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func make(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/\(path)", withIntermediateDirectories: true)
  }

  @Test func bridgesOfContainersAreInner() throws {
    try make("veth12ab")
    try make("docker0/brif/veth12ab")
    try make("virbr0/brif/vnet3")
    for name in ["docker0", "virbr0", "br-0123456789ab", "veth12ab", "podman0", "lxcbr0"] {
      #expect(LocalNetwork.isInner(name, in: folder), "\(name)")
    }
    for name in ["lo", "eth0", "enp3s0", "wlan0", "br0", "bond0", "wg0"] {
      #expect(!LocalNetwork.isInner(name, in: folder), "\(name)")
    }
  }

  @Test func aBridgeWithANetworkCardIsTheNetwork() throws {
    try make("br-lan/brif/eth0")
    try make("br-bonded/brif/bond0.20")
    try make("br-mixed/brif/veth12ab")
    try make("br-mixed/brif/wlan0")
    try make("br-guests/brif/tap0")
    for name in ["br-lan", "br-bonded", "br-mixed"] { #expect(!LocalNetwork.isInner(name, in: folder), "\(name)") }
    #expect(LocalNetwork.isInner("br-guests", in: folder))
  }

  @Test func innerInterfacesAreOnlyAmongAll() {
    let (all, inner) = (LocalNetwork.addresses(), LocalNetwork.innerAddresses())
    #expect(inner.isSubset(of: all))
    #expect(Set(LocalNetwork.outerAddresses()) == Set(all).subtracting(inner))
    #expect(all.contains("127.0.0.1") && !inner.contains("127.0.0.1"))
  }
}
