import DisplayTypes
import Glibc

/// Presentations of other programs as PDF files, by LibreOffice where that is there.
///
/// The result is kept below `$XDG_CACHE_HOME/marquee/decks`, in a folder for the file's path, time and size, so that a deck is converted once.
struct OfficeConversion {
  /// Kinds of files that LibreOffice Impress reads.
  static let endings = ["odp", "pptx", "ppt", "pps", "ppsx", "key", "otp", "potx", "fodp", "sxi"]

  let file: String
  /// How long it may take.
  var seconds = 180.0

  /// The PDF file; says on standard error that it takes its time.
  func pdf() throws -> String {
    var status = stat()
    guard stat(file, &status) == 0 else { throw failure(String(cString: strerror(errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw failure("it is no regular file") }
    let folder = try Self.cache()
    let place = "\(folder)/\(Self.sum(of: file, status))"
    let result = "\(place)/\(Self.stem(of: file)).pdf"
    if access(result, R_OK) == 0 { return result }
    guard
      let office = ["soffice", "libreoffice"].lazy.compactMap({ ChildProgram.find($0, besideThisOne: false) }).first
    else {
      throw failure(
        "it is no PDF file, and LibreOffice, which makes one of it, is not installed: "
          + "`apt install libreoffice-impress`, or export it as PDF on another machine")
    }
    Console.complain("marqueectl: LibreOffice converts \(file) (at most \(Int(seconds)) s)…")
    let work = "\(folder)/work-\(getpid())"
    guard mkdir(work, 0o700) == 0 || errno == EEXIST else { throw failure(String(cString: strerror(errno))) }
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
      throw failure("LibreOffice has made no PDF file of it. Open it there and export it as PDF to see why")
    }
    return result
  }

  private func convert(_ office: String, into work: String) throws {
    let arguments = [
      // A profile of its own: a LibreOffice that runs would take the file over and end at once.
      "-env:UserInstallation=file://\(Self.escaped(work))/profile", "--headless", "--norestore", "--convert-to", "pdf",
      "--outdir",
      work, file,
    ]
    let program: ChildProgram
    do throws(SystemCallError) {
      program = try ChildProgram(office, arguments, joinsErrors: true)
    } catch {
      throw failure(error.description)
    }
    program.closeInput()
    let said: [UInt8]
    do {
      said = try wait(for: program)
    } catch {
      // It has a process group of its own, with all that it has started.
      program.kill(by: SIGKILL)
      program.waitForEnd()
      throw error
    }
    guard program.exitStatus() == 0 else {
      let last =
        String(decoding: said, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? "it does not say why"
      throw failure("LibreOffice failed: \(last)")
    }
  }

  /// Waits until it has ended, and returns the end of what it said; throws at the deadline, and where a signal would end this process.
  private func wait(for program: ChildProgram) throws -> [UInt8] {
    let signals: SignalReader
    do throws(SystemCallError) {
      signals = try SignalReader.ofEndings()
    } catch {
      throw failure(error.description)
    }
    let deadline = PresenterClock.monotonic + UInt64(seconds * 1e9)
    var said: [UInt8] = []
    var isSaying = true
    while true {
      if let number = signals.next() { throw Interruption(signal: number) }
      while isSaying {
        guard let bytes = ChildProgram.read(program.output) else {
          isSaying = false
          break
        }
        guard !bytes.isEmpty else { break }
        said = Array((said + bytes).suffix(4096))
      }
      if program.exitStatus() != nil { return said }
      guard PresenterClock.monotonic < deadline else {
        throw failure("LibreOffice was not done after \(Int(seconds)) s. Export it as PDF by hand")
      }
      var entries = [
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isSaying ? program.output : -1, events: Int16(POLLIN), revents: 0),
      ]
      // That a process has ended is asked for; what it says, and signals, come at once.
      poll(&entries, nfds_t(entries.count), 50)
    }
  }

  /// A signal came meanwhile.
  private struct Interruption: Error {
    var signal: Int32
  }

  private func failure(_ reason: String) -> ToolFailure {
    ToolFailure(message: "\(file) cannot be presented: \(reason).", status: .failed)
  }

  /// A folder of this user's, which nobody else writes to.
  private static func cache() throws -> String {
    let base = try cacheHome()
    let folder = "\(base)/marquee/decks"
    for path in [base, "\(base)/marquee", folder] where mkdir(path, 0o700) != 0 && errno != EEXIST {
      throw ToolFailure(
        message:
          "\(path) could not be made: \(String(cString: strerror(errno))). Set XDG_CACHE_HOME to a folder of yours.",
        status: .failed)
    }
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o022 == 0
    else {
      throw ToolFailure(
        message: "\(folder) is no folder of yours alone. Remove it, or set XDG_CACHE_HOME to another.", status: .failed)
    }
    return folder
  }

  /// `$XDG_CACHE_HOME`, else `.cache` in the home directory that the environment or the user's entry names.
  static func cacheHome(_ environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }) throws
    -> String
  {
    if let given = environment("XDG_CACHE_HOME"), given.hasPrefix("/") { return given }
    let home =
      environment("HOME").flatMap { $0.isEmpty ? nil : $0 } ?? getpwuid(geteuid()).map {
        String(cString: $0.pointee.pw_dir)
      } ?? ""
    guard home.hasPrefix("/") else {
      throw ToolFailure(
        message: "There is no home directory for converted decks. Set XDG_CACHE_HOME to a folder of yours.",
        status: .failed)
    }
    return "\(home)/.cache"
  }

  /// A path as it stands in a URL (RFC 3986).
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "/-._~".contains(character))
      return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// A sum over path, time and size: another one when the file changes.
  static func sum(of file: String, _ status: stat) -> String {
    Checksum.text(of: "\(file) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(status.st_size)".utf8)
  }

  /// A file's name without its ending.
  static func stem(of file: String) -> String {
    let own = file.split(separator: "/").last.map(String.init) ?? "deck"
    return String(own[..<(own.lastIndex(of: ".") ?? own.endIndex)])
  }

  /// Removes a folder of ours with all in it; a link is removed, not followed.
  private static func remove(_ path: String) {
    guard unlink(path) != 0, let folder = try? FolderDescriptor(path) else { return }
    for name in folder.names() { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
