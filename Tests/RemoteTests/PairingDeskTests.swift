import Testing

@testable import marquee_remote

struct PairingDeskTests {
  private func desk(_ code: String = "ACDEFGHJ", _ role: RemoteRole = .control) -> PairingDesk {
    var desk = PairingDesk()
    desk.add(code, role: role, now: 0)
    return desk
  }

  @Test func aCodeWorksOnce() {
    var desk = desk()
    #expect(desk.redeem("acde-fghj", from: "a", now: 1) == .paired(.control))
    #expect(desk.redeem("ACDEFGHJ", from: "b", now: 2) == .used)
  }

  @Test func itGivesItsRole() {
    var desk = desk("ACDEFGHK", .observe)
    #expect(desk.redeem("ACDEFGHK", from: "a", now: 1) == .paired(.observe))
  }

  @Test func itExpiresAfterTenMinutes() {
    var desk = desk()
    #expect(desk.redeem("ACDEFGHJ", from: "a", now: 600) == .expired)
    var other = self.desk()
    #expect(other.redeem("ACDEFGHJ", from: "a", now: 599.9) == .paired(.control))
  }

  @Test func wrongCodesMakeTheirAddressWaitTwiceAsLongEachTime() {
    var desk = desk()
    #expect(desk.redeem("AAAAAAAA", from: "a", now: 0) == .wrong)
    #expect(desk.redeem("AAAAAAAC", from: "a", now: 0) == .wrong)
    #expect(desk.redeem("ACDEFGHJ", from: "a", now: 0.5) == .wait(0.5))
    #expect(desk.redeem("AAAAAAAD", from: "a", now: 1) == .wrong)
    #expect(desk.redeem("ACDEFGHJ", from: "a", now: 2) == .wait(1))
    #expect(desk.redeem("ACDEFGHJ", from: "b", now: 2) == .paired(.control))
  }

  @Test func theLongestPauseIsFiveMinutes() {
    var desk = desk()
    var now = 0.0
    var longest = 0.0
    for _ in 0..<40 {
      if case .wait(let seconds) = desk.redeem("AAAAAAAA", from: "a", now: now) {
        longest = max(longest, seconds)
        now += seconds
      }
    }
    #expect(longest == 300)
  }

  /// Who has a network of IPv6 has endless addresses, each with its own wrong codes.
  @Test func tooManyWrongCodesOfANetworkStopIt() {
    var desk = desk()
    let outcomes = (0..<2000).map { desk.redeem("AAAAAAAA", from: "2001:db8::\(String($0, radix: 16))", now: 1) }
    #expect(outcomes.count { $0 == .wrong } == Int(PairingDesk.wrongAtOnce))
    #expect(desk.redeem("ACDEFGHJ", from: "2001:db8::ffff", now: 1) == .wait(PairingDesk.floodPause))
    // The wrong codes were not of these.
    #expect(desk.redeem("ACDEFGHJ", from: "192.168.1.5", now: 1) == .paired(.control))
    desk.add("ACDEFGHK", role: .observe, now: 1)
    #expect(desk.redeem("ACDEFGHK", from: "2001:db8::ffff", now: 2) == .paired(.observe))
  }

  @Test func manyAddressesTakeNoMemory() {
    var desk = desk()
    for number in 0..<3000 { _ = desk.redeem("AAAAAAAA", from: "\(number)", now: Double(number)) }
    #expect(desk.rememberedCount <= PairingDesk.rememberedAddresses)
  }

  @Test func aRightCodeEndsThePauses() {
    var desk = desk()
    _ = desk.redeem("AAAAAAAA", from: "a", now: 0)
    #expect(desk.redeem("ACDEFGHJ", from: "a", now: 0) == .paired(.control))
    desk.add("ACDEFGHK", role: .control, now: 1)
    _ = desk.redeem("AAAAAAAA", from: "a", now: 1)
    #expect(desk.redeem("ACDEFGHK", from: "a", now: 1) == .paired(.control))
  }

  @Test func theOldestOfTooManyCodesGoes() {
    var desk = desk()
    for letter in PairingCode.alphabet.prefix(PairingDesk.most) { desk.add("AAAAAAA\(letter)", role: .control, now: 1) }
    #expect(desk.redeem("ACDEFGHJ", from: "a", now: 2) == .expired)
  }
}
