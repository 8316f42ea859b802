import EventLoop
import Foundation
import SystemPackage
import Testing

@testable import RemoteGate

struct GateHallTests {
  /// A client that waits in the backlog would else be told of in every turn of the loop.
  @Test func whereDescriptorsHaveRunOutTheGateRests() throws {
    #expect(try tries(sweepNanoseconds: 3_600_000_000_000) { turns, _ in turns == 50 } == 1)
  }

  @Test(.timeLimit(.minutes(30))) func afterItsRestTheGateTriesAgain() throws {
    #expect(try tries(sweepNanoseconds: 1) { _, tried in tried == 3 } == 3)
  }

  /// Turns a loop without descriptors for new clients, and returns how often one was to be taken in.
  private func tries(sweepNanoseconds: UInt64, until isDone: (_ turns: Int, _ tried: Int) -> Bool) throws -> Int {
    let address = try #require(ListenAddress("127.0.0.1:0"))
    let (listener, port) = try SocketAddress.listen(address)
    let client = try #require(TestClient(port: port))
    let loop = try EventLoop()
    var tried = 0
    let hall = GateHall(
      listeners: [listener], certificate: nil, folder: "/nowhere", limits: GateLimits(), peers: PeerTable(), loop: loop,
      sweepNanoseconds: sweepNanoseconds,
      acceptNext: { _ throws(Errno) in
        tried += 1
        throw .tooManyOpenFiles
      })
    try hall.open()
    // The client, which is there already.
    loop.turn(waiting: true)
    var turns = 0
    while !isDone(turns, tried) {
      loop.turn(waiting: false)
      turns += 1
    }
    hall.close()
    withExtendedLifetime(client) {}
    return tried
  }

  @Test func inTheLocalNetworkOtherAddressesAreNoWayIn() {
    let reach = Reach.localNetwork
    for own in ["192.168.1.5", "10.1.2.3", "172.31.0.1", "169.254.3.4", "127.0.0.1", "fe80::1", "fd00::1", "::1"] {
      #expect(reach.includes(own, phoneAddress: { nil }), "\(own)")
    }
    for own in ["203.0.113.5", "172.32.0.1", "100.64.0.1", "2001:db8::1", "unknown"] {
      #expect(!reach.includes(own, phoneAddress: { "192.168.1.5" }), "\(own)")
    }
    // A network that gives phones no private addresses.
    #expect(reach.includes("203.0.113.5", phoneAddress: { "203.0.113.5" }))
    #expect(Reach.anywhere.includes("203.0.113.5", phoneAddress: { nil }))
  }

  @Test(arguments: [Reach.localNetwork, .anywhere])
  func aClientOfAnAddressOutOfReachIsHungUpOn(reach: Reach) throws {
    let server = try FakeDaemon()
    let folder = "\(NSTemporaryDirectory())/hall-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: Gate.serverPath(in: folder), withDestinationPath: server.path)
    defer {
      server.end()
      try? FileManager.default.removeItem(atPath: folder)
    }
    let address = try #require(ListenAddress("0.0.0.0:0"))
    let (listener, port) = try SocketAddress.listen(address)
    let client = try #require(TestClient(port: port))
    let loop = try EventLoop()
    var called: [String] = []
    let hall = GateHall(
      listeners: [listener], certificate: nil, folder: folder, limits: GateLimits(), peers: PeerTable(), loop: loop,
      reach: reach,
      acceptNext: { listener throws(Errno) in
        guard let arrival = try SocketAddress.accept(listener) else { return nil }
        called.append(arrival.own)
        return Arrival(socket: arrival.socket, address: arrival.address, own: "203.0.113.5")
      })
    try hall.open()
    loop.turn(waiting: true)
    #expect(called == ["127.0.0.1"])
    #expect(client.isHungUpOn == (reach == .localNetwork))
    hall.close()
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
