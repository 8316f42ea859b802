import ControlProtocol
import Testing

@Suite struct WaitConditionTests {
  @Test(arguments: [
    WaitCondition.connected, .disconnected, .presented, .mode("1920x1080@60"), .mode("a=b"), .scene("s"),
    .sequence(.max), .frame("abc"),
  ])
  func everyConditionSurvivesItsText(condition: WaitCondition) {
    #expect(WaitCondition(condition.text) == condition)
  }

  @Test(arguments: [
    "", "=", "mode", "mode=", "connected=1", "sequence=", "sequence=-1", "sequence=1e3",
    "sequence=99999999999999999999",
  ])
  func othersAreRefused(text: String) {
    #expect(WaitCondition(text) == nil)
  }
}
