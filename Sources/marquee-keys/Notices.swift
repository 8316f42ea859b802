internal import Glibc

/// Tells on standard error what a person has to know; for the journal with the priority in front (sd-daemon(3)).
///
/// What stays wrong is said once.
final class Notices {
  private let write: (String) -> Void
  private var said: Set<String> = []
  /// How many were told.
  private(set) var count = 0

  /// Writes to standard error.
  init() {
    let isJournal = unsafe getenv("JOURNAL_STREAM") != nil
    write = { text in
      // 4 is a warning.
      var bytes = Array(((isJournal ? "<4>" : "marquee-keys: ") + text + "\n").utf8)[...]
      while !bytes.isEmpty {
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        bytes = bytes.dropFirst(count)
      }
    }
  }

  /// Gives each line to somebody else.
  init(write: @escaping (String) -> Void) {
    self.write = write
  }

  /// Tells something; several lines are several messages.
  func say(_ text: String) {
    for line in text.split(separator: "\n") {
      count += 1
      write(String(line))
    }
  }

  /// The same, unless it was said of this thing and has not ended since.
  func sayOnce(of thing: String, _ text: String) {
    guard said.count < 1000, said.insert(thing).inserted else { return }
    say(text)
  }

  /// It is over: it would be said again.
  func forget(_ thing: String) { said.remove(thing) }
}
