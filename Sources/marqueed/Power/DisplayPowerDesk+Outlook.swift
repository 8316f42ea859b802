import DisplayTypes
import Glibc
import MonitorPower

extension DisplayPowerDesk {
  /// Says by which adapter each screen's display would be told, and why, by the screens' names; `choices` stand in for those of the rules.
  ///
  /// Nothing is told. Completes perhaps in a later turn.
  func outlook(_ choices: [String: CECChoice] = [:], completion: @escaping ([String: String]) -> Void) {
    var subjects = subjects()
    for index in subjects.indices {
      if let choice = choices[subjects[index].name] { subjects[index].choice = choice }
    }
    var words: [String: String] = [:]
    var open = subjects.count
    guard open > 0 else { return completion([:]) }
    for subject in subjects {
      describe(subject, among: subjects) {
        words[subject.name] = $0
        open -= 1
        if open == 0 { completion(words) }
      }
    }
  }

  private func describe(_ subject: Subject, among subjects: [Subject], completion: @escaping (String) -> Void) {
    guard !subject.usesDDC else { return completion("none: its rule says ddc: true, and by that it is told") }
    guard let card = subject.card else { return completion("none: simulated displays have none") }
    let others = subjects.filter { $0.key != subject.key }.map { other in
      AdapterChoice.Other(
        screen: other.name, choice: other.usesDDC ? .off : other.choice, path: book.adapter(of: other.key)?.path)
    }
    let (adapters, paths) = (adapters, adapterPaths())
    connectorNumber(subject.id) { number in
      let candidates: [String] =
        switch subject.choice {
        case .off: []
        case .automatic: number == nil ? [] : paths
        case .device(let path): [path]
        }
      adapters.findConnectors(of: candidates, areNamed: subject.choice != .automatic) { found in
        let choice = AdapterChoice(
          subject.choice, connector: number.map { CECAdapter.Connector(card: card, number: $0) }, former: nil,
          paths: paths, others: others, connectorOf: { found[$0] })
        completion(choice.words(subject.choice, paths: paths, obstacle: Self.obstacle))
      }
    }
  }

  /// Why an adapter cannot be used, as far as that is known without opening it; nil where nothing is in the way.
  private static func obstacle(_ path: String) -> String? {
    if access(path, F_OK) != 0 { return "there is no \(path)" }
    return access(path, R_OK | W_OK) == 0 ? nil : "\(path) may not be opened; its group (usually video) may"
  }
}
