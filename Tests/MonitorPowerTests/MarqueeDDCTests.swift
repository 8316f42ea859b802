import DisplayTypes
import Glibc
import MonitorPower
import TestKit
import Testing

/// The program itself, on a machine without a monitor with such an EDID. It is not linked into this bundle, because of its library.
struct MarqueeDDCTests {
  /// The program's output for the daemon, with `isAll` also its log.
  ///
  /// `call` is a call that its kernel lacks.
  private static func run(
    _ arguments: String, isAll: Bool = false, without call: String? = nil
  ) throws -> (status: Int32, output: String) {
    let path = try BuiltPrograms.path(of: "marquee-ddc")
    let outer = call.map { "\(path.dropLast("marquee-ddc".utf8.count))without-call \($0) " } ?? ""
    return try StartedProgram.run(["sh", "-c", "\(outer)\(path) \(arguments) 2>\(isAll ? "&1" : "/dev/null")"])
  }

  @Test(arguments: ["", "on", "--edid 00 on", "--edid \(String(repeating: "0g", count: 128)) on"])
  func unknownArgumentsAreRefusedWithTheUsage(_ arguments: String) throws {
    let (status, output) = try Self.run(arguments)
    #expect(output.isEmpty && status == EX_USAGE)
    let all = try Self.run(arguments, isAll: true).output
    #expect(all.hasPrefix("usage: marquee-ddc ") && all.split(separator: "\n").count == 2, "\(all)")
  }

  @Test func theSandboxRefusesEveryOtherWayOut() throws {
    let (status, output) = try Self.run("--check-sandbox")
    let lines = Set(output.split(separator: "\n"))
    #expect(lines.count == 15, "\(output)")
    #expect(!output.contains("possible") && status == 0, "\(output)")
    #expect(
      lines.isSuperset(of: [
        "requests to other devices: refused", "requests to I2C lines: permitted", "messages of udev: permitted",
      ]), "\(output)")
  }

  /// The program is executed a second time, and inherits the restrictions of the first time.
  @Test func theSandboxCheckFindsRightsThatTheFirstRunKept() throws {
    let (status, output) = try Self.run("--confined 0 --check-sandbox")
    #expect(output.contains("files of others: possible") && status == 1, "\(output)")
  }

  @Test func aPartThatTheKernelHasNotGotIsReported() throws {
    let order = "--edid \(String(repeating: "5A", count: 128)) on"
    let files = try Self.run(order, without: "landlock_create_ruleset")
    #expect(DDCReply(output: Array(files.output.utf8))?.sandbox == SandboxReport(files: ENOSYS), "\(files)")
    let calls = try Self.run(order, without: "seccomp")
    let report = try #require(DDCReply(output: Array(calls.output.utf8))?.sandbox, "\(calls)")
    #expect(report.files == 0 && report.calls != 0, "\(calls)")
    #expect(DDCReply(output: Array(try Self.run(order).output.utf8))?.sandbox == .full)
  }

  @Test func aMonitorThatIsNotThereIsOneLine() throws {
    let (status, output) = try Self.run("--edid \(String(repeating: "5A", count: 128)) on")
    #expect(status == 0)
    let reply = try #require(DDCReply(output: Array(output.utf8)), "\(output)")
    #expect(output == "\(reply.line)\n")
    let hasDevices = access("/sys/class/i2c-dev", F_OK) == 0
    #expect(reply.told == .noAdapter || hasDevices && reply.told == .noAnswer, "\(output)")
    guard !hasDevices else { return }
    #expect(reply.reason.contains("i2c-dev"), "\(output)")
    // Messages of the library are not ours.
    #expect(try Self.run("--edid \(String(repeating: "5A", count: 128)) on", isAll: true).output == output)
  }
}
