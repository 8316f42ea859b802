import ControlProtocol
import Foundation
import Testing

@testable import marquee_remote

/// The cost of phones for the daemon, as counts, so that the speed of this machine does not matter.
@Suite(.serialized)
struct FiftyPhonesTests {
  /// Connects so many phones, each with its stream and its picture of a slide, shows all of them another slide, and counts.
  private func cost(of phones: Int) async throws -> [String: Int] {
    let bench = try await RemoteBench()
    var streams: [TestClient] = []
    for _ in 0..<phones {
      let cookie = try await bench.pair(observer: true)
      let stream = try #require(TestClient(port: bench.port))
      let head = "Host: 127.0.0.1:\(bench.port)\r\nCookie: \(cookie)\r\n\r\n"
      stream.send(Array("GET /api/events HTTP/1.1\r\n\(head)".utf8))
      let heard = await stream.read(until: "\"page\":1,")
      #expect(heard)
      streams.append(stream)
      #expect(await bench.ask("GET", bench.picture(1), cookie: cookie).status == 200)
    }
    bench.daemon.notify(DaemonSample.talk(page: 2))
    for stream in streams {
      let heard = await stream.read(until: "\"page\":2,")
      #expect(heard)
    }
    let cost = [
      "connections": bench.daemon.connections, "watchers": bench.daemon.watchers, "pictures": bench.daemon.pictures,
    ]
    await bench.end()
    return cost
  }

  @Test(.timeLimit(.minutes(30))) func fiftyPhonesCostTheDaemonAsMuchAsOne() async throws {
    let one = try await cost(of: 1)
    #expect(one["watchers"] == 1 && one["pictures"] == 1)
    #expect(try await cost(of: 50) == one)
  }
}
