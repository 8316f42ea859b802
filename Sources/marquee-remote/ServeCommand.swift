internal import ArgumentParser
internal import Glibc

/// Serves the pages.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serves the pages (this is what happens without a subcommand).")

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Where to listen; may be given several times (default: 127.0.0.1:8484).", valueName: "address:port"))
  var listen: [String] = []

  @Flag(
    name: .long,
    help: "Listen for phones, at private addresses and the printed one; plain HTTP without --certificate."
  )
  var phone = false

  @Flag(
    name: .long,
    help: "Print the address and a code, a line for each that is asked for on standard input, and end when that closes."
  )
  var printAddress = false

  @Option(
    name: .long, help: "A certificate in PEM, with those that vouch for it after it: the pages come by TLS only.",
    completion: .file())
  var certificate: String?

  @Option(name: .long, help: "The certificate's key, in PEM.", completion: .file())
  var key: String?

  @Option(
    name: .long, help: "A name by which browsers call this machine, besides its addresses; may be given several times.")
  var name: [String] = []

  @Option(
    name: .long, help: "A directory in which pairings outlive a restart (default: $STATE_DIRECTORY, else nowhere).",
    completion: .directory)
  var state: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The folder of contents, where the screens page puts files (default: $MARQUEE_MEDIA, else /var/lib/marquee/media).",
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
      throw ValidationError("'\(text)' is no address and port, as 127.0.0.1:8484, [::1]:8484 or 0.0.0.0:8484.")
    }
  }

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    Self.allowDescriptors()
    ProcessNiceness.comeLater()
    let environment = ProcessEnvironment.variables
    let options = RemoteOptions(
      addresses: try addresses(), reach: listen.isEmpty ? .localNetwork : .anywhere,
      certificate: certificate.flatMap { file in key.map { CertificateFiles(certificate: file, key: $0) } },
      names: name,
      stateDirectory: state ?? environment["STATE_DIRECTORY"],
      media: media ?? RemoteOptions.mediaFolder(environment),
      // What is there for one talk is not for setting a box up.
      offersSetup: !printAddress, pages: pages)
    // Before the port: a server that listens gives out codes.
    let codes = printAddress ? nil : try CodeSocket()
    let server: RemoteServer
    do {
      server = try await RemoteServer(options) { line in ConsoleOutput.say("marquee-remote: \(line)") }
    } catch let error as HTTPServerError {
      codes?.remove()
      throw RemoteFailure(error.description)
    } catch let error as RemoteError {
      codes?.remove()
      throw RemoteFailure(error.description)
    }
    let invitations = PairingLinks(server)
    codes?.serve { invitations.line(observer: $0) }
    let ending = Task {
      await Signals.wait()
      codes?.remove()
      await server.stop()
      Glibc.exit(0)
    }
    guard printAddress else {
      // A code lets in whoever reads it first: a journal is no place for one.
      let code = isatty(STDERR_FILENO) == 1 ? ", code \(server.makeCode())" : ""
      ConsoleOutput.say("marquee-remote: \(server.url)\(code); `marquee-remote code` makes one")
      return await ending.value
    }
    await answer(invitations)
    await server.stop()
  }

  /// Tells who started this program of the address and of codes, until it closes standard input or reads no more.
  private func answer(_ invitations: PairingLinks) async {
    guard ConsoleOutput.write(invitations.line()) else { return }
    let following = Task {
      while !Task.isCancelled {
        try? await Task.sleep(nanoseconds: 2_000_000_000)
        if let news = invitations.news() { ConsoleOutput.write(news) }
      }
    }
    defer { following.cancel() }
    for await line in StandardInput.lines() {
      switch line {
      case "code": guard ConsoleOutput.write(invitations.line()) else { return }
      case "code observe": guard ConsoleOutput.write(invitations.line(observer: true)) else { return }
      default: ConsoleOutput.say("marquee-remote: '\(line.prefix(40))' is not known; 'code' and 'code observe' are")
      }
    }
  }

  private func addresses() throws -> [ListenAddress] {
    if !listen.isEmpty { return listen.compactMap(ListenAddress.init) }
    guard phone else { return ListenAddress("127.0.0.1:8484").map { [$0] } ?? [] }
    guard LocalNetwork.phoneAddress() != nil else {
      throw RemoteFailure(
        "This machine is in no network that a phone could be in. Join one, or open a hotspot (`nmcli device wifi hotspot`)."
      )
    }
    // The address may be another one before the talk is over.
    return ListenAddress(host: "0.0.0.0", port: 0).map { [$0] } ?? []
  }

  /// Three for each connection, and some.
  private static func allowDescriptors() {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(7), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 4096)
    unsafe setrlimit(__rlimit_resource_t(7), &limit)
  }
}
