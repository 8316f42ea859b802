import Testing

@testable import marquee_remote

struct HostNamesTests {
  private func names(_ address: String, isSecure: Bool = false, more: [String] = []) throws -> HostNames {
    HostNames(
      addresses: [try #require(ListenAddress(address))], isSecure: isSecure, machine: "box",
      local: ["192.168.1.5", "fd00::5"], more: more)
  }

  @Test func loopbackIsCalledByItsNames() throws {
    let names = try names("127.0.0.1:8484")
    #expect(names.has("127.0.0.1:8484") && names.has("localhost:8484") && names.has("LOCALHOST:8484"))
    #expect(!names.has("127.0.0.1") && !names.has("localhost:80") && !names.has("box:8484"))
  }

  @Test(arguments: [
    nil, "", "evil.example:8484", "127.0.0.1.evil.example:8484", "192.168.1.6:8484", "box.local.evil:8484",
  ])
  func aNameThatWasPointedHereIsNone(host: String?) throws {
    #expect(!(try names("0.0.0.0:8484").has(host)))
  }

  @Test func everyAddressOfThisMachineWhereAllAreListenedAt() throws {
    let names = try names("0.0.0.0:443", isSecure: true, more: ["stage.example"])
    for host in [
      "192.168.1.5", "192.168.1.5:443", "[fd00::5]:443", "box.local", "box:443", "localhost", "stage.example",
    ] {
      #expect(names.has(host), "\(host)")
    }
  }
}
