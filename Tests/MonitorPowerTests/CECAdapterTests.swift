import EventLoop
import MonitorPower
import SystemPackage
import Testing

struct CECAdapterTests {
  @Test func whatIsNoAdapterIsRefused() throws {
    func error(_ path: String) -> Errno? {
      do throws(Errno) {
        _ = try CECAdapter(path: path)
        return nil
      } catch { return error }
    }
    #expect(error("/dev/null") == .inappropriateIOCTLForDevice)
    #expect(error("/dev/no-such-adapter") == .noSuchFileOrDirectory)
    let loop = try EventLoop()
    #expect(throws: Errno.inappropriateIOCTLForDevice) {
      try CECConversation(path: "/dev/null", wish: .on, place: nil, loop: loop) { _ in }
    }
  }
}
