import MonitorPower

/// A talk on an adapter's thread, as the main thread has it.
final class AdapterTalk: @MainActor PowerConversation {
  let ticket = CECTicket()
  private var report: ((PowerReport) -> Void)?
  private let didEnd: (AdapterTalk) -> Void

  init(didEnd: @escaping (AdapterTalk) -> Void, report: @escaping (PowerReport) -> Void) {
    self.didEnd = didEnd
    self.report = report
  }

  func end() {
    guard report != nil else { return }
    report = nil
    ticket.takeBack()
    didEnd(self)
  }

  /// What its thread says, or who waited for that.
  func receive(_ news: PowerReport) {
    let report = report
    if news.isFinal { end() }
    report?(news)
  }
}
