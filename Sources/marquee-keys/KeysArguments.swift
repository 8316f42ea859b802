/// What stands on the command line.
struct KeysArguments: Equatable {
  var config: String?
  var seat = "seat0"
  var work = Work.run

  /// What is to be done.
  enum Work: Equatable {
    case run
    case check
    case list
    case help
    case version
  }

  static let help = """
    usage: marquee-keys [--config FILE] [--seat SEAT] [--check | --list]

    Listens to presenter clickers, keypads, foot pedals, keyboards, touch screens and pointers, and does with marqueed what the key map
    says.

      --config FILE   the key map (default: /etc/marquee/keys.yaml where that is there, else the built-in one)
      --seat SEAT     the seat whose devices are meant (default: seat0)
      --check         say what is wrong with the key map, and end
      --list          list the devices that are there, with their names and kinds, and end
      --version       the version
      --help          this text

    SIGHUP reads the key map anew; one with an error changes nothing. The daemon is found by MARQUEE_SOCKET, or where the service has it.
    """

  /// Reads the words after the program's name; throws what is wrong with them.
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
      default: throw .usage("“\(word)” is no option; marquee-keys --help lists them")
      }
    }
  }

  private static func value(of option: String, _ words: inout ArraySlice<String>) throws(KeysFailure) -> String {
    guard let value = words.popFirst(), !value.isEmpty else { throw .usage("\(option) needs a value") }
    return value
  }
}
