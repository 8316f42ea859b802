import Configuration
import ContentModel
import DisplayTypes
import EventLoop
import Foundation
import Testing

@testable import marqueed

/// The daemon's check of the media of its configuration.
@MainActor @Suite struct MediaInspectorTests {
  private let media = [
    Sourced(MediaReference("/nonexistent/a.png", .picture), at: SourceLocation(file: "m.yaml", line: 3, column: 7)),
    Sourced(MediaReference("/dev/null", .pages), at: SourceLocation(file: "m.yaml", line: 9, column: 1)),
  ]

  @Test func eachWarningNamesFileLineAndReason() {
    let warnings = MediaWarnings.find(media)
    #expect(
      warnings.lines == [
        "m.yaml:3:7: /nonexistent/a.png: there is no such file",
        "m.yaml:9:1: /dev/null is neither a file nor a folder; copy its contents into a file",
      ])
    #expect(warnings.skippedText == nil)
  }

  @Test func aWarningHasNoControlCharacterOfThePath() {
    let path = "/nonexistent/m\u{1B}[31mi\nssing.png"
    let media = [
      Sourced(MediaReference(path, .picture), at: SourceLocation(file: "m.yaml", line: 3, column: 7)),
      Sourced(MediaReference("/dev/\u{7}/../null", .folder), at: SourceLocation(file: "m.yaml", line: 4, column: 7)),
    ]
    #expect(
      MediaWarnings.find(media).lines == [
        "m.yaml:3:7: /nonexistent/m [31mi ssing.png: there is no such file",
        "m.yaml:4:7: /dev/ /../null: there is no such file",
      ])
  }

  @Test func aLongListIsCutAndCounted() {
    let many = (1...25).map {
      Sourced(MediaReference("/nonexistent/\($0)", .folder), at: SourceLocation(file: "m", line: $0, column: 1))
    }
    let warnings = MediaWarnings.find(many)
    #expect(warnings.errors.count == 25 && warnings.lines.count == 11)
    #expect(warnings.lines.last?.hasPrefix("15 more media files") == true)
    #expect(warnings.count == "25 media files of the configuration cannot be shown.")
    #expect(MediaWarnings().count == nil)
  }

  @Test func theMainThreadReadsNoMedia() throws {
    let loop = try EventLoop()
    let main = UInt(pthread_self())
    let inspector = MediaInspector(loop: loop) { media in
      #expect(UInt(pthread_self()) != main)
      return MediaWarnings.find(media)
    }
    var answers: [MediaWarnings?] = []
    inspector.inspect(media) {
      answers.append($0)
      loop.stop()
    }
    #expect(answers.isEmpty)
    loop.run()
    #expect(answers == [MediaWarnings.find(media)])
    inspector.inspect([]) { answers.append($0) }
    #expect(answers.last == MediaWarnings(), "without media there is no thread to wait for")
  }

  @Test func aDiskThatHangsDelaysNoCaller() throws {
    let loop = try EventLoop()
    let disk = DispatchSemaphore(value: 0)
    let inspector = MediaInspector(loop: loop) { _ in
      disk.wait()
      return MediaWarnings(skipped: 7)
    }
    var answers: [MediaWarnings?] = []
    inspector.inspect(media) {
      answers.append($0)
      loop.stop()
    }
    loop.run()
    #expect(answers == [nil], "the answer comes while the look goes on")
    inspector.inspect(media) { answers.append($0) }
    #expect(answers == [nil, nil], "no further look waits behind it")
    disk.signal()
  }
}
