import Foundation

/// A booted machine in a file. Machines with the same options continue from it and need no boot.
///
/// The file is beside the guest's initrd, so that `build-guest --clean` removes it together with that guest.
struct MachineTemplate {
  /// The file.
  let path: String

  /// The template for these options; boots a machine and keeps it if there is none yet.
  init(_ options: BootOptions, _ pieces: GuestPieces) throws {
    var options = options
    // The share is mounted later, because a machine with a mounted share of the host cannot be saved.
    options.buildDirectory = nil
    path = try Self.path(options, pieces, of: "")
    guard !FileManager.default.fileExists(atPath: path) else { return }
    let machine = try VirtualMachine(options, pieces, snapshot: nil)
    defer { machine.shutdown() }
    try machine.save(to: path)
  }

  /// The template of a machine whose memory holds the programs of its build directory and their libraries.
  ///
  /// A program in such a machine never waits for the host's files.
  init(holdingPrograms options: BootOptions, _ pieces: GuestPieces) throws {
    let directory = try unwrapped(options.buildDirectory, "A machine that holds programs needs their directory.")
    // The other files beside the programs.
    let script = ScriptFile(name: "strip-programs")
    let example = ScriptFile.directory.appending(path: "../../Examples/two-views/two-views.yaml")
    let more = try String(contentsOfFile: script.path, encoding: .utf8) + String(contentsOf: example, encoding: .utf8)
    path = try Self.path(options, pieces, of: Self.versions(ofProgramsIn: directory) + more)
    guard !FileManager.default.fileExists(atPath: path) else { return }
    let stripped = FileManager.default.temporaryDirectory.appending(path: "marquee-programs-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: stripped) }
    _ = try script.run(directory, stripped)
    var shared = options
    shared.buildDirectory = stripped
    let machine = try VirtualMachine(shared, pieces, snapshot: MachineTemplate(options, pieces).path)
    defer { machine.shutdown() }
    try machine.check("/marquee/hold-programs", timeout: .seconds(120))
    // A machine of another checkout may be about to read its template. It waits an hour at most.
    let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
    let kind = name.prefix { $0 != "." }
    for old in try FileManager.default.contentsOfDirectory(atPath: folder) where old.hasPrefix("\(kind).") {
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(old)")
      if let date = attributes?[.modificationDate] as? Date, date.timeIntervalSinceNow > -3_600 { continue }
      try? FileManager.default.removeItem(atPath: "\(folder)/\(old)")
    }
    try machine.save(to: path)
  }

  /// Finds a template, or makes a missing one. No other process on this host does so at the same time.
  static func whileOthersWait(_ find: () throws -> MachineTemplate) throws -> MachineTemplate {
    let lock = FileManager.default.temporaryDirectory.appending(path: "marquee-vm-\(getuid())-templates.lock").path
    let descriptor = try Descriptor(open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o666), "open \(lock)")
    while flock(descriptor.number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw VirtualMachineError("flock \(lock): \(String(cString: strerror(errno)))") }
    }
    return try find()
  }

  /// `template-OPTIONS`, followed by `.PROGRAMS` for a template with programs.
  private static func path(_ options: BootOptions, _ pieces: GuestPieces, of programs: String) throws -> String {
    // Options with file names that differ in each run must not name a file here.
    var plain = options
    plain.buildDirectory = nil
    let nowhere = FileManager.default.temporaryDirectory
    let words = try EmulatorCommand(plain, pieces, nowhere).words.map { $0.replacing(nowhere.path, with: "") }
    let folder = (pieces.initrd as NSString).deletingLastPathComponent
    let end = programs.isEmpty ? "" : ".\(fingerprint(programs))"
    return "\(folder)/template-\(fingerprint(words.joined(separator: "\n") + emulatorVersion))\(end)"
  }

  /// QEMU reads no snapshot of another version.
  private static let emulatorVersion: String = {
    let attributes = try? FileManager.default.attributesOfItem(atPath: "/usr/bin/qemu-system-x86_64")
    return "\(attributes?[.size] ?? "") \(attributes?[.modificationDate] ?? "")"
  }()

  private static func versions(ofProgramsIn directory: String) throws -> String {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted().compactMap { name in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
      guard attributes[.type] as? FileAttributeType == .typeRegular, !name.contains(".") else { return nil }
      let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return "\(name) \(attributes[.size] ?? "") \(time)"
    }.joined(separator: "\n")
  }

  /// FNV-1a of 64 bits.
  private static func fingerprint(_ text: String) -> String {
    String(text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}

func unwrapped<Value>(_ value: Value?, _ message: String) throws -> Value {
  guard let value else { throw VirtualMachineError(message) }
  return value
}
