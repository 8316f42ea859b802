import Glibc
import MonitorPower
import TestKit
import Testing

/// Which lines may be asked by DDC/CI.
struct I2CLinesTests {
  private let folder: TemporaryFolder
  private var root: String { folder.path }

  init() throws {
    folder = try TemporaryFolder("lines")
    for folder in ["dev", "drm", "drm/card0-HDMI-A-1", "drm/card0-eDP-1", "drm/card0-eDP-1/i2c-4", "drm/card1-LVDS-1"] {
      try #require(mkdir("\(root)/\(folder)", 0o700) == 0)
    }
    for file in ["i2c-10", "i2c-4", "i2c-2", "i2c-1", "i2c-x", "i2c", "null"] {
      close(try Self.made("\(root)/dev/\(file)"))
    }
    try #require(symlink("../../../pci0/i2c-1", "\(root)/drm/card0-HDMI-A-1/ddc") == 0)
    try #require(symlink("../../../pci0/i2c-2", "\(root)/drm/card1-LVDS-1/ddc") == 0)
  }

  private static func made(_ path: String) throws -> Int32 {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    return file
  }

  @Test func theLinesOfPanelsAreLeftAlone() {
    let lines = I2CLines(devices: "\(root)/dev", connectors: "\(root)/drm")
    #expect(lines.external == ["\(root)/dev/i2c-1", "\(root)/dev/i2c-10"])
    #expect(lines.panels == ["\(root)/dev/i2c-2", "\(root)/dev/i2c-4"])
  }

  @Test func withoutCardsEveryLineMayBeAsked() {
    let lines = I2CLines(devices: "\(root)/dev", connectors: "\(root)/nowhere")
    #expect(lines.external.count == 4 && lines.panels.isEmpty)
    #expect(I2CLines(devices: "\(root)/nowhere", connectors: "\(root)/drm") == I2CLines(devices: "/proc/self/fd"))
  }
}
