import Foundation

/// QEMU's command line.
struct EmulatorCommand {
  /// The program and its arguments.
  let words: [String]

  init(_ options: BootOptions, _ pieces: GuestPieces, _ directory: URL) throws {
    guard (1...16).contains(options.monitorCount) else {
      throw VirtualMachineError("A virtio card has 1 to 16 monitors, not \(options.monitorCount).")
    }
    let empty = directory.appending(path: "empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    var words = [
      // Emulation on every machine: the timing of tests must not depend on who runs them.
      "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-smp", "2", "-cpu", "max",
      "-m", String(options.memoryMebibytes), "-nodefaults", "-no-reboot",
      "-kernel", pieces.kernel, "-initrd", pieces.initrd, "-append", Self.kernelCommandLine(options),
      "-display", "dbus,addr=unix:path=\(directory.appending(path: "bus").path)",
      "-qmp", "unix:\(directory.appending(path: "qmp").path),server=on,wait=off",
      "-serial", "file:\(directory.appending(path: "console").path)",
      "-netdev", "user,id=net0,restrict=on,hostfwd=tcp:127.0.0.1:0-:7000,hostfwd=tcp:127.0.0.1:0-:7001",
      "-device", "virtio-net-pci,netdev=net0,romfile=",
      "-device", "virtio-rng-pci",
    ]
    for device in options.drivers.compactMap({ $0.device(monitorCount: options.monitorCount) }) {
      words += ["-device", device]
    }
    let shares = [
      ("root", pieces.root), ("modules", pieces.modules), ("build", options.buildDirectory ?? empty.path),
      ("shim", directory.appending(path: "shim").path),
    ]
    for (tag, path) in shares {
      words += [
        "-virtfs",
        "local,path=\(path.replacing(",", with: ",,")),mount_tag=\(tag),security_model=none,readonly=on,multidevs=remap",
      ]
    }
    self.words = words
  }

  private static func kernelCommandLine(_ options: BootOptions) -> String {
    var words = ["console=ttyS0", "quiet", "mitigations=off", "panic=-1", "net.ifnames=0"]
    // A guest that hangs tells the stack of each processor at an interrupt from outside.
    words += ["unknown_nmi_panic", "panic_print=0x40"]
    let drivers = options.drivers.map(\.rawValue).joined(separator: ",")
    // Else udev loads what it finds on the bus.
    words.append(options.loadsDrivers ? "marquee.drivers=\(drivers)" : "modprobe.blacklist=\(drivers)")
    if options.drivers.contains(.vkms) && !options.isVKMSConnected { words.append("marquee.vkms=off") }
    if options.usesSystemd { words.append("marquee.init=systemd") }
    if options.installsPackages { words.append("marquee.install=yes") }
    if options.offersLogin { words.append("marquee.console=tty1") }
    if options.tracesBoot { words.append("marquee.trace=yes") }
    if options.showsSplash {
      words += ["splash", "plymouth.ignore-serial-consoles", "modules-load=\(drivers)"]
    }
    if options.runsWeston { words.append("marquee.peer=weston") }
    return (words + options.kernelArguments).joined(separator: " ")
  }
}
