internal import ArgumentParser
internal import Glibc

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve the pages (the default subcommand).")

  @Option(
    name: .long,
    help: ArgumentHelp(
      "An address to listen on; may be repeated (default: 127.0.0.1:8484).", valueName: "address:port"))
  var listen: [String] = []

  @Flag(
    name: .long,
    help: "Listen for phones on private addresses and on the printed address. Without --certificate this is plain HTTP."
  )
  var phone = false

  @Flag(
    name: .long,
    help:
      "Print the address and a code. Then print a line for each command on standard input. End when standard input closes."
  )
  var printAddress = false

  @Option(
    name: .long, help: "A certificate in PEM, followed by its chain. The server then accepts only TLS.",
    completion: .file())
  var certificate: String?

  @Option(name: .long, help: "The certificate's key, in PEM.", completion: .file())
  var key: String?

  @Option(
    name: .long, help: "A host name of this machine, in addition to its addresses; may be repeated.")
  var name: [String] = []

  @Option(
    name: .long,
    help: "The directory for pairings (default: $STATE_DIRECTORY; without a directory, pairings end with the program).",
    completion: .directory)
  var state: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The folder for uploads of the screens page (default: $MARQUEE_MEDIA, otherwise /var/lib/marquee/media).",
      valueName: "directory"), completion: .directory)
  var media: String?

  @Option(name: .long, help: .hidden)
  var pages: String?

  func validate() throws {
    guard (certificate == nil) == (key == nil) else {
      throw ValidationError("--certificate and --key belong together: one file has the certificate, the other its key.")
    }
    let paths = [
      ("certificate", certificate), ("key", key), ("state", state), ("media", media), ("pages", pages),
    ]
    for (option, path) in paths where path?.isEmpty ?? false { throw ValidationError("--\(option) needs a path.") }
    for text in listen where ListenAddress(text) == nil {
      throw ValidationError("\"\(text)\" is no address and port, as 127.0.0.1:8484, [::1]:8484 or 0.0.0.0:8484.")
    }
  }

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    Self.allowDescriptors()
    ProcessNiceness.raise()
    let environment = ProcessEnvironment.variables
    let options = RemoteOptions(
      addresses: try addresses(), reach: listen.isEmpty ? .localNetwork : .anywhere,
      certificate: certificate.flatMap { file in key.map { CertificateFiles(certificate: file, key: $0) } },
      names: name,
      stateDirectory: state ?? environment["STATE_DIRECTORY"],
      media: media ?? RemoteOptions.mediaFolder(environment),
      // A server that runs for one talk does not set up the machine.
      offersSetup: !printAddress, pages: pages)
    // The code socket comes before the port, because a listening server makes codes.
    let codes = printAddress ? nil : try CodeSocket()
    let server: RemoteServer
    do {
      server = try await RemoteServer(options) { line in ConsoleOutput.writeError("marquee-remote: \(line)") }
    } catch {
      codes?.remove()
      throw error
    }
    let links = PairingLinks(url: { server.url }, make: { server.makeCode(observer: $0) })
    codes?.serve { links.line(observer: $0) }
    let ending = Task {
      await Signals.wait()
      codes?.remove()
      await server.stop()
      Glibc.exit(0)
    }
    guard printAddress else {
      // A code pairs the first device that uses it, so it does not go to a journal.
      let code = isatty(STDERR_FILENO) == 1 ? ", code \(server.makeCode())" : ""
      ConsoleOutput.writeError("marquee-remote: \(server.url)\(code); `marquee-remote code` makes a code")
      return await ending.value
    }
    await answer(links)
    await server.stop()
  }

  /// Prints the address and codes for the starting program until it closes standard input, or standard output.
  private func answer(_ links: PairingLinks) async {
    guard ConsoleOutput.write(links.line()) else { return }
    let following = Task {
      while !Task.isCancelled {
        try? await Task.sleep(nanoseconds: 2_000_000_000)
        if let line = links.lineAfterAddressChange() { ConsoleOutput.write(line) }
      }
    }
    defer { following.cancel() }
    for await line in StandardInput.lines() {
      switch line {
      case "code": guard ConsoleOutput.write(links.line()) else { return }
      case "code observe": guard ConsoleOutput.write(links.line(observer: true)) else { return }
      default:
        ConsoleOutput.writeError("marquee-remote: \"\(line.prefix(40))\" is unknown; use \"code\" or \"code observe\"")
      }
    }
  }

  private func addresses() throws -> [ListenAddress] {
    if !listen.isEmpty { return listen.compactMap(ListenAddress.init) }
    guard phone else { return ["127.0.0.1:8484"].compactMap(ListenAddress.init) }
    guard LocalNetwork.phoneAddress() != nil else {
      throw RemoteFailure(
        "This machine is in no network that phones can join. Join a network, or start a hotspot (`nmcli device wifi hotspot`)."
      )
    }
    // The address may change during the talk.
    return ["0.0.0.0:0"].compactMap(ListenAddress.init)
  }

  /// Raises the limit of open files to three descriptors for each connection, and some more.
  private static func allowDescriptors() {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(7), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 4096)
    unsafe setrlimit(__rlimit_resource_t(7), &limit)
  }
}
