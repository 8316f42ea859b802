import EventLoop
import SystemPackage
import Testing

@testable import RemoteGate

struct GateHallTests {
  /// A client that waits in the backlog would else be told of in every turn of the loop.
  @Test func whereDescriptorsHaveRunOutTheGateRests() throws {
    let address = try #require(ListenAddress("127.0.0.1:0"))
    let (listener, port) = try SocketAddress.listen(address)
    let client = try #require(TestClient(port: port))
    let loop = try EventLoop()
    var tried = 0
    let hall = GateHall(
      listeners: [listener], certificate: nil, folder: "/nowhere", limits: GateLimits(), peers: PeerTable(), loop: loop,
      acceptNext: { _ throws(Errno) in
        tried += 1
        throw .tooManyOpenFiles
      })
    try hall.open()
    for _ in 0..<5 { loop.turn(waiting: true) }
    // A turn for the client, and one for the end of the rest.
    #expect(tried >= 2 && tried <= 3, "\(tried)")
    hall.close()
    withExtendedLifetime(client) {}
  }

  @Test func theLinksAreLookedForOnceASecond() throws {
    var looks = 0
    let link = try #require(AddressPrefix("2001:db8::7", length: 64))
    let hall = GateHall(
      listeners: [], certificate: nil, folder: "/nowhere", limits: GateLimits(), peers: PeerTable(),
      loop: try EventLoop(),
      findLinks: {
        looks += 1
        return [link]
      }, now: { 5 })
    for number in 1...50 { #expect(hall.network(of: "2001:db8::\(number)") == "2001:db8::\(number)") }
    #expect(looks == 1)
  }

  @Test func thereAreNoMoreConnectionsThanFiles() {
    #expect(GateLimits(openFiles: 4096).connections == GateLimits().connections)
    let few = GateLimits(openFiles: 256).connections
    #expect(few > 0 && few * 3 < 256)
    #expect(GateLimits(openFiles: 3).connections == 1)
  }
}
