package import DisplayTypes
import Glibc

/// The names of days, months and halves of the day in a language.
package struct CalendarNames: Hashable, Sendable {
  /// From Monday.
  package var weekdays: [String]
  package var shortWeekdays: [String]
  package var months: [String]
  package var shortMonths: [String]
  /// Morning and afternoon; empty in many languages.
  package var halves: [String]

  package static let english = CalendarNames(
    weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    shortWeekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    months: [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ],
    shortMonths: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    halves: ["AM", "PM"])

  /// The names in the machine's data of a language (newlocale(3), strftime_l(3)); nil if the machine has none.
  package static func system(_ language: SystemLanguage) -> CalendarNames? {
    guard !language.isEnglish else { return .english }
    for name in language.locales {
      guard let locale = unsafe newlocale((1 << LC_TIME) | (1 << LC_CTYPE), name, nil) else { continue }
      defer { unsafe freelocale(locale) }
      func text(_ format: String, weekday: Int32 = 0, month: Int32 = 0, hour: Int32 = 0) -> String {
        var time = unsafe tm()
        unsafe time.tm_mday = 1
        unsafe time.tm_wday = weekday
        unsafe time.tm_mon = month
        unsafe time.tm_hour = hour
        var buffer = [CChar](repeating: 0, count: 256)
        let count = unsafe strftime_l(&buffer, buffer.count, format, &time, locale)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
      // In C a week begins on Sunday.
      let days: [Int32] = [1, 2, 3, 4, 5, 6, 0]
      return CalendarNames(
        weekdays: days.map { text("%A", weekday: $0) }, shortWeekdays: days.map { text("%a", weekday: $0) },
        months: (0..<12).map { text("%B", month: $0) }, shortMonths: (0..<12).map { text("%b", month: $0) },
        halves: [0, 12].map { text("%p", hour: $0) })
    }
    return nil
  }

  /// The name of a list that takes the most room, by its number of letters.
  static func longest(of names: [String]) -> String {
    names.reduce("") { $1.count > $0.count ? $1 : $0 }
  }
}

/// A language and perhaps a country, such as `de`, `de_AT` or `pt-BR`.
package struct SystemLanguage: Hashable, Sendable {
  private let language: String
  private let country: String?

  package static let expected = "a language as de, or with a country, as de_AT"

  /// Nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(
      separator: text.utf8.contains(UInt8(ascii: "_")) ? "_" : "-", omittingEmptySubsequences: false)
    func isWord(_ part: Substring, _ lengths: ClosedRange<Int>) -> Bool {
      lengths.contains(part.utf8.count)
        && part.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
    }
    guard (1...2).contains(parts.count), isWord(parts[0], 2...3), parts.count == 1 || isWord(parts[1], 2...2) else {
      return nil
    }
    language = parts[0].lowercased()
    country = parts.count == 2 ? parts[1].uppercased() : nil
  }

  var isEnglish: Bool { language == "en" }

  /// The usual countries of languages whose code is not that of a country.
  private static let countries = [
    "ar": "EG", "be": "BY", "bs": "BA", "ca": "ES", "cs": "CZ", "cy": "GB", "da": "DK", "el": "GR", "et": "EE",
    "eu": "ES", "fa": "IR", "ga": "IE", "gl": "ES", "he": "IL", "hi": "IN", "hy": "AM", "ja": "JP", "ka": "GE",
    "kk": "KZ", "ko": "KR", "lb": "LU", "nb": "NO", "nn": "NO", "sl": "SI", "sq": "AL", "sr": "RS", "sv": "SE",
    "uk": "UA", "ur": "PK", "vi": "VN", "zh": "CN",
  ]

  /// The name of the machine's data without the encoding, such as `de_DE`.
  private var locale: String { "\(language)_\(country ?? Self.countries[language] ?? language.uppercased())" }

  var locales: [String] { ["\(locale).UTF-8", "\(language).UTF-8"] }

  /// The trouble and the remedy, for a machine without the data of the language.
  package var absence: (problem: String, remedy: String) {
    (
      "this machine has no names of days and months in the language, so they are English",
      "\"sudo apt install locales && sudo localedef -i \(locale) -f UTF-8 \(locale).UTF-8\" installs them"
    )
  }

  package var isInstalled: Bool { CalendarNames.system(self) != nil }
}

/// Reads the time zone and the language of a file.
package enum LocaleReader {
  package static func zone(_ key: String, in section: ConfigurationSection) -> Sourced<String>? {
    let zone = FieldType<String>.zone.read(section, key, ContentContext(.file))
    return zone.map { Sourced($0, at: section.entry(key).map { section.errors.location($0.value.mark) }) }
  }

  package static func language(_ key: String, in section: ConfigurationSection) -> Sourced<String>? {
    section.value(key, what: "a language", expected: SystemLanguage.expected) { SystemLanguage($0) == nil ? nil : $0 }
  }
}
