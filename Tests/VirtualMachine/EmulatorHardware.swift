import Foundation

/// The hardware of a machine that QEMU offers to the host, by its machine protocol and its message bus.
struct EmulatorHardware: MachineHardware {
  let qmp: QMPClient
  let bus: DisplayBus
  /// A directory of the host that both sides can write to.
  let directory: URL

  func setMonitor(console: Int, to size: MonitorSize?) throws {
    try bus.setMonitor(
      console: console, width: size?.width ?? 0, height: size?.height ?? 0,
      widthMillimeters: size?.widthMillimeters ?? 0, heightMillimeters: size?.heightMillimeters ?? 0)
  }

  func photograph(device: String, head: Int?) throws -> Photograph {
    let file = directory.appending(path: "photograph-\(UUID().uuidString).ppm")
    defer { try? FileManager.default.removeItem(at: file) }
    var arguments: [String: any Sendable] = ["filename": file.path, "device": device]
    if let head { arguments["head"] = head }
    try qmp.execute("screendump", arguments)
    return try Photograph(ppm: Array(Data(contentsOf: file)))
  }

  func execute(_ command: String, _ arguments: [String: any Sendable]) throws -> String? {
    try qmp.execute(command, arguments) as? String
  }
}
