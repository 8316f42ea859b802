import Configuration
import DisplayTypes
import EventLoop
import Foundation
import KMSBackend
import KeptFiles
import RasterizerHost
import Testing

@testable import marqueed

@MainActor
@Suite struct ConfigurationStoreTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID().uuidString)").path
  private var file: String { "\(folder)/marquee.yaml" }
  private let source: ConfigurationSource
  private let store: StoreThread

  init() throws {
    store = StoreThread(main: try EventLoop().mailbox)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    source = ConfigurationSource(
      path: "\(folder)/marquee.yaml",
      environment: DaemonEnvironment(variables: [:], userID: 1000, processID: 42, isService: true))
  }

  private func write(_ text: String) throws { try text.write(toFile: file, atomically: true, encoding: .utf8) }

  private func keeper() throws -> ConfigurationStore {
    ConfigurationStore(directory: folder, store: store, clock: LoopClock(loop: try EventLoop()))
  }

  private func finish() { #expect(store.wait(milliseconds: 60_000)) }

  /// There is no markup to check.
  private func begin(_ keeper: ConfigurationStore) throws {
    keeper.begin(RasterizerProcess(loop: try EventLoop(), settings: RasterizerSettings(path: "/nonexistent")))
    finish()
  }

  private func cleanUp() { try? FileManager.default.removeItem(atPath: folder) }

  private func keep(_ text: String) throws {
    try write(text)
    let keeper = try keeper()
    _ = try keeper.load(source)
    try begin(keeper)
  }

  @Test func theLastValidConfigurationIsUsed() throws {
    defer { cleanUp() }
    try keep("support: mirror\n")
    try keep("support: off\n")
    for trouble in ["support: perhaps\n", "screens: [", nil] {
      if let trouble { try write(trouble) } else { try FileManager.default.removeItem(atPath: file) }
      let keeper = try keeper()
      #expect(try keeper.load(source).configuration.support.value == .off)
      try begin(keeper)
      #expect(keeper.warnings.count == 1 && keeper.notice?.contains(file) == true, "\(keeper.warnings)")
    }
    try write("support: external\n")
    let keeper = try keeper()
    #expect(try keeper.load(source).configuration.support.value == .external)
    #expect(keeper.warnings.isEmpty)
  }

  @Test func anUnnamedMissingFileIsAnError() throws {
    defer { cleanUp() }
    let home = "\(folder)/marquee"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try "support: off\n".write(toFile: "\(home)/marquee.yaml", atomically: true, encoding: .utf8)
    let source = ConfigurationSource(
      path: nil,
      environment: DaemonEnvironment(
        variables: ["XDG_CONFIG_HOME": folder], userID: 1000, processID: 42, isService: true))
    let first = try keeper()
    _ = try first.load(source)
    try begin(first)
    try FileManager.default.removeItem(atPath: "\(home)/marquee.yaml")
    for _ in 0..<2 {
      let keeper = try keeper()
      #expect(try keeper.load(source).configuration.support.value == .off)
      try begin(keeper)
      #expect(keeper.notice?.contains("marquee.yaml") == true)
    }
  }

  /// A full disk keeps neither the current configuration nor, later, one that was used for a while.
  @Test func aConfigurationThatWaitsForSpaceIsNotKeptLater() throws {
    defer { cleanUp() }
    try keep("support: mirror\n")
    let keeper = try keeper()
    let before = try keeper.load(source)
    try begin(keeper)
    // The file that is written first cannot be made.
    let obstacle = "\(folder)/configuration.json.new"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
    try write("support: off\n")
    keeper.keep(try source.load())
    finish()
    #expect(keeper.warnings.count == 1)
    try FileManager.default.removeItem(atPath: obstacle)
    keeper.keep(before)
    finish()
    #expect(keeper.warnings.isEmpty)
  }

  @Test func withoutAKeptConfigurationTheErrorIsReported() throws {
    defer { cleanUp() }
    try write("screens: [")
    #expect(throws: DaemonError.self) { try keeper().load(source) }
    // A record that is damaged, of another file, or not yet of the state directory is ignored.
    for record in ["{}", "{\"version\":1,\"path\":\"/elsewhere\",\"files\":{\"/elsewhere\":\"support: off\\n\"}}"] {
      try record.write(toFile: "\(folder)/configuration.json", atomically: true, encoding: .utf8)
      #expect(throws: DaemonError.self) { try keeper().load(source) }
    }
  }

  @Test func otherEncodingsAreNotKept() throws {
    defer { cleanUp() }
    try keep("support: mirror\n")
    try Data("support: off\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }.starting()).write(
      to: URL(filePath: file))
    let keeper = try keeper()
    #expect(try keeper.load(source).configuration.support.value == .off)
    try begin(keeper)
    try write("screens: [")
    #expect(throws: DaemonError.self) { try self.keeper().load(source) }
  }
}

extension [UInt8] {
  /// With the mark of little-endian UTF-16 before it.
  fileprivate func starting() -> [UInt8] { [0xFF, 0xFE] + self }
}
