import CArgp
import ControlProtocol
import Glibc
import KMSBackend

nonisolated struct MarqueedArguments: Equatable {
  var config: String?
  var backend = BackendChoice.auto
  var devices: [String] = []
  var driver: String?
  var seat = SeatManager.direct
  var seatName = "seat0"
  var legacy = false
  var state: String?
  var rasterizer: String?
  var connectors: [String]?
  var wait = false
  var endsWithInput = false
  var logLevel: LogLevel?
  var checks: [Check] = []
  var replay: String?

  /// A check of the configuration instead of the daemon's work.
  enum Check {
    case configuration
    /// With the check of the configuration: a media file that cannot be shown is an error.
    case strict
  }

  /// Stores an option with its value, which is empty for a flag.
  mutating func take(_ option: MarqueedOption, _ value: String) throws(UsageError) {
    if option.valueName != nil, value.isEmpty {
      throw UsageError(message: "--\(option.name) has an empty value: leave it out, or give it a value.")
    }
    try option.store(&self, value)
  }

  func validate() throws(UsageError) {
    if checks.contains(.strict), !checks.contains(.configuration) {
      throw UsageError(message: "--strict is an option of --check: give both.")
    }
  }
}

/// An option of the command line; it has no short form.
nonisolated struct MarqueedOption: Sendable {
  typealias Store = @Sendable (inout MarqueedArguments, String) throws(UsageError) -> Void

  let name: StaticString
  /// Nil for a flag.
  let valueName: StaticString?
  let help: StaticString
  fileprivate let store: Store

  private init(_ name: StaticString, _ valueName: StaticString?, _ help: StaticString, _ store: @escaping Store) {
    (self.name, self.valueName, self.help, self.store) = (name, valueName, help, store)
  }

  static let all = [
    MarqueedOption("config", "FILE", "The configuration file") { $0.config = $1 },
    MarqueedOption(
      "backend", "KIND",
      "Real displays (kms), simulated displays (simulated), or the available kind (auto, the default)"
    ) { (arguments, value) throws(UsageError) in arguments.backend = try word(value, of: "backend") },
    MarqueedOption("device", "PATH", "Only this card; may be given more than once") { $0.devices.append($1) },
    MarqueedOption("driver", "NAME", "Only cards of this DRM driver, as virtio_gpu") { $0.driver = $1 },
    MarqueedOption(
      "seat", "KIND",
      "Open cards by logind or seatd (auto for the one that runs), which give them while this virtual terminal is active; direct is the default"
    ) { (arguments, value) throws(UsageError) in arguments.seat = try word(value, of: "seat") },
    MarqueedOption("seat-name", "NAME", "Only cards of this seat (default: seat0)") { $0.seatName = $1 },
    MarqueedOption("legacy", nil, "Use legacy calls even if the card has atomic commits") { a, _ in a.legacy = true
    },
    MarqueedOption("state", "DIRECTORY", "The folder for sessions and choices") { $0.state = $1 },
    MarqueedOption("rasterizer", "PATH", "The rasteriser's program") { $0.rasterizer = $1 },
    MarqueedOption("connectors", "NAMES", "The simulated connectors, separated by commas") {
      (arguments, value) throws(UsageError) in arguments.connectors = try connectors(value)
    },
    MarqueedOption(
      "wait", nil, "Wait for a card that is missing or held by another program, as under systemd, instead of ending"
    ) { arguments, _ in arguments.wait = true },
    MarqueedOption("end-with-input", nil, "End when standard input closes, for a program that starts the daemon") {
      arguments, _ in arguments.endsWithInput = true
    },
    MarqueedOption("log-level", "LEVEL", "The lowest level that is logged: debug, info, notice, warning or error") {
      (arguments, value) throws(UsageError) in arguments.logLevel = try word(value, of: "log-level")
    },
    MarqueedOption("check", nil, "Only check the configuration and its media files") { a, _ in
      a.checks.append(.configuration)
    },
    MarqueedOption("strict", nil, "With --check: a media file that cannot be shown is an error") { a, _ in
      a.checks.append(.strict)
    },
    MarqueedOption(
      "replay", "FILE",
      "Replay a report of marqueectl on simulated displays, and print the decisions that differ"
    ) { $0.replay = $1 },
  ]

  private static func word<Value: RawRepresentable<String> & CaseIterable>(
    _ text: String, of option: String
  ) throws(UsageError) -> Value {
    if let value = Value(rawValue: text) { return value }
    let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError(message: "--\(option) \"\(text)\": expected one of \(words).")
  }

  private static func connectors(_ text: String) throws(UsageError) -> [String] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }), Set(names).count == names.count else {
      throw UsageError(
        message: "--connectors \"\(text)\": expected different names, separated by commas, as HDMI-A-1,DP-1.")
    }
    return names
  }
}

