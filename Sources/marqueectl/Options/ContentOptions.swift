import ArgumentParser
import ControlProtocol
import DisplayTypes

/// What can be said of a content on the command line.
struct ContentOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The colour of letters, or of a code's modules.", valueName: "#rrggbb")) var foreground:
    String?
  @Option(help: ArgumentHelp("The colour behind all.", valueName: "#rrggbb")) var background: String?
  @Option(help: ArgumentHelp("The font family.", valueName: "name")) var font: String?
  @Option(help: "banner: start, center or end.") var align: Word<BannerDescription.Alignment>?
  @Flag(help: "banner: the text is Pango markup.") var markup = false
  @Option(help: "image, slideshow: fit, fill, stretch or center.") var fit: Word<ImageFit>?
  @Option(
    help: ArgumentHelp("image, deck: another file for screens that are higher than wide.", valueName: "file"),
    completion: .file())
  var portrait: String?
  @Option(help: ArgumentHelp("How long each item, picture or page is shown, as 8s or 1m30s.", valueName: "time"))
  var duration: String?
  @Flag(help: "slideshow, playlist: in another order in each round.") var shuffle = false
  @Option(
    name: .customLong("repeat"), help: ArgumentHelp("playlist: so many rounds, from now on.", valueName: "number"))
  var rounds: Int?
  @Option(help: ArgumentHelp("How one gives way to the next, as crossfade or 'slide 800ms left'.", valueName: "words"))
  var transition: String?
  @Option(help: ArgumentHelp("deck: the page that is shown first.", valueName: "number")) var page: Int?
  @Option(help: ArgumentHelp("ticker: widths a second.", valueName: "number")) var speed: Double?
  @Option(help: ArgumentHelp("clock: the time zone, as Europe/Berlin.", valueName: "name")) var zone: String?
  @Option(help: ArgumentHelp("countdown: what is written above the time.", valueName: "text")) var title: String?
  @Option(help: ArgumentHelp("countdown: what is written when it has ended.", valueName: "text")) var ended: String?
  @Option(help: ArgumentHelp("qr: what is written below it.", valueName: "text")) var caption: String?
  @Flag(help: "setup: without a code for pairing.") var noPairing = false

  /// An option that was given: its name on the command line, the key that it stands for and the kinds that have it.
  struct Given {
    var option: String
    var key: String
    var value: JSONValue
    var kinds: [ContentKind]
  }

  /// Those that were given.
  var given: [Given] {
    let letters: [ContentKind] = [.banner, .ticker, .clock, .countdown]
    let texts: [(String, String, String?, [ContentKind])] = [
      ("foreground", "foreground", foreground, letters + [.qrCode]),
      ("background", "background", background, letters + [.qrCode, .image, .slideshow, .deck]),
      ("font", "font", font, letters), ("align", "alignment", align?.value.rawValue, [.banner]),
      ("fit", "fit", fit?.value.rawValue, [.image, .slideshow]),
      ("portrait", "portrait", portrait.map(ContentArguments.path), [.image, .deck]),
      ("duration", "duration", duration, [.slideshow, .playlist, .deck]),
      ("transition", "transition", transition, [.slideshow, .playlist, .deck]), ("zone", "zone", zone, [.clock]),
      ("title", "title", title, [.countdown]), ("ended", "ended", ended, [.countdown]),
      ("caption", "caption", caption, [.qrCode]),
    ]
    let values: [(String, JSONValue?, [ContentKind])] = [
      ("markup", markup ? .bool(true) : nil, [.banner]),
      ("shuffle", shuffle ? .bool(true) : nil, [.slideshow, .playlist]),
      ("repeat", rounds.map { .integer(Int64($0)) }, [.playlist]), ("page", page.map { .integer(Int64($0)) }, [.deck]),
      ("no-pairing", noPairing ? .bool(false) : nil, [.setup]), ("speed", speed.map { .number($0) }, [.ticker]),
    ]
    return texts.compactMap { option, key, text, kinds in
      text.map { Given(option: option, key: key, value: .string($0), kinds: kinds) }
    }
      + values.compactMap { option, value, kinds in
        value.map { Given(option: option, key: option == "no-pairing" ? "pairing" : option, value: $0, kinds: kinds) }
      }
  }

  /// The keys of what was given, for a content of that kind; throws where that has no such key.
  func keys(of kind: ContentKind) throws -> [String: JSONValue] {
    var keys: [String: JSONValue] = [:]
    for given in given {
      guard given.kinds.contains(kind) else {
        let kinds = given.kinds.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--\(given.option) goes with \(kinds), not with \(kind.rawValue).")
      }
      keys[given.key] = given.value
    }
    return keys
  }
}
