import Testing

@testable import marquee_remote

struct PairingCodesTests {
  private func codes(_ code: String = "ACDEFGHJ", _ role: RemoteRole = .control) -> PairingCodes {
    var codes = PairingCodes()
    codes.add(code, role: role, now: 0)
    return codes
  }

  @Test func aCodeWorksOnce() {
    var codes = codes()
    #expect(codes.redeem("acde-fghj", from: "a", now: 1) == .paired(.control))
    #expect(codes.redeem("ACDEFGHJ", from: "b", now: 2) == .used)
  }

  @Test func itGivesItsRole() {
    var codes = codes("ACDEFGHK", .observe)
    #expect(codes.redeem("ACDEFGHK", from: "a", now: 1) == .paired(.observe))
  }

  @Test func itExpiresAfterTenMinutes() {
    var codes = codes()
    #expect(codes.redeem("ACDEFGHJ", from: "a", now: 600) == .expired)
    var other = self.codes()
    #expect(other.redeem("ACDEFGHJ", from: "a", now: 599.9) == .paired(.control))
  }

  @Test func wrongCodesMakeTheirAddressWaitTwiceAsLongEachTime() {
    var codes = codes()
    #expect(codes.redeem("AAAAAAAA", from: "a", now: 0) == .wrong)
    #expect(codes.redeem("AAAAAAAC", from: "a", now: 0) == .wrong)
    #expect(codes.redeem("ACDEFGHJ", from: "a", now: 0.5) == .wait(0.5))
    #expect(codes.redeem("AAAAAAAD", from: "a", now: 1) == .wrong)
    #expect(codes.redeem("ACDEFGHJ", from: "a", now: 2) == .wait(1))
    #expect(codes.redeem("ACDEFGHJ", from: "b", now: 2) == .paired(.control))
  }

  @Test func theLongestPauseIsFiveMinutes() {
    var codes = codes()
    var now = 0.0
    var longest = 0.0
    for _ in 0..<40 {
      if case .wait(let seconds) = codes.redeem("AAAAAAAA", from: "a", now: now) {
        longest = max(longest, seconds)
        now += seconds
      }
    }
    #expect(longest == 300)
  }

  /// A client with an IPv6 network has endless addresses, each with its own wrong codes.
  @Test func tooManyWrongCodesOfANetworkStopIt() {
    var codes = codes()
    let outcomes = (0..<2000).map { codes.redeem("AAAAAAAA", from: "2001:db8::\(String($0, radix: 16))", now: 1) }
    #expect(outcomes.count { $0 == .wrong } == Int(PairingCodes.wrongAtOnce))
    #expect(codes.redeem("ACDEFGHJ", from: "2001:db8::ffff", now: 1) == .wait(PairingCodes.floodPause))
    // The wrong codes were not of these.
    #expect(codes.redeem("ACDEFGHJ", from: "192.168.1.5", now: 1) == .paired(.control))
    codes.add("ACDEFGHK", role: .observe, now: 1)
    #expect(codes.redeem("ACDEFGHK", from: "2001:db8::ffff", now: 2) == .paired(.observe))
  }

  @Test func manyAddressesTakeNoMemory() {
    var codes = codes()
    for number in 0..<3000 { _ = codes.redeem("AAAAAAAA", from: "\(number)", now: Double(number)) }
    #expect(codes.rememberedCount <= PairingCodes.rememberedAddresses)
  }

  @Test func aRightCodeEndsThePauses() {
    var codes = codes()
    _ = codes.redeem("AAAAAAAA", from: "a", now: 0)
    #expect(codes.redeem("ACDEFGHJ", from: "a", now: 0) == .paired(.control))
    codes.add("ACDEFGHK", role: .control, now: 1)
    _ = codes.redeem("AAAAAAAA", from: "a", now: 1)
    #expect(codes.redeem("ACDEFGHK", from: "a", now: 1) == .paired(.control))
  }

  @Test func theOldestOfTooManyCodesGoes() {
    var codes = codes()
    for letter in PairingCode.alphabet.prefix(PairingCodes.most) {
      codes.add("AAAAAAA\(letter)", role: .control, now: 1)
    }
    #expect(codes.redeem("ACDEFGHJ", from: "a", now: 2) == .expired)
  }
}
