import CArgp
import ControlProtocol
import Glibc

/// What stands on the daemon's command line.
nonisolated struct MarqueedArguments: Equatable {
  var config: String?
  var backend = BackendChoice.auto
  var devices: [String] = []
  var driver: String?
  var seat = "seat0"
  var legacy = false
  var state: String?
  var rasterizer: String?
  var connectors: [String]?
  var wait = false
  var logLevel: LogLevel?
  var check = false
  var strict = false
  var replay: String?

  /// Takes an option and its value, which is empty for one that has none; throws what is wrong with it.
  mutating func take(_ option: MarqueedOption, _ value: String = "") throws(UsageError) {
    if option.valueName != nil, value.isEmpty {
      throw UsageError("--\(option.name) has an empty value: leave it out, or say what is meant.")
    }
    switch option {
    case .config: config = value
    case .backend: backend = try name(value, option)
    case .device: devices.append(value)
    case .driver: driver = value
    case .seat: seat = value
    case .legacy: legacy = true
    case .state: state = value
    case .rasterizer: rasterizer = value
    case .connectors: connectors = try connectors(value)
    case .wait: wait = true
    case .logLevel: logLevel = try name(value, option)
    case .check: check = true
    case .strict: strict = true
    case .replay: replay = value
    }
  }

  /// Throws if options do not go together.
  func validate() throws(UsageError) {
    if strict, !check { throw UsageError("--strict is an option of --check: give both.") }
  }

  private func name<Value: RawRepresentable<String> & CaseIterable>(
    _ text: String, _ option: MarqueedOption
  ) throws(UsageError) -> Value {
    guard let value = Value(rawValue: text) else {
      let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--\(option.name) \"\(text)\": expected one of \(names).")
    }
    return value
  }

  private func connectors(_ text: String) throws(UsageError) -> [String] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }), Set(names).count == names.count else {
      throw UsageError("--connectors \"\(text)\": expected different names with commas between, as HDMI-A-1,DP-1.")
    }
    return names
  }
}

/// An option of the daemon; its number is the key by which argp tells it.
nonisolated enum MarqueedOption: Int32, CaseIterable {
  // Above every letter: none of them has a short form.
  case config = 256
  case backend
  case device
  case driver
  case seat
  case legacy
  case state
  case rasterizer
  case connectors
  case wait
  case logLevel
  case check
  case strict
  case replay

  /// Its name behind two hyphens.
  var name: StaticString {
    switch self {
    case .config: "config"
    case .backend: "backend"
    case .device: "device"
    case .driver: "driver"
    case .seat: "seat"
    case .legacy: "legacy"
    case .state: "state"
    case .rasterizer: "rasterizer"
    case .connectors: "connectors"
    case .wait: "wait"
    case .logLevel: "log-level"
    case .check: "check"
    case .strict: "strict"
    case .replay: "replay"
    }
  }

  /// What its value is called; nil where it has none.
  var valueName: StaticString? {
    switch self {
    case .config, .replay: "FILE"
    case .backend: "KIND"
    case .device, .rasterizer: "PATH"
    case .driver, .seat: "NAME"
    case .state: "DIRECTORY"
    case .connectors: "NAMES"
    case .logLevel: "LEVEL"
    case .legacy, .wait, .check, .strict: nil
    }
  }

  var help: StaticString {
    switch self {
    case .config: "The configuration file"
    case .backend: "Real displays, simulated ones, or whichever is there: kms, simulated or auto (which is the default)"
    case .device: "Only this card; may be given more than once"
    case .driver: "Only cards of this DRM driver, as virtio_gpu"
    case .seat: "Only cards of this seat (default: seat0)"
    case .legacy: "Use legacy calls even where the card has atomic commits"
    case .state: "Where sessions and choices are kept"
    case .rasterizer: "The rasteriser's program"
    case .connectors: "The simulated connectors, with commas between"
    case .wait: "Wait for a card that is not there or is held, as under systemd, instead of ending"
    case .logLevel: "The least that is logged: debug, info, notice, warning or error"
    case .check: "Only check the configuration and the media files that it names"
    case .strict: "With --check: a media file that cannot be shown is an error"
    case .replay: "Play a report of marqueectl again on simulated displays, and say whether the decisions are the same"
    }
  }
}

nonisolated extension MarqueedArguments {
  private static let helpKey = Int32(UInt8(ascii: "h"))
  private static let versionKey: Int32 = 1024
  private static let about: StaticString = """
    Shows the right picture on every connected display, without a desktop.\u{0B}\
    The exit status says why it ended: 0 told to, 64 wrong options, 65 an error in the configuration, 66 no such file, \
    69 no card with displays, 70 pictures stand still and nothing helped, 71 the system refused something, 73 a daemon \
    lives on the socket, 75 another program holds the card, 77 no permission.
    """

  /// Reads a command line, whose first word is the program (`argp_parse`).
  ///
  /// Ends the program after `--help` and `--version` with 0, and with 64 and a message where an option is wrong; `staysAlive` is for
  /// tests, and has it throw the error's number instead.
  static func parse(_ words: [String], staysAlive: Bool = false) throws(UsageError) -> MarqueedArguments {
    var arguments = MarqueedArguments()
    let options =
      MarqueedOption.allCases.map { option in
        argp_option(
          name: option.name.characters, key: option.rawValue, arg: option.valueName?.characters, flags: 0,
          doc: option.help.characters, group: 0)
      } + [
        argp_option(name: nil, key: helpKey, arg: nil, flags: Int32(OPTION_HIDDEN), doc: nil, group: 0),
        argp_option(
          name: ("version" as StaticString).characters, key: versionKey, arg: nil, flags: 0,
          doc: ("Print the version" as StaticString).characters, group: -1),
        argp_option(),
      ]
    // argp changes the order of its vector, not the words.
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
    guard status == 0 else { throw UsageError(String(cString: strerror(status))) }
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
      if let option = MarqueedOption(rawValue: key) {
        try arguments.pointee.take(option, value.map { String(cString: $0) } ?? "")
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
  /// Its characters and a NUL; they live as long as the program.
  fileprivate var characters: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// What is wrong with the command line, as a sentence.
nonisolated struct UsageError: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
