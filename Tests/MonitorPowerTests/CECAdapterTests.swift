import EventLoop
import MonitorPower
import Synchronization
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
    let reports = Mutex<[PowerReport]>([])
    let ended = try Doorbell()
    let thread = try CECThread(path: "/dev/null") { path throws(Errno) in try CECAdapter(path: path) }
    thread.begin(CECTicket(), .on, place: nil) { report in
      reports.withLock { $0.append(report) }
      ended.ring()
    }
    ended.wait(milliseconds: 30_000)
    thread.stop()
    #expect(
      reports.withLock { $0 } == [
        PowerReport(asked: .on, told: .noAdapter, isFinal: true, reason: "/dev/null is no CEC adapter")
      ])
  }
}
