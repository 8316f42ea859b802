import MonitorPower
import SystemPackage
import Testing

struct CECAdapterTests {
  @Test func aFileThatIsNoAdapterIsRefused() throws {
    func error(_ path: String) -> Errno? {
      do throws(Errno) {
        _ = try CECAdapter(path: path)
        return nil
      } catch { return error }
    }
    #expect(error("/dev/null") == .inappropriateIOCTLForDevice)
    #expect(error("/dev/no-such-adapter") == .noSuchFileOrDirectory)
  }

  @Test(arguments: [
    ("/dev/null", "/dev/null is no CEC adapter"), ("/dev/no-such-adapter", "there is no /dev/no-such-adapter"),
  ])
  func theReportHasTheReasonOfAMissingAdapter(_ path: String, _ reason: String) {
    let report = CECAttempt(.on, by: path, place: nil).perform(
      open: { path throws(Errno) in try CECAdapter(path: path) }, isCancelled: { false }, wait: { _ in })
    #expect(report == PowerReport(asked: .on, told: .noAdapter, reason: reason))
  }
}
