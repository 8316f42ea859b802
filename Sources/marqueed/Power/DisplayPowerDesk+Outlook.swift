import DisplayTypes
import Glibc
import MonitorPower
import Presentation

extension DisplayPowerDesk {
  /// What a rule says of a display's power.
  struct Wishes {
    var choice: CECChoice
    var usesDDC: Bool
  }

  /// How long `explain` and `plan` wait for adapters, and for the kernel's number of a connector.
  static let usualOutlookPatience: UInt64 = 3_000_000_000

  /// Says by which adapter the displays of the screens with these names would be told, and why, by their names; `wishes` stand in for
  /// those of the rules, of all screens.
  ///
  /// Nothing is told, and no other screen's adapter is opened. Completes perhaps in a later turn, and in time without what is not known then.
  func outlook(
    of names: Set<String>, _ wishes: [String: Wishes] = [:], completion: @escaping ([String: String]) -> Void
  ) {
    var subjects = subjects()
    for index in subjects.indices {
      guard let wishes = wishes[subjects[index].name] else { continue }
      subjects[index].choice = wishes.choice
      subjects[index].usesDDC = wishes.usesDDC
    }
    let asked = subjects.filter { names.contains($0.name) }
    guard !asked.isEmpty else { return completion([:]) }
    let look = OutlookInProgress(open: asked.count, completion)
    let timer = clock.makeTimer { look.end() }
    look.timer = timer
    timer.arm(at: clock.now.advanced(by: outlookPatience))
    for subject in asked {
      describe(subject, among: subjects) { look.learn($0, of: subject.name) }
    }
  }

  private func describe(_ subject: Subject, among subjects: [Subject], completion: @escaping (String) -> Void) {
    guard !subject.usesDDC else { return completion("none: its rule says ddc: true, and by that it is told") }
    guard let card = subject.card else { return completion("none: simulated displays have none") }
    let others = others(than: subject, among: subjects)
    let (adapters, paths) = (adapters, adapterPaths())
    func choose(_ connector: CECAdapter.Connector?, _ found: [String: CECAdapter.Connector]) {
      let choice = AdapterChoice(
        subject.choice, connector: connector, former: nil,
        paths: paths, others: others, connectorOf: { found[$0] })
      completion(choice.words(subject.choice, paths: paths, obstacle: Self.obstacle))
    }
    // What needs neither the kernel nor an adapter.
    guard !subject.candidates(of: paths).isEmpty else { return choose(nil, [:]) }
    connectorNumber(subject.id) { number in
      let connector = number.map { CECAdapter.Connector(card: card, number: $0) }
      let candidates = number == nil && subject.choice == .automatic ? [] : subject.candidates(of: paths)
      adapters.findConnectors(of: candidates, areNamed: subject.choice != .automatic, until: connector) {
        choose(connector, $0)
      }
    }
  }

  /// Why an adapter cannot be used, as far as that is known without opening it; nil where nothing is in the way.
  private static func obstacle(_ path: String) -> String? {
    if access(path, F_OK) != 0 { return "there is no \(path)" }
    return access(path, R_OK | W_OK) == 0 ? nil : "\(path) may not be opened; its group (usually video) may"
  }
}

/// What is known so far; it is given out once, when all is known or the time is over.
private final class OutlookInProgress {
  private var words: [String: String] = [:]
  private var open: Int
  private var completion: (([String: String]) -> Void)?
  /// It keeps this one until that.
  var timer: (any DisplayTimer)?

  init(open: Int, _ completion: @escaping ([String: String]) -> Void) {
    self.open = open
    self.completion = completion
  }

  func learn(_ text: String, of name: String) {
    guard completion != nil else { return }
    words[name] = text
    open -= 1
    if open == 0 { end() }
  }

  func end() {
    let completion = completion
    self.completion = nil
    timer = nil
    completion?(words)
  }
}
