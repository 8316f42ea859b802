import ControlProtocol
import Testing

@testable import marquee_remote

struct SetupCardPlanTests {
  private static let page = "http://192.168.1.7:8484"
  private static let shown = OfferSetupReply(shown: true, pairing: true)

  /// A plan, and the codes that are good.
  private final class PlanBench {
    var plan = SetupCardPlan()
    var good: [String] = []
    /// No code is made any more.
    var isOver = false
    private var count = 0

    func call(
      _ demand: OfferSetupReply, page: String? = SetupCardPlanTests.page, isClaimed: Bool = false, now: Double = 0
    ) -> OfferSetupCall {
      plan.call(demand, SetupCardPlan.Moment(address: "192.168.1.7", page: page, isClaimed: isClaimed, now: now)) {
        guard !isOver else { return nil }
        count += 1
        good.append("CODE000\(count)")
        return "CODE000\(count)"
      } revoke: { code in
        good.removeAll { $0 == code }
      }
    }
  }

  @Test func aCodeIsMadeOnceACardShowsIt() {
    let bench = PlanBench()
    let open = OfferSetupCall(address: "192.168.1.7", page: Self.page)
    #expect(bench.call(OfferSetupReply(shown: false, pairing: false)) == open)
    #expect(bench.call(OfferSetupReply(shown: true, pairing: false)) == open)
    #expect(bench.good.isEmpty)
    let whole = OfferSetupCall(
      address: "192.168.1.7", page: Self.page, code: "CODE-0001", link: "\(Self.page)/pair?to=screens#CODE0001")
    #expect(bench.call(Self.shown) == whole)
    #expect(bench.call(Self.shown, now: 10) == whole)
    #expect(bench.good == ["CODE0001"])
  }

  @Test(arguments: [
    (OfferSetupReply(shown: false, pairing: false), page, false), (shown, nil, false), (shown, page, true),
  ])
  func aHiddenCodeBecomesInvalid(demand: OfferSetupReply, page: String?, isClaimed: Bool) {
    let bench = PlanBench()
    _ = bench.call(Self.shown)
    let call = bench.call(demand, page: page, isClaimed: isClaimed, now: 1)
    #expect(call == OfferSetupCall(address: "192.168.1.7", page: page, claimed: isClaimed ? true : nil))
    #expect(bench.good.isEmpty && bench.plan.renewsAt == nil)
  }

  /// A user who has just scanned the old code can still use it.
  @Test func aCodeIsRenewedWhileTheOldOneIsStillGood() {
    let bench = PlanBench()
    _ = bench.call(Self.shown)
    #expect(SetupCardPlan.renewal < PairingCodes.lifetime)
    #expect(bench.call(Self.shown, now: SetupCardPlan.renewal - 1).code == "CODE-0001")
    #expect(bench.call(Self.shown, now: SetupCardPlan.renewal).code == "CODE-0002")
    #expect(bench.good == ["CODE0001", "CODE0002"])
    _ = bench.call(OfferSetupReply(shown: false, pairing: false), now: SetupCardPlan.renewal + 1)
    #expect(bench.good.isEmpty)
  }

  @Test func whereNoneIsMadeTheFormerOneGoesWhenItIsOld() {
    let bench = PlanBench()
    _ = bench.call(Self.shown)
    #expect(bench.plan.renewsAt == SetupCardPlan.renewal)
    bench.isOver = true
    #expect(bench.call(Self.shown, now: 1).code == "CODE-0001")
    #expect(
      bench.call(Self.shown, now: SetupCardPlan.renewal) == OfferSetupCall(address: "192.168.1.7", page: Self.page))
    #expect(bench.good.isEmpty && bench.plan.renewsAt == nil)
  }

  @Test func anotherAddressHasTheSameCode() {
    let bench = PlanBench()
    _ = bench.call(Self.shown)
    let moved = bench.call(Self.shown, page: "http://10.0.0.2:8484", now: 5)
    #expect(moved.code == "CODE-0001" && moved.link == "http://10.0.0.2:8484/pair?to=screens#CODE0001")
  }
}
