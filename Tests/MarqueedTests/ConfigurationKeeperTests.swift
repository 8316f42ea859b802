import Configuration
import DisplayTypes
import EventLoop
import Foundation
import KMSBackend
import Testing

@testable import marqueed

@MainActor
@Suite struct ConfigurationKeeperTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID().uuidString)").path
  private var file: String { "\(folder)/marquee.yaml" }
  private let source: ConfigurationSource

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    source = ConfigurationSource(
      path: "\(folder)/marquee.yaml",
      environment: DaemonEnvironment(variables: [:], userID: 1000, processID: 42, isService: true))
  }

  private func write(_ text: String) throws { try text.write(toFile: file, atomically: true, encoding: .utf8) }

  private func keeper() throws -> ConfigurationKeeper {
    ConfigurationKeeper(directory: folder, clock: LoopClock(loop: try EventLoop()))
  }

  private func cleanUp() { try? FileManager.default.removeItem(atPath: folder) }

  private func keep(_ text: String) throws {
    try write(text)
    let keeper = try keeper()
    _ = try keeper.load(source)
    keeper.begin()
  }

  @Test func whatWasRightLastStandsIn() throws {
    defer { cleanUp() }
    try keep("support: mirror\n")
    try keep("support: off\n")
    for trouble in ["support: perhaps\n", "screens: [", nil] {
      if let trouble { try write(trouble) } else { try FileManager.default.removeItem(atPath: file) }
      let keeper = try keeper()
      #expect(try keeper.load(source).configuration.support.value == .off)
      keeper.begin()
      #expect(keeper.warnings.count == 1 && keeper.notice?.contains(file) == true, "\(keeper.warnings)")
    }
    try write("support: external\n")
    let keeper = try keeper()
    #expect(try keeper.load(source).configuration.support.value == .external)
    #expect(keeper.warnings.isEmpty)
  }

  @Test func withoutOneTheErrorIsTold() throws {
    defer { cleanUp() }
    try write("screens: [")
    #expect(throws: DaemonError.self) { try keeper().load(source) }
    // One that is damaged, of another file, or not yet the state directory's own is none.
    for record in ["{}", "{\"version\":1,\"path\":\"/elsewhere\",\"files\":{\"/elsewhere\":\"support: off\\n\"}}"] {
      try record.write(toFile: "\(folder)/configuration.json", atomically: true, encoding: .utf8)
      #expect(throws: DaemonError.self) { try keeper().load(source) }
    }
  }

  @Test func whatIsNoTextIsNotKept() throws {
    defer { cleanUp() }
    try keep("support: mirror\n")
    try Data("support: off\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }.starting()).write(
      to: URL(filePath: file))
    let keeper = try keeper()
    #expect(try keeper.load(source).configuration.support.value == .off)
    keeper.begin()
    try write("screens: [")
    #expect(throws: DaemonError.self) { try self.keeper().load(source) }
  }
}

extension [UInt8] {
  /// With the mark of little-endian UTF-16 before it.
  fileprivate func starting() -> [UInt8] { [0xFF, 0xFE] + self }
}
