import DisplayTypes
import LifecycleReference
import Testing

/// Many screens at once.
@MainActor
struct EightScreensTests {
  /// Eight connectors for displays, and as many displays.
  private static let household: Household = {
    var household = Household.usual
    household.connectors = (1...8).map { Household.Connector(name: "DP-\($0)", use: .external) }
    household.displays = (0..<9).map { number in
      Household.Display(identity: DisplayIdentity(make: "TST", model: "Eight", serial: "\(number)"))
    }
    return household
  }()

  @Test("eight screens have eight sessions, each its own, through a kill and in another order")
  func sessions() throws {
    var proof = try Proof(Self.household)
    for number in 1...8 { try proof.play(LifeStep(.plug("DP-\(number)", display: number, isLate: false))) }
    let before = try sessionsOfSlides(proof)
    #expect(before.count == 8)
    #expect(Set(before.values.map(\.serial)).count == 8)
    for number in 1...8 {
      try proof.play(
        LifeStep(.keep(session: try #require(before.first { $0.value.serial == "\(number)" }?.key), Int64(number))))
      try proof.play(LifeStep(.show("DP-\(number)", Color(red: 0, green: UInt8(number), blue: 0))))
    }
    try proof.play(LifeStep(.kill))
    for number in 1...8 { try proof.play(LifeStep(.unplug("DP-\(number)"))) }
    for number in 1...8 { try proof.play(LifeStep(.plug("DP-\(9 - number)", display: number, isLate: false))) }
    let after = try sessionsOfSlides(proof)
    #expect(Set(after.keys) == Set(before.keys))
    #expect(after.values.allSatisfy { $0.value.map(String.init) == $0.serial && $0.state == "foregroundActive" })
    for number in 1...8 {
      #expect(try proof.rig.color(on: "DP-\(9 - number)") == Color(red: 0, green: UInt8(number), blue: 0))
    }
  }

  @Test("random steps on eight screens agree with the reference")
  func agrees() throws {
    var proof = try Proof(Self.household)
    do { try proof.play(300, seed: 8) } catch let failure as Proof.Failure { Issue.record("\(failure)") }
  }

  private func sessionsOfSlides(_ proof: Proof) throws -> [String: Observation.Session] {
    try proof.rig.observe().sessions.filter { $0.value.app == "slides" }
  }
}
