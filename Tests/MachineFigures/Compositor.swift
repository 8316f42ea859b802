import ControlClient
import ControlProtocol
import Foundation
import VirtualMachine

/// A program that lights displays, as it is started for a measurement.
struct Compositor {
  /// Its name in the table.
  let name: String
  /// The program's path in the guest.
  let program: String
  private let setting: String
  private let arguments: String
  /// The condition in the guest after it has probed its connectors and waits.
  private let readiness: String

  /// Our daemon, showing a banner on every display of virtio-gpu; with an empty state directory at each start.
  static let marqueed = marqueed()

  /// The same, from another folder of programs, or with another configuration of `/tmp/figures`.
  static func marqueed(in folder: String = "/marquee/build", showing configuration: String = "marquee") -> Compositor {
    Compositor(
      name: "marqueed", program: "\(folder)/marqueed", setting: "MARQUEE_SOCKET=/run/marquee/marquee.sock",
      arguments:
        "--backend kms --driver virtio_gpu --state /tmp/figures/state --config /tmp/figures/\(configuration).yaml",
      readiness: "test -S /run/marquee/marquee.sock")
  }

  /// weston with its CPU renderer and no client.
  static let weston = Compositor(
    name: "weston", program: "/usr/bin/weston", setting: "XDG_RUNTIME_DIR=/run/weston",
    arguments: """
      --backend=drm-backend.so --drm-device=card0 --tty=1 --use-pixman --continue-without-input --idle-time=0 \
      --shell=kiosk-shell.so --log=/tmp/figures/weston.log
      """, readiness: "grep -q kiosk-shell.so /tmp/figures/weston.log")

  /// Our daemon on vkms, with a configuration of `/tmp/figures`.
  static func onVKMS(_ configuration: String) -> Compositor {
    Compositor(
      name: "marqueed", program: "/marquee/build/marqueed", setting: "MARQUEE_SOCKET=/run/marquee/marquee.sock",
      arguments: "--backend kms --driver vkms --state /tmp/figures/state --config /tmp/figures/\(configuration)",
      readiness: "test -S /run/marquee/marquee.sock")
  }

  /// mpv with its output for KMS without a graphics library, from the disk of `BootOptions.hasPeers`. It plays a file on vkms.
  ///
  /// Of its options for scaling and timing, these show the most pictures on an emulated processor.
  static func mpv(_ file: String, mode: String) -> Compositor {
    let libraries = "/mnt/peers/usr/lib/x86_64-linux-gnu"
    return Compositor(
      name: "mpv", program: "/mnt/peers/usr/bin/mpv",
      setting: "LD_LIBRARY_PATH=\(libraries):\(libraries)/blas:\(libraries)/lapack HOME=/tmp/figures",
      arguments: """
        --no-config --no-terminal --no-audio --no-osc --load-scripts=no --vo=drm --drm-mode=\(mode) \
        --drm-device=/dev/dri/$(basename /sys/devices/platform/vkms/drm/card*) --profile=sw-fast --sws-allow-zimg=no \
        --sws-scaler=fast-bilinear \(file)
        """, readiness: "true")
  }

  /// Makes directories and writes the configurations, once for a machine.
  static func prepare(_ machine: VirtualMachine) throws {
    try machine.check("mkdir -p /run/marquee /run/weston /tmp/figures && chmod 700 /run/weston")
    func configuration(_ content: String, screens: String = "") -> [UInt8] {
      Array(
        """
        \(screens)
        apps:
          lobby:
            scenes:
              externalDisplayNonInteractive:
                - content: { \(content) }

        """.utf8)
    }
    try machine.write(
      configuration("banner: { text: \"Welcome\", background: \"#102030\" }"), to: "/tmp/figures/marquee.yaml")
    try machine.write(configuration("color: \"#102030\""), to: "/tmp/figures/color.yaml")
    try machine.write(
      configuration(
        "pattern: moving-bar", screens: "screens: [{ match: { connector: \"*\" }, modes: [1920x1080@60] }]"),
      to: "/tmp/figures/moving-bar.yaml")
  }

  /// Starts it, calls `body` at once, and ends it, whatever happens.
  func launch<Value>(on machine: VirtualMachine, while body: (BackgroundCommand) throws -> Value) throws -> Value {
    try machine.check("rm -rf /run/marquee/marquee.sock /tmp/figures/state /tmp/figures/weston.log")
    // The shell stays and reports the exit status. It gets SIGTERM together with the program, and must not end before it.
    let command = try machine.start("sh -c 'trap : TERM; env \(setting) \(program) \(arguments); echo ended with $?'")
    defer { try? command.stop() }
    do {
      return try body(command)
    } catch {
      throw FigureError("\(name): \(error)\nIt says:\n\((try? command.output()) ?? "")")
    }
  }

  /// Starts it, calls `body` once it waits for displays, and ends it.
  func run<Value>(on machine: VirtualMachine, while body: (BackgroundCommand) throws -> Value) throws -> Value {
    try launch(on: machine) { command in
      try machine.wait(for: readiness, within: .seconds(20))
      Thread.sleep(forTimeInterval: 1)
      return try body(command)
    }
  }

  /// The identifier of the program itself.
  func process(in machine: VirtualMachine) throws -> Int {
    guard let process = Int(try machine.check("pidof -s \(program)")) else {
      throw FigureError("\(name) does not run.")
    }
    return process
  }

  /// A connection to our daemon.
  static func connect(_ machine: VirtualMachine) throws -> ControlClient {
    try ControlClient(forwardedPort: machine.varlinkPort)
  }
}
