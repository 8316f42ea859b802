import Foundation

/// QEMU's command line.
struct EmulatorCommand {
  /// The program and its arguments.
  let words: [String]

  /// The command for a machine with these options. The directory holds its sockets and files.
  ///
  /// - Parameter snapshot: A file with the memory and the devices of a machine with the same options, which then continues; nil to boot.
  init(_ options: BootOptions, _ pieces: GuestPieces, _ directory: URL, snapshot: String? = nil) throws {
    guard (1...16).contains(options.monitorCount) else {
      throw VirtualMachineError("A virtio card has 1 to 16 monitors, not \(options.monitorCount).")
    }
    let empty = directory.appending(path: "empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    var words = [
      // Emulation on every machine: the timing of tests must not depend on the host.
      "qemu-system-x86_64", "-accel", "tcg,thread=\(options.isAlone ? "multi" : "single")",
      // A test needs no more than one processor. Small boxes have more, which counts for figures of time.
      "-smp", options.isAlone ? "2" : "1",
      // A simple processor: its instructions are cheaper to emulate than AVX.
      "-cpu", "Nehalem",
      "-m", String(options.memoryMebibytes), "-nodefaults", "-no-reboot",
      "-kernel", pieces.kernel, "-initrd", pieces.initrd, "-append", Self.kernelCommandLine(options),
      "-display", "dbus,addr=unix:path=\(directory.appending(path: "bus").path)",
      "-qmp", "unix:\(directory.appending(path: "qmp").path),server=on,wait=off",
      "-serial", "file:\(directory.appending(path: "console").path)",
      "-netdev", "user,id=net0,restrict=on,hostfwd=tcp:127.0.0.1:0-:7000,hostfwd=tcp:127.0.0.1:0-:7001",
      "-device", "virtio-net-pci,netdev=net0,romfile=",
      "-device", "virtio-rng-pci",
      "-drive", "file=\(Self.quoted(pieces.image)),if=none,id=root,format=raw,readonly=on",
      "-device", "virtio-blk-pci,drive=root",
      "-device", "virtio-serial-pci",
      "-chardev", "socket,id=host,path=\(directory.appending(path: "host").path),server=on,wait=off",
      "-device", "virtserialport,chardev=host,name=\(HostPort.name)",
      "-virtfs",
      "local,path=\(Self.quoted(options.buildDirectory ?? empty.path)),mount_tag=build,security_model=none,readonly=on,multidevs=remap",
    ]
    // Data that the guest flushes is on the host. The contents of the guest's page cache are not.
    if options.diskMebibytes != nil {
      words += ["-drive", "file=\(Self.quoted(Self.disk(in: directory))),if=none,id=disk,format=raw,cache=writeback"]
      words += ["-device", "virtio-blk-pci,drive=disk"]
    }
    if options.hasPeers {
      guard let peers = pieces.peers else {
        throw VirtualMachineError(
          "The disk with the programs for comparisons is missing; run Tests/Guest/build-guest --peers.")
      }
      words += ["-drive", "file=\(Self.quoted(peers)),if=none,id=peers,format=raw,readonly=on"]
      words += ["-device", "virtio-blk-pci,drive=peers,serial=peers"]
    }
    if let file = options.soundFile {
      words += ["-audiodev", "wav,id=sound,path=\(Self.quoted(file))"]
      words += ["-device", "intel-hda", "-device", "hda-output,audiodev=sound"]
    }
    for device in options.drivers.compactMap({ $0.device(monitorCount: options.monitorCount) }) {
      words += ["-device", device]
    }
    // One instruction takes one nanosecond, and idle time takes none. The clock does not depend on the load of the host.
    if options.countsInstructions {
      words += ["-icount", "shift=0,sleep=off", "-rtc", "base=2026-01-01T12:00:00,clock=vm"]
    }
    if let snapshot { words += ["-incoming", "exec:cat '\(snapshot)'"] }
    self.words = words
  }

  /// The file of the second disk (`BootOptions.diskMebibytes`).
  static func disk(in directory: URL) -> String { directory.appending(path: "disk").path }

  /// This variable gives Swift's hashes the same order in every process.
  static let hashingVariable = "SWIFT_DETERMINISTIC_HASHING"

  /// A comma ends the value of an option, so a comma in the value is doubled.
  private static func quoted(_ path: String) -> String { path.replacing(",", with: ",,") }

  private static func kernelCommandLine(_ options: BootOptions) -> String {
    var words = ["console=ttyS0", "quiet", "mitigations=off", "panic=-1", "net.ifnames=0"]
    // If the guest hangs, an interrupt from outside makes it print the stack of each processor.
    words += ["unknown_nmi_panic", "panic_print=0x40"]
    let drivers = options.drivers.map(\.rawValue).joined(separator: ",")
    // Otherwise udev loads the drivers of the devices on the bus.
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
    // Uses the hash order of the host. The first word is for a shell as process 1, the second for systemd and its units.
    if let hashing = ProcessInfo.processInfo.environment[hashingVariable] {
      words += ["\(hashingVariable)=\(hashing)", "systemd.setenv=\(hashingVariable)=\(hashing)"]
    }
    return (words + options.kernelArguments).joined(separator: " ")
  }
}
