import ControlProtocol
import Testing

@Suite struct SocketLocationTests {
  @Test func theVariableWinsForAll() {
    let environment = ["MARQUEE_SOCKET": "/x/y", "XDG_RUNTIME_DIR": "/run/user/7"]
    #expect(
      SocketLocation.ofDaemon(environment: environment, userID: 7, isService: true) == SocketLocation(path: "/x/y"))
    #expect(SocketLocation.ofClient(environment: environment, userID: 7) == [SocketLocation(path: "/x/y")])
  }

  @Test func theServiceAndUsersHaveTheirOwnPlaces() {
    let environment = ["XDG_RUNTIME_DIR": "/run/user/7", "MARQUEE_SOCKET": ""]
    #expect(SocketLocation.ofDaemon(environment: environment, userID: 7, isService: true) == .service)
    #expect(
      SocketLocation.ofDaemon(environment: environment, userID: 7, isService: false).path
        == "/run/user/7/marquee/marquee.sock")
    let temporary = SocketLocation.ofDaemon(environment: [:], userID: 7, isService: false)
    #expect(temporary.path == "/tmp/marquee-7/marquee.sock")
    #expect(temporary.directory == .privateTo(userID: 7))
  }

  @Test func aClientLooksAtTheServiceFirst() {
    #expect(
      SocketLocation.ofClient(environment: ["XDG_RUNTIME_DIR": "/run/user/7"], userID: 7).map(\.path) == [
        "/run/marquee/marquee.sock", "/run/user/7/marquee/marquee.sock", "/tmp/marquee-7/marquee.sock",
      ])
    #expect(SocketLocation.ofClient(environment: [:], userID: 7).count == 2)
  }
}
