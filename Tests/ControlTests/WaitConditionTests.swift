import ControlProtocol
import Testing

@Suite struct WaitConditionTests {
  @Test(arguments: [
    WaitCondition.connected, .disconnected, .presented, .mode("1920x1080@60"), .mode("a=b"), .scene("s"),
    .sequence(.max), .frame("abc"), .stable, .pixel(x: 0, y: 65_535, color: "#12abef"),
  ])
  func everyConditionSurvivesItsText(condition: WaitCondition) {
    #expect(WaitCondition(condition.text) == condition)
  }

  @Test(arguments: [
    "", "=", "mode", "mode=", "connected=1", "sequence=", "sequence=-1", "sequence=1e3", "stable=1",
    "pixel=", "pixel=1,2", "pixel=1,2,#12345", "pixel=1,2,#1234567", "pixel=-1,2,#123456", "pixel=1,65536,#123456",
    "pixel=1,2,123456", "pixel=1,2,#12345g", "pixel=1,2,#123456,",
    "sequence=99999999999999999999",
  ])
  func othersAreRefused(text: String) {
    #expect(WaitCondition(text) == nil)
  }
}
