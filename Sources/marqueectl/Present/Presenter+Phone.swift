import ControlClient
import ControlProtocol
import SpeakerView

/// The program for phones, for as long as this view is open.
extension Presenter {
  /// It said something, or has ended.
  func takePhone() {
    guard let phone else { return }
    for news in phone.read() { take(news) }
    needsDrawing = true
  }

  private func take(_ news: PhoneChild.News) {
    let actions =
      switch news {
      case .ready(let info): state.learn(phone: info)
      case .observer(let link): state.learn(observerLink: link)
      case .ended(let reason): state.losePhone(reason)
      }
    for action in actions { perform(action) }
    needsDrawing = true
  }

  /// A code is asked for; a program that has ended is started again by that, and makes one.
  func makePhoneCode(observes: Bool) {
    guard let phone else { return }
    if phone.runs { phone.askForCode(observes: observes) } else { start(phone.startByHand) }
  }

  /// Takes note of its end, and starts it again where it is time to.
  func keepPhone() {
    if let end = phone?.takeEnd() { take(end) }
    guard let phone, let moment = phone.startsAt, state.now >= moment else { return }
    start(phone.start)
  }

  private func start(_ begin: () throws -> Void) {
    do {
      try begin()
    } catch {
      let reason = (error as? ToolFailure)?.message ?? "\(error)"
      for action in state.losePhone("No phone can take part: \(reason). Press a, then c, to try again.") {
        perform(action)
      }
    }
    needsDrawing = true
  }

  /// The phones' address is of no use on the display when this view, with which they end, has gone.
  func takeCodeAway() {
    guard let code = state.observerLink, state.talk.code == code, link.isConnected else { return }
    _ = try? link.call(ControlTalkCall(action: .code, text: "", noWait: true))
  }
}
