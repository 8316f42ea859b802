import Testing

@testable import MonitorPower

struct CECResultTests {
  @Test func theKernelsStatusBytesAreRead() throws {
    let reply = try #require(CECMessage(bytes: [0x04, 0x90, 1]))
    #expect(CECResult(transmitStatus: 1, receiveStatus: 1, bytes: [0x04, 0x90, 1]) == .reply(reply))
    #expect(CECResult(transmitStatus: 0, receiveStatus: 1, bytes: [0x04, 0x90, 1]) == .reply(reply))
    #expect(CECResult(transmitStatus: 1, receiveStatus: 0, bytes: []) == .sent)
    #expect(CECResult(transmitStatus: 1, receiveStatus: 2, bytes: []) == .noReply)
    #expect(CECResult(transmitStatus: 1, receiveStatus: 1 | 4, bytes: [0x04, 0, 0x36, 4]) == .refused)
    #expect(CECResult(transmitStatus: 0x04 | 0x20, receiveStatus: 0, bytes: []) == .notAcknowledged)
    #expect(CECResult(transmitStatus: 0x02 | 0x20, receiveStatus: 0, bytes: []) == .lost)
    #expect(CECResult(transmitStatus: 0x40, receiveStatus: 0, bytes: []) == .lost)
    #expect(CECResult(transmitStatus: 0, receiveStatus: 0, bytes: []) == .lost)
  }

  @Test func onlyTheDisplaysOwnReportCounts() {
    func status(_ bytes: [UInt8]) -> PowerAnswer? { CECMessage(bytes: bytes)?.powerStatus }
    #expect(status([0x04, 0x90, 0]) == .on)
    #expect(status([0x04, 0x90, 1]) == .standby)
    #expect(status([0x04, 0x90, 2]) == .turningOn)
    #expect(status([0x04, 0x90, 3]) == .turningOff)
    #expect(status([0x04, 0x90, 4]) == nil)
    #expect(status([0x04, 0x90]) == nil)
    #expect(status([0x54, 0x90, 1]) == nil)
    #expect(status([0x04, 0x36, 1]) == nil)
    #expect(status([0x04]) == nil)
    #expect(status([]) == nil)
    #expect(CECMessage(bytes: [UInt8](repeating: 0, count: 16)) != nil)
    #expect(CECMessage(bytes: [UInt8](repeating: 0, count: 17)) == nil)
  }

  @Test func anAddressNeedsNotBeThere() {
    #expect(CECAddress(place: 0xFFFF, deviceMask: 0) == CECAddress(place: 0xFFFF, deviceMask: 1 << 15))
    #expect(CECAddress(place: 0xFFFF, deviceMask: 0).place == nil)
    #expect(CECAddress(place: 0x1000, deviceMask: 1 << 8 | 1 << 4).device == 4)
  }
}
