import DisplayTypes
import KeptFiles
import Scenes
import Testing

@testable import marqueed

@MainActor
@Suite struct StateEncoderTests {
  /// Sessions with some kilobytes of user information each.
  private func sessions(_ count: Int, text: String = "") throws -> [SceneSessionRecord] {
    try (0..<count).map { number in
      SceneSessionRecord(
        identifier: "session-\(number)", app: "lobby", role: .externalDisplayNonInteractive, configuration: "main",
        identity: DisplayIdentity(make: "TST", model: "TV", serial: "\(number)"), connector: "HDMI-A-1",
        userInfo: try UserInfo(["text": .text(String(repeating: "x", count: 4000) + text)]))
    }
  }

  @Test func unchangedSessionsAreEncodedOnce() throws {
    let encoder = StateEncoder()
    var state = PersistentState(sessions: try sessions(64), discarded: try sessions(65).suffix(1))
    let whole = try encoder.encode(state).count
    #expect(whole > 65 * 4000)
    #expect((whole - 500...whole).contains(encoder.encodedBytes))
    let before = encoder.encodedBytes
    state.sessions[7].userInfo = try UserInfo(["page": .integer(7)])
    let text = try encoder.encode(state)
    #expect(encoder.encodedBytes - before < 1000)
    // As if it had never been encoded before.
    #expect(try StateEncoder().encode(state) == text)
    state.sessions.swapAt(1, 2)
    state.foregroundApp = "menu"
    #expect(try StateEncoder().encode(state) == encoder.encode(state))
    #expect(encoder.encodedBytes - before < 1000)
  }

  @Test(arguments: [
    PersistentState(), PersistentState(foregroundApp: "a", absentApps: ["gone": 20_000, "\"sessions\":[]": 1]),
  ])
  func writtenStatesAreReadAgain(state: PersistentState) throws {
    let format = StateFile.format
    for count in [0, 1, 3] {
      var state = state
      state.sessions = try sessions(count, text: "\u{1}\"]}")
      state.discarded = try sessions(count + 2).suffix(2)
      let text = KeptText.adding(checksumTo: try #require(format.text(state)))
      guard KeptText.isWhole(text), case .value(let read) = format.read(text) else {
        Issue.record("what is written is not read")
        return
      }
      #expect(read == state)
    }
  }
}
