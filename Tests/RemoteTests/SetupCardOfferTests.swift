import ControlProtocol
import Foundation
import Synchronization
import TestDaemon
import Testing

@testable import marquee_remote

/// The offers for set-up cards, from a whole server over a fake daemon.
@Suite(.timeLimit(.minutes(30))) final class SetupCardOfferTests {
  private let folder = "\(NSTemporaryDirectory())/cards-\(UUID().uuidString.prefix(8))"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func server(
    _ daemon: FakeDaemon, listen: String, names: [String] = [], isKept: Bool = true,
    clock: RemoteAccess.AccessClock = RemoteAccess.AccessClock(monotonic: { 0 }),
    inner: Set<String> = [], said: @escaping @Sendable (String) -> Void = { _ in },
    addresses: @escaping @Sendable () -> [String]
  ) async throws -> RemoteServer {
    let address = try #require(ListenAddress(listen))
    return try await RemoteServer(
      RemoteOptions(
        addresses: [address], names: names, socket: daemon.path, stateDirectory: isKept ? folder : nil,
        offersSetup: true), clock: clock, network: SiteIdentity.Network(addresses: addresses, inner: { inner }),
      timeouts: .endless, log: said)
  }

  private func wait(
    _ daemon: FakeDaemon, for fits: @escaping @Sendable (OfferSetupCall) -> Bool
  ) async throws -> OfferSetupCall {
    let found = Watched<OfferSetupCall?>(nil)
    try await daemon.wait { daemon in
      guard let last = daemon.offers.last, fits(last) else { return false }
      found.change { $0 = last }
      return true
    }
    return try #require(found.value)
  }

  /// The planned sleeps of the thread of the set-up cards, each after it has handled all its notifications.
  ///
  /// Time is stopped, so only an event wakes it.
  private final class Rests: Sendable {
    let milliseconds = Watched<[Int32]>([])

    var clock: RemoteAccess.AccessClock {
      RemoteAccess.AccessClock(
        monotonic: { 0 },
        sleep: { [milliseconds] entries, time in
          let ready = poll(&entries, nfds_t(entries.count), 0)
          guard ready == 0 else { return ready }
          milliseconds.change { $0.append(time) }
          return poll(&entries, nfds_t(entries.count), -1)
        })
    }

    /// Does something to a thread that rests, and waits until it rests again.
    func next(after body: () -> Void) async throws {
      let before = milliseconds.value.count
      body()
      try await milliseconds.wait { $0.count > before }
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
    server.addressesDidChange()
    let whole = try await wait(daemon) { $0.code != nil }
    #expect(whole.address == "192.168.1.7" && whole.page == "http://192.168.1.7:\(port)")
    let code = try #require(whole.code)
    #expect(whole.link == "http://192.168.1.7:\(port)/pair?to=screens#\(code.filter { $0 != "-" })")
    daemon.notify(OfferSetupReply(shown: false, pairing: false))
    let open = try await wait(daemon) { $0.code == nil }
    #expect(open.page == whole.page)
    daemon.notify(OfferSetupReply(shown: true, pairing: true))
    let next = try await wait(daemon) { $0.code != nil }
    #expect(next.code != code)
    // Earlier offers are withdrawn, even the first one.
    try await daemon.wait { $0.openOffers == 1 }
    await server.stop()
  }

  /// The link of the QR code opens that page. A user who types the code has not chosen a page.
  @Test func aTypedCodeOfACardLeadsToThePageOfScreens() async throws {
    let daemon = try FakeDaemon()
    defer { daemon.end() }
    let server = try await server(daemon, listen: "0.0.0.0:0") { ["192.168.1.7"] }
    let port = try #require(server.addresses.first?.port)
    func pair(_ code: String) throws -> String {
      let client = try #require(TestClient(port: port))
      let body = "{\"code\": \"\(code)\"}"
      let lines = [
        "POST /api/pair HTTP/1.1", "Host: 192.168.1.7:\(port)", "Origin: http://192.168.1.7:\(port)",
        "Connection: close", "Content-Type: application/json", "Content-Length: \(body.utf8.count)", "", body,
      ]
      client.send(Array(lines.joined(separator: "\r\n").utf8))
      var answer: [UInt8] = []
      while true {
        let more = client.read()
        guard !more.isEmpty else { return String(decoding: answer, as: UTF8.self) }
        answer += more
      }
    }
    let code = try #require(try await wait(daemon) { $0.code != nil }.code)
    let answer = try pair(code)
    #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("screens\""), "\(answer)")
    let other = try pair(server.makeCode())
    #expect(other.hasPrefix("HTTP/1.1 200") && !other.contains("screens\""), "\(other)")
    await server.stop()
  }

  @Test func localAddressesAreOnNoCard() async throws {
    let daemon = try FakeDaemon()
    defer { daemon.end() }
    let server = try await server(daemon, listen: "127.0.0.1:0", names: ["box.example"]) { ["192.168.1.7"] }
    let call = try await wait(daemon) { _ in true }
    #expect(call == OfferSetupCall(address: "192.168.1.7"))
    await server.stop()
  }

  /// A bridge of containers may have any private address, and be there before the network.
  @Test func anAddressThatNoOtherMachineReachesIsOnNoCard() async throws {
    let daemon = try FakeDaemon()
    defer { daemon.end() }
    let network = Mutex(["127.0.0.1", "10.88.0.1", "fd00::1"])
    let server = try await server(daemon, listen: "[::]:0", inner: ["10.88.0.1", "fd00::1"]) {
      network.withLock { $0 }
    }
    let call = try await wait(daemon) { _ in true }
    #expect(call == OfferSetupCall())
    network.withLock { $0.append("192.168.1.7") }
    server.addressesDidChange()
    let whole = try await wait(daemon) { $0.code != nil }
    #expect(whole.address == "192.168.1.7" && whole.page?.hasPrefix("http://192.168.1.7:") == true)
    await server.stop()
  }

  @Test func aNameThatWasGivenIsOnTheCard() async throws {
    let daemon = try FakeDaemon()
    defer { daemon.end() }
    let server = try await server(daemon, listen: "0.0.0.0:0", names: ["box.example"]) { ["192.168.1.7"] }
    let port = try #require(server.addresses.first?.port)
    let whole = try await wait(daemon) { $0.code != nil }
    #expect(whole.address == "192.168.1.7" && whole.page == "http://box.example:\(port)")
    #expect(whole.link?.hasPrefix("http://box.example:\(port)/pair?to=screens#") == true)
    await server.stop()
  }

  @Test func whereNothingIsKeptThereIsNoCode() async throws {
    let daemon = try FakeDaemon()
    defer { daemon.end() }
    let lines = Watched<[String]>([])
    let rests = Rests()
    let server = try await server(
      daemon, listen: "0.0.0.0:0", isKept: false, clock: rests.clock, said: { line in lines.change { $0.append(line) } }
    ) { ["192.168.1.7"] }
    try await lines.wait { $0.contains { $0.hasPrefix("no display shows a code") } }
    try await rests.milliseconds.wait { !$0.isEmpty }
    for _ in 0..<10 { try await rests.next { server.addressesDidChange() } }
    try await rests.next { daemon.notify(OfferSetupReply(shown: true, pairing: false)) }
    try await rests.next { daemon.notify(OfferSetupReply(shown: true, pairing: true)) }
    #expect(daemon.offers.allSatisfy { $0.code == nil })
    #expect(lines.value.count { $0.hasPrefix("no display shows a code") } == 1)
    await server.stop()
  }

  /// A daemon that refused an offer is asked again after its restart, not minutes later: here no time passes at all.
  @Test func anotherDaemonGetsTheOfferAtOnce() async throws {
    let daemon = try FakeDaemon()
    defer { daemon.end() }
    daemon.refuseOffers(true)
    let rests = Rests()
    let server = try await server(daemon, listen: "0.0.0.0:0", clock: rests.clock) { ["192.168.1.7"] }
    try await rests.milliseconds.wait { $0.last == 15_000 }
    // One for the talk, two for the events, one that was refused, and one that waits.
    try await daemon.wait { $0.connections == 5 }
    daemon.refuseOffers(false)
    daemon.hangUp()
    try await daemon.wait { $0.openOffers == 1 }
    await server.stop()
  }

  /// A card that does not change causes no wakeup before its code expires, and one without a code never.
  @Test func withoutChangesThereAreNoWakeups() async throws {
    let daemon = try FakeDaemon()
    defer { daemon.end() }
    let rests = Rests()
    let server = try await server(daemon, listen: "0.0.0.0:0", clock: rests.clock) { ["192.168.1.7"] }
    // If the system does not report changes of addresses, the program polls them.
    let hears = AddressWatch() != nil
    _ = try await wait(daemon) { $0.code != nil }
    try await rests.milliseconds.wait { $0.last == (hears ? Int32(SetupCardPlan.renewal * 1000) : 15_000) }
    daemon.notify(OfferSetupReply(shown: false, pairing: false))
    _ = try await wait(daemon) { $0.code == nil }
    try await rests.milliseconds.wait { $0.last == (hears ? -1 : 15_000) }
    await server.stop()
  }

  @Test func theFirstDeviceStaysPaired() async throws {
    let wall = Mutex(1_000_000.0)
    let bench = try await RemoteBench(
      listen: "0.0.0.0:0", names: ["127.0.0.1"], offersSetup: true, stateDirectory: folder,
      clock: RemoteAccess.AccessClock(monotonic: { 0 }, wall: { wall.withLock { $0 } }))
    let code = try #require(try await wait(bench.daemon) { $0.code != nil }.code)
    // A user typed it on the page that joins a talk.
    let answer = await bench.ask("POST", "/api/pair", body: "{\"code\": \"\(code)\"}")
    let year = "Max-Age=\(Int(WebSessions.lastingLifetime))"
    #expect(answer.status == 200 && answer.head.contains(year))
    _ = try await wait(bench.daemon) { $0.code == nil }
    let cookie = try #require(answer.cookie)
    let soon = await bench.ask("GET", "/screens", cookie: cookie)
    #expect(soon.status == 200 && soon.cookie == nil)
    wall.withLock { $0 += 30 * 86400 }
    let later = await bench.ask("GET", "/screens", cookie: cookie)
    #expect(later.status == 200 && later.head.contains(year) && later.cookie == cookie)
    await bench.end()
  }
}
