package import ContentModel
internal import DisplayTypes

/// The texts of set-up cards, and whether a card is visible. A program with a code offers the code only while a visible card asks for one.
package final class SetupCardState {
  /// The needs of the visible set-up cards.
  package struct Demand: Hashable, Sendable {
    package var isShown = false
    /// Whether a visible card shows a code if there is one.
    package var wantsCode = false

    func joined(with other: Demand) -> Demand {
      Demand(isShown: isShown || other.isShown, wantsCode: wantsCode || other.wantsCode)
    }
  }

  private let name: () -> String
  private let observers = ChangeObservers()
  private var seen: [ObjectIdentifier: Demand] = [:]
  /// The state of the web pages; nil without them.
  package var pages: SetupCardInfo.Pages? {
    didSet {
      if pages != oldValue { observers.notify() }
    }
  }
  package var demandDidChange: (() -> Void)?
  package private(set) var demand = Demand()

  /// - Parameter name: returns the present name of the box.
  package init(name: @escaping () -> String = { "" }) { self.name = name }

  /// A state that never changes. A visible card has words in place of the code; any other card has no code.
  func withoutCode(isSeen: Bool) -> SetupCardState {
    let state = SetupCardState(name: name)
    state.pages = isSeen ? pages?.masked : pages?.open
    return state
  }

  var note: SetupCardInfo { SetupCardInfo(name: name(), pages: pages) }

  /// Calls back after each change, until the returned object is released.
  func observe(_ didChange: @escaping () -> Void) -> AnyObject { observers.add(didChange) }

  func note(_ cards: Demand, seenIn scene: ObjectIdentifier) {
    seen[scene] = cards.isShown ? cards : nil
    let now = seen.values.reduce(Demand()) { $0.joined(with: $1) }
    guard now != self.demand else { return }
    self.demand = now
    demandDidChange?()
  }
}
