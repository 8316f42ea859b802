import DamagedFiles
import DisplayTypes
import Glibc
import RasterizerHost
import Rasterizing
import TestKit
import Testing

/// The sandbox reports of the processes that read files, on kernels that lack a part of it.
@Suite struct SandboxReportTests {
  private let room = PictureRoom(size: PixelSize(width: 64, height: 64))

  /// Pictures are read by the real program on a kernel without a call.
  private func bench(without call: String?) throws -> (bench: DocumentTestBench, script: String) {
    let programs = try BuiltPrograms.folder()
    let outer = call.map { "'\(programs)/without-call' \($0) " } ?? ""
    let script = try TestPath.make([])
    try ProgramFile.write("#!/bin/sh\nexec \(outer)'\(programs)/marquee-pictures' \"$@\"\n", to: script)
    return (try DocumentTestBench { $0.pictures.path = script }, script)
  }

  private func report(without call: String?) throws -> SandboxReport? {
    let (bench, script) = try bench(without: call)
    defer { TestPath.remove(script) }
    #expect(bench.pool.sandboxes.pictures == nil)
    let picture = try bench.decode(try TestFile.make(TestPicture.gradientPNG), room).get()
    #expect(picture.rect.width == 64)
    // The report stays after the end of the process.
    bench.pool.stop()
    #expect(bench.pool.sandboxes.pages == nil)
    return bench.pool.sandboxes.pictures
  }

  @Test func aWholeSandboxIsReported() throws {
    #expect(try report(without: nil) == .full)
    #expect(SandboxReport.full.reasons.isEmpty)
  }

  @Test func withoutLandlockPicturesAreReadAndTheFilesAreReported() throws {
    let report = try #require(try report(without: "landlock_create_ruleset"))
    #expect(report == SandboxReport(files: ENOSYS, calls: 0))
    #expect(report.reasons.count == 1 && report.reasons.first?.contains("Landlock") == true)
  }

  @Test func aLandlockThatCannotBeEnforcedIsReported() throws {
    #expect(try report(without: "landlock_restrict_self") == SandboxReport(files: ENOSYS, calls: 0))
    #expect(try report(without: "landlock_add_rule") == SandboxReport(files: ENOSYS, calls: 0))
  }

  @Test func withoutFiltersPicturesAreReadAndTheCallsAreReported() throws {
    let report = try #require(try report(without: "seccomp"))
    #expect(report.files == 0 && report.calls != 0)
    #expect(report.reasons.count == 1 && report.reasons.first?.contains("seccomp") == true)
  }

  @Test func aRefusalReportsToo() throws {
    let (bench, script) = try bench(without: "landlock_create_ruleset")
    defer { TestPath.remove(script) }
    #expect(try bench.decode(try TestFile.make(Array("no picture".utf8)), room).error != nil)
    #expect(bench.pool.sandboxes.pictures?.files == ENOSYS)
  }

  @Test func anErrorThatNoKernelHasIsNotBelieved() throws {
    var reply = ReplyMessage(identifier: 1, outcome: .pageCount(1), sandbox: SandboxReport(files: 4095, calls: 1))
    #expect(try ReplyMessage(decoding: reply.encoded[...]) == reply)
    reply.sandbox?.files = 4096
    #expect(throws: CodecError.invalid("errno")) { try ReplyMessage(decoding: reply.encoded[...]) }
  }
}
