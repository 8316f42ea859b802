import CArgp
import ControlProtocol
import Glibc

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
