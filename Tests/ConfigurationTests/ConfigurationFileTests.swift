import Configuration
import ContentModel
import DisplayTypes
import Glibc
import TestKit
import Testing

@Suite struct ConfigurationFileTests {
  private let folder: TemporaryFolder
  private var directory: String { folder.path }

  init() throws {
    folder = try TemporaryFolder("configuration")
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      try #require(count > 0)
      written += count
    }
  }

  @Test("a file is read whole")
  func whole() throws {
    let path = directory + "/marquee.yaml"
    let text = "support: mirror\n" + String(repeating: "# padding\n", count: 20_000)
    try write(Array(text.utf8), to: path)
    #expect(try ConfigurationFile.read(path) == Array(text.utf8))
    #expect(try ConfigurationFile.load(path).support.location?.file == path)
    try write(Array("support: never".utf8), to: path)
    #expect(throws: ConfigurationErrors.self) { try ConfigurationFile.load(path) }
  }

  @Test("unreadable files have different errors")
  func unreadable() throws {
    let path = directory + "/marquee.yaml"
    let pipe = directory + "/pipe"
    #expect(throws: ConfigurationFileError.missing(path: path)) { try ConfigurationFile.read(path) }
    #expect(throws: ConfigurationFileError.missing(path: "")) { try ConfigurationFile.read("") }
    #expect(throws: ConfigurationFileError.directory(path: directory)) { try ConfigurationFile.read(directory) }
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: ConfigurationFileError.notRegular(path: pipe)) { try ConfigurationFile.read(pipe) }
    try write([UInt8](repeating: UInt8(ascii: "#"), count: ConfigurationFile.maximumBytes + 1), to: path)
    #expect(throws: ConfigurationFileError.tooLarge(path: path)) { try ConfigurationFile.read(path) }
    #expect(throws: ConfigurationFileError.missing(path: path + "/below")) {
      try ConfigurationFile.read(path + "/below")
    }
    // Root may read everything.
    if geteuid() != 0 {
      try #require(chmod(path, 0) == 0)
      #expect(throws: ConfigurationFileError.notPermitted(path: path)) { try ConfigurationFile.read(path) }
    }
  }

  @Test("each error names the next step")
  func descriptions() {
    let failures: [ConfigurationFileError] = [
      .missing(path: "/p"), .notPermitted(path: "/p"), .directory(path: "/p"), .notRegular(path: "/p"),
      .tooLarge(path: "/p"),
      .unreadable(path: "/p", errno: 5),
    ]
    #expect(Set(failures.map(\.description)).count == failures.count)
    #expect(failures.allSatisfy { $0.description.hasPrefix("/p: ") })
  }
}
