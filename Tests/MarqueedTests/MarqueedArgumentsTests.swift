import KMSBackend
import Testing

@testable import marqueed

@Suite struct MarqueedArgumentsTests {
  private func parse(_ words: String...) throws -> MarqueedArguments {
    try MarqueedArguments.parse(["marqueed"] + words, staysAlive: true)
  }

  private func trouble(_ name: String, _ value: String) throws -> String? {
    let option = try #require(MarqueedOption.all.first { "\($0.name)" == name })
    var arguments = MarqueedArguments()
    do throws(UsageError) {
      try arguments.take(option, value)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func withoutOptionsEverythingIsStandard() throws {
    #expect(try parse() == MarqueedArguments())
  }

  @Test func everyOptionIsUnderstood() throws {
    let arguments = try parse(
      "--config", "a.yaml", "--backend=simulated", "--device", "/dev/dri/card0", "--device=/dev/dri/card1", "--driver",
      "vkms", "--seat-name", "seat1", "--seat=logind", "--end-with-input", "--legacy", "--state", "/s", "--rasterizer",
      "/r", "--connectors", "HDMI-A-1,DP-1",
      "--wait", "--log-level", "debug", "--check", "--strict", "--replay", "r.json")
    #expect(
      arguments
        == MarqueedArguments(
          config: "a.yaml", backend: .simulated, devices: ["/dev/dri/card0", "/dev/dri/card1"], driver: "vkms",
          seat: .logind, seatName: "seat1", legacy: true, state: "/s", rasterizer: "/r",
          connectors: ["HDMI-A-1", "DP-1"], wait: true, endsWithInput: true,
          logLevel: .debug, checks: [.configuration, .strict], replay: "r.json"))
  }

  @Test(arguments: [["--nonsense"], ["--config"], ["stray"], ["--backend", "x11"], ["--legacy=yes"], ["--strict"]])
  func unknownArgumentsAreRefused(words: [String]) {
    #expect(throws: UsageError.self) { try MarqueedArguments.parse(["marqueed"] + words, staysAlive: true) }
  }

  @Test func theMessageNamesTheExpectedValue() throws {
    #expect(try trouble("backend", "x11") == #"--backend "x11": expected one of kms, simulated, auto."#)
    #expect(
      try trouble("log-level", "loud") == #"--log-level "loud": expected one of debug, info, notice, warning, error."#)
    #expect(try trouble("config", "") == "--config has an empty value: leave it out, or give it a value.")
    for names in ["A,A", "A,", "A B"] {
      #expect(
        try trouble("connectors", names)?.hasPrefix("--connectors \"\(names)\": expected different names") == true)
    }
    #expect(try trouble("connectors", "HDMI-A-1,DP-1") == nil)
  }

  @Test func everyOptionHasANameAndHelp() {
    #expect(Set(MarqueedOption.all.map { "\($0.name)" }).count == MarqueedOption.all.count)
    #expect(MarqueedOption.all.allSatisfy { "\($0.help)".count > 10 })
  }
}
