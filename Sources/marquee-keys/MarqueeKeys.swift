internal import Configuration
internal import ContentModel
internal import ControlProtocol
internal import EventLoop
internal import Glibc
internal import SystemPackage

/// `marquee-keys`: turns the input of this machine into commands and touches for the daemon.
@main
enum MarqueeKeys {
  static func main() {
    do throws(KeysFailure) {
      let arguments = try KeysArguments(CommandLine.arguments.dropFirst())
      switch arguments.work {
      case .help: print(KeysArguments.help)
      case .version: print(Release.version)
      case .check:
        _ = try arguments.loadKeyMap()
        print("\(arguments.config ?? "the key map"): no errors")
      case .list: try list(arguments)
      case .run:
        Controller.signals.block()
        try Controller(arguments).run()
      }
    } catch {
      Notices().log("\(error)")
      exit(error.status)
    }
  }

  /// Lists every device of the seat, with its rule in the key map.
  private static func list(_ arguments: KeysArguments) throws(KeysFailure) {
    let settings = try arguments.loadKeyMap()
    let input = try InputDevices(seat: arguments.seat) { _ in DeviceRule() }
    let all = input.take().compactMap { event in
      if case .added(let traits) = event.kind { traits } else { nil }
    }
    for traits in all {
      let kinds = traits.kinds.isEmpty ? "no kind" : traits.kindNames
      let state = settings.rule(for: traits).map { $0.grabs ? "used exclusively" : "used" } ?? "left alone"
      let isUnnamed = traits.kinds.contains(.keyboard) && !settings.devices.contains { $0.matches(traits) }
      print("\(traits.name): \(kinds); \(state)\(isUnnamed ? ", until a key map names it" : "")")
    }
    for refusal in input.takeRefusals() { print("\(refusal.path): cannot be opened, errno \(refusal.errno)") }
    if all.isEmpty { print("there is no device on \(arguments.seat)") }
  }
}

/// The command line.
struct KeysArguments: Equatable {
  var config: String?
  var seat = "seat0"
  var work = Work.run

  enum Work: Equatable {
    case run, check, list, help, version
  }

  static let help = """
    usage: marquee-keys [--config FILE] [--seat SEAT] [--check | --list]

    Reads presenter clickers, keypads, foot pedals, keyboards, touch screens and pointers, and sends the commands of the key map to
    marqueed.

      --config FILE   the key map (default: /etc/marquee/keys.yaml if it exists, otherwise the built-in one)
      --seat SEAT     the seat of the devices (default: seat0)
      --check         print the errors in the key map, and end
      --list          list the connected devices with their names and kinds, and end
      --version       print the version
      --help          print this text

    SIGHUP reads the key map again. A key map with an error changes nothing. MARQUEE_SOCKET is the daemon's socket. If it is not set,
    marquee-keys uses the same sockets as marqueectl.
    """

  init(_ words: some Sequence<String>) throws(KeysFailure) {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      switch word {
      case "--config": config = try Self.value(of: word, &words)
      case "--seat": seat = try Self.value(of: word, &words)
      case "--check": work = .check
      case "--list": work = .list
      case "--version": work = .version
      case "--help", "-h": work = .help
      default: throw .usage("\"\(word)\" is no option; marquee-keys --help lists them")
      }
    }
  }

  private static func value(of option: String, _ words: inout ArraySlice<String>) throws(KeysFailure) -> String {
    guard let value = words.popFirst(), !value.isEmpty else { throw .usage("\(option) needs a value") }
    return value
  }

  /// Reads the file from the command line, otherwise the default file if it exists, otherwise returns the built-in map.
  func loadKeyMap() throws(KeysFailure) -> InputSettings {
    do {
      return try InputSettings.load(config ?? "/etc/marquee/keys.yaml")
    } catch ConfigurationFileError.missing where config == nil {
      return .builtIn
    } catch {
      throw .keyMap("\(error)")
    }
  }
}

/// The error that ends the program.
enum KeysFailure: Error, CustomStringConvertible {
  case usage(String)
  /// The key map is wrong. Each line of the text is an error.
  case keyMap(String)
  case system(String, Errno)

  var description: String {
    switch self {
    case .usage(let text), .keyMap(let text): text
    case .system(let text, let error): "\(text): \(error.description)"
    }
  }

  /// The exit status, as sysexits.h has them.
  var status: Int32 {
    switch self {
    case .usage: EX_USAGE
    case .keyMap: EX_DATAERR
    case .system: EX_OSERR
    }
  }
}
