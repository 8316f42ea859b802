import ControlProtocol
import Foundation
import RemoteGate
import Synchronization
import Testing

@testable import RemoteServer

/// What set-up cards are told, by a whole server over a fake daemon.
@Suite(.timeLimit(.minutes(2))) struct SetupCardsTests {
  private func server(
    _ daemon: FakeDaemon, listen: String, addresses: @escaping @Sendable () -> [String]
  ) async throws -> RemoteServer {
    let address = try #require(ListenAddress(listen))
    return try await RemoteServer(
      RemoteOptions(addresses: [address], socket: daemon.path, offersSetup: true), clock: FrontDesk.Clock(),
      network: Entrance.Network(addresses: addresses)
    ) { _ in }
  }

  private func wait(_ daemon: FakeDaemon, for fits: (OfferSetupCall) -> Bool) async throws -> OfferSetupCall {
    while true {
      if let last = daemon.offers.last, fits(last) { return last }
      try await Task.sleep(nanoseconds: 5_000_000)
    }
  }

  /// A box is up before its network is.
  @Test func theCodeComesWithTheNetworkAndGoesWithTheCard() async throws {
    let daemon = try FakeDaemon()
    defer { daemon.end() }
    let network = Mutex<[String]>([])
    let server = try await server(daemon, listen: "0.0.0.0:0") { network.withLock { $0 } }
    let port = try #require(server.addresses.first?.port)
    _ = try await wait(daemon) { $0.page == nil && $0.code == nil }
    network.withLock { $0 = ["192.168.1.7"] }
    let whole = try await wait(daemon) { $0.code != nil }
    #expect(whole.address == "192.168.1.7" && whole.page == "http://192.168.1.7:\(port)")
    let code = try #require(whole.code)
    #expect(whole.link == "http://192.168.1.7:\(port)/pair?to=screens#\(code.filter { $0 != "-" })")
    daemon.tell(OfferSetupReply(shown: false, pairing: false))
    let open = try await wait(daemon) { $0.code == nil }
    #expect(open.page == whole.page)
    daemon.tell(OfferSetupReply(shown: true, pairing: true))
    let next = try await wait(daemon) { $0.code != nil }
    #expect(next.code != code)
    await server.stop()
  }

  @Test func whatThisMachineAloneReachesIsOnNoCard() async throws {
    let daemon = try FakeDaemon()
    defer { daemon.end() }
    let server = try await server(daemon, listen: "127.0.0.1:0") { ["192.168.1.7"] }
    let call = try await wait(daemon) { _ in true }
    #expect(call == OfferSetupCall(address: "192.168.1.7"))
    await server.stop()
  }
}
