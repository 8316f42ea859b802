import DisplayTypes
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

  @Test func aSandboxThatIsNotFullIsALineBefore() {
    var reply = DDCReply(.on, device: "/dev/i2c-4")
    #expect(reply.lines == "\(reply.line)\n")
    reply.sandbox = SandboxReport(files: 38, calls: 1)
    #expect(reply.lines.split(separator: "\n").count == 2)
    #expect(DDCReply(output: Array(reply.lines.utf8)) == reply)
    for line in [
      "sandbox 38", "sandbox 38 x", "sandbox 4096 0", "sandbox -1 0", "sandbox 99999999999 0", "sandbox 1 2 3",
    ] {
      #expect(DDCReply(output: Array("\(line)\n\(reply.line)\n".utf8))?.sandbox == .full, "\(line)")
    }
  }

  @Test func earlierOutputOfALibraryIsSkipped() {
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
