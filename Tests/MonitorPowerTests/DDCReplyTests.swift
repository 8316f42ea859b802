import MonitorPower
import Testing

struct DDCReplyTests {
  @Test(arguments: [
    DDCReply(.on, device: "/dev/i2c-4"), DDCReply(.noAnswer), DDCReply(.noAdapter, reason: "there is no /dev/i2c-*"),
    DDCReply(.standby, device: "/dev/i2c-65535"),
  ])
  func aLineIsReadAsItWasWritten(_ reply: DDCReply) {
    #expect(DDCReply(output: Array("\(reply.line)\n".utf8)) == reply)
  }

  @Test func whatALibrarySaysBeforeIsPassedOver() {
    #expect(DDCReply(output: Array("Warning: on\n\nsilent -\n".utf8)) == DDCReply(.silent))
  }

  @Test(arguments: [
    "", "\n", "on", "off -\n", "on /dev/sda\n", "on /dev/i2c-4/../sda\n", "noAdapter -\n", "standby -\nWarning: x\n",
    "\u{0}\u{7F}\n",
  ])
  func rubbishIsNoReply(_ text: String) {
    #expect(DDCReply(output: Array(text.utf8)) == nil)
  }
}
