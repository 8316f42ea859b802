import Scenes

/// The questions to apps in other processes whose answers are waited for, by their number.
final class QuestionBook {
  /// A question that waits.
  struct Entry {
    let session: SceneSession
    let app: SocketApp
    let completion: (SceneConfiguration?) -> Void
  }

  private var entries: [Int: Entry] = [:]
  private var last = 0

  /// The question of that number; nil where no answer to it is waited for.
  subscript(number: Int) -> Entry? { entries[number] }

  /// The number of the question about a session; nil where no answer about it is waited for.
  func number(ofSession identifier: String) -> Int? {
    entries.first { $0.value.session.identifier == identifier }?.key
  }

  /// Notes a question and returns its number, which no other has in the daemon's life.
  func add(_ session: SceneSession, of app: SocketApp, _ completion: @escaping (SceneConfiguration?) -> Void) -> Int {
    remove(session)
    last += 1
    entries[last] = Entry(session: session, app: app, completion: completion)
    return last
  }

  /// An answer about that session is not waited for any more.
  func remove(_ session: SceneSession) {
    entries = entries.filter { $0.value.session !== session }
  }

  /// Hands an answer on.
  func answer(_ number: Int, _ configuration: SceneConfiguration?) {
    entries.removeValue(forKey: number)?.completion(configuration)
  }

  /// Nobody answers for that app any more: its questions get the default.
  func letGo(of app: SocketApp) {
    for number in entries.filter({ $0.value.app === app }).keys.sorted() { answer(number, nil) }
  }
}