nonisolated extension MarqueedArguments {
  private static let helpKey = Int32(UInt8(ascii: "h"))
  private static let versionKey: Int32 = 1024
  /// The key of the first option. It is above every letter, because options have no short form.
  private static let firstKey: Int32 = 256
  private static let about: StaticString = """
    Shows the right picture on every connected display, without a desktop.\u{0B}\
    Exit status: 0 the daemon was stopped, 64 wrong options, 65 an error in the configuration, 66 the configuration file is \
    missing, 69 no card with displays, 70 pictures stand still and no recovery helped, 71 the system refused a request, 73 another \
    daemon serves the socket, 75 another program holds the card, 77 no permission.
    """

  /// Reads a command line, whose first word is the program (`argp_parse`).
  ///
  /// Ends the program after `--help` and `--version` with 0, and after a wrong option with 64 and a message.
  /// - Parameter staysAlive: for tests; throws the number of the error instead of ending the program.
  static func parse(_ words: [String], staysAlive: Bool = false) throws(UsageError) -> MarqueedArguments {
    var arguments = MarqueedArguments()
    let options =
      zip(firstKey..., MarqueedOption.all).map { key, option in
        argp_option(
          name: option.name.characters, key: key, arg: option.valueName?.characters, flags: 0,
          doc: option.help.characters, group: 0)
      } + [
        argp_option(name: nil, key: helpKey, arg: nil, flags: Int32(OPTION_HIDDEN), doc: nil, group: 0),
        argp_option(
          name: ("version" as StaticString).characters, key: versionKey, arg: nil, flags: 0,
          doc: ("Print the version" as StaticString).characters, group: -1),
        argp_option(),
      ]
    // argp reorders the pointers in its vector, but not the words.
    let copies = words.map { strdup($0) }
    defer { for word in copies { free(word) } }
    var vector = copies + [nil]
    let flags = staysAlive ? UInt32(ARGP_NO_EXIT) : 0
    let status = options.withUnsafeBufferPointer { options in
      var parser = argp(
        options: options.baseAddress, parser: { MarqueedArguments.take(key: $0, value: $1, state: $2) }, args_doc: nil,
        doc: about.characters, children: nil, help_filter: nil, argp_domain: nil)
      return withUnsafeMutablePointer(to: &arguments) { arguments in
        argp_parse(&parser, Int32(words.count), &vector, flags, nil, arguments)
      }
    }
    guard status == 0 else { throw UsageError(message: String(cString: strerror(status))) }
    return arguments
  }

  private static func take(
    key: Int32, value: UnsafeMutablePointer<CChar>?, state: UnsafeMutablePointer<argp_state>?
  ) -> error_t {
    guard let state else { return EINVAL }
    if key == helpKey {
      marquee_argp_help(state)
      return 0
    }
    if key == versionKey {
      print(Release.version)
      if state.pointee.flags & UInt32(ARGP_NO_EXIT) == 0 { exit(0) }
      return 0
    }
    let arguments = state.pointee.input.assumingMemoryBound(to: MarqueedArguments.self)
    do throws(UsageError) {
      if MarqueedOption.all.indices.contains(Int(key) - Int(firstKey)) {
        try arguments.pointee.take(
          MarqueedOption.all[Int(key) - Int(firstKey)], value.map { String(cString: $0) } ?? "")
      } else if key == ARGP_KEY_END {
        try arguments.pointee.validate()
      } else {
        return ARGP_ERR_UNKNOWN
      }
      return 0
    } catch {
      marquee_argp_error(state, error.message)
      return EINVAL
    }
  }
}

nonisolated extension StaticString {
  /// The characters with a final NUL. They live as long as the program.
  fileprivate var characters: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

nonisolated struct UsageError: Error, Equatable {
  let message: String
}
