import DisplayTypes
import Glibc

/// Converts presentations of other programs to PDF with LibreOffice, if that is installed. The result stays below
/// `$XDG_CACHE_HOME/marquee/decks`, in a folder for the file's path, time and size. So each version of a deck is converted once.
struct OfficeConversion {
  /// Kinds of files that LibreOffice Impress reads.
  static let endings = ["odp", "pptx", "ppt", "pps", "ppsx", "key", "otp", "potx", "fodp", "sxi"]

  let file: String
  var seconds = 180.0

  /// Returns the path of the PDF file. A conversion takes time, so it prints a line to standard error.
  func pdf() throws -> String {
    var status = stat()
    guard stat(file, &status) == 0 else { throw failure(String(errno: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw failure("it is no regular file") }
    let folder = try Self.cache()
    let place = "\(folder)/\(Self.sum(of: file, status))"
    let result = "\(place)/\(Self.stem(of: file)).pdf"
    if access(result, R_OK) == 0 { return result }
    guard
      let office = ["soffice", "libreoffice"].lazy.compactMap({ ChildProgram.find($0, besideThisOne: false) }).first
    else {
      throw failure(
        "it is no PDF file, and LibreOffice, which could convert it, is not installed: "
          + "`apt install libreoffice-impress`, or export it as PDF on another machine")
    }
    Console.complain("marqueectl: LibreOffice converts \(file) (at most \(Int(seconds)) s)…")
    let work = "\(folder)/work-\(getpid())"
    guard mkdir(work, 0o700) == 0 || errno == EEXIST else { throw failure(String(errno: errno)) }
    defer { Self.remove(work) }
    do {
      try convert(office, into: work)
    } catch let interruption as Interruption {
      Self.remove(work)
      SignalReader.end(by: interruption.signal)
    }
    let made = "\(work)/\(Self.stem(of: file)).pdf"
    _ = mkdir(place, 0o700)
    guard rename(made, result) == 0 else {
      throw failure("LibreOffice made no PDF file of it. Open it in LibreOffice and export it as PDF to find out why")
    }
    return result
  }

  private func convert(_ office: String, into work: String) throws {
    let arguments = [
      // It needs its own profile. Otherwise a running LibreOffice would take the file, and this one would end at once.
      "-env:UserInstallation=file://\(Self.escaped(work))/profile", "--headless", "--norestore", "--convert-to", "pdf",
      "--outdir", work, file,
    ]
    let program: ChildProgram
    do {
      program = try ChildProgram(office, arguments, joinsErrors: true)
    } catch {
      throw failure("\(error)")
    }
    program.closeInput()
    let output: [UInt8]
    do {
      output = try wait(for: program)
    } catch {
      program.kill(by: SIGKILL)
      _ = program.exitStatus(within: -1)
      throw error
    }
    guard program.exitStatus() == 0 else {
      let last = String(decoding: output, as: UTF8.self).split(separator: "\n").last
      throw failure("LibreOffice failed: \(last ?? "it does not say why")")
    }
  }

  /// Waits for the end of the program, and returns the end of its output. Throws at the deadline, and if a signal would end this process.
  private func wait(for program: ChildProgram) throws -> [UInt8] {
    let signals: SignalReader
    do {
      signals = try SignalReader(SignalReader.ending)
    } catch {
      throw failure("\(error)")
    }
    let deadline = PresenterClock.monotonic + UInt64(seconds * 1e9)
    var output: [UInt8] = []
    var hasOutput = true
    while true {
      if let number = signals.next() { throw Interruption(signal: number) }
      if hasOutput { hasOutput = DescriptorIO.readTail(program.output, into: &output) }
      if program.exitStatus() != nil { return output }
      guard PresenterClock.monotonic < deadline else {
        throw failure("LibreOffice took longer than \(Int(seconds)) s. Export it as PDF yourself")
      }
      var entries = [
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: hasOutput ? program.output : -1, events: Int16(POLLIN), revents: 0),
      ]
      // Output and signals end this wait at once. The end of the process must be polled.
      poll(&entries, nfds_t(entries.count), 50)
    }
  }

  private struct Interruption: Error {
    var signal: Int32
  }

  private func failure(_ reason: String) -> ToolFailure { .unpresentable(file, reason) }

  /// A folder of this user to which no other user may write.
  private static func cache() throws -> String {
    let base = try cacheHome()
    let folder = "\(base)/marquee/decks"
    for path in [base, "\(base)/marquee", folder] where mkdir(path, 0o700) != 0 && errno != EEXIST {
      throw ToolFailure(
        message: "\(path) could not be made: \(String(errno: errno)). Set XDG_CACHE_HOME to a folder of your own.")
    }
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o022 == 0
    else {
      throw ToolFailure(
        message:
          "\(folder) belongs to another user, or others may write to it. Remove it, or set XDG_CACHE_HOME to another folder."
      )
    }
    return folder
  }

  /// `$XDG_CACHE_HOME`, otherwise `.cache` in the home directory of the environment or the user database.
  static func cacheHome(_ environment: (String) -> String? = String.init(environment:)) throws -> String {
    if let given = environment("XDG_CACHE_HOME"), given.hasPrefix("/") { return given }
    let named = environment("HOME").flatMap { $0.isEmpty ? nil : $0 }
    let home = named ?? getpwuid(geteuid()).map { String(cString: $0.pointee.pw_dir) } ?? ""
    guard home.hasPrefix("/") else {
      throw ToolFailure(
        message: "There is no home directory for converted decks. Set XDG_CACHE_HOME to a folder of your own.")
    }
    return "\(home)/.cache"
  }

  /// A path in the form of a URL (RFC 3986).
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "/-._~".contains(character))
      return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// A checksum of path, time and size. It changes if the file changes.
  static func sum(of file: String, _ status: stat) -> String {
    Checksum.text(of: "\(file) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(status.st_size)".utf8)
  }

  static func stem(of file: String) -> String {
    let own = file.split(separator: "/").last.map(String.init) ?? "deck"
    return String(own[..<(own.lastIndex(of: ".") ?? own.endIndex)])
  }

  /// Removes a folder of this program with its contents. It removes links and does not follow them.
  private static func remove(_ path: String) {
    guard unlink(path) != 0, let folder = try? FolderDescriptor(path) else { return }
    for name in folder.names() { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
