public import ContentModel
internal import DisplayTypes

/// What set-up cards say at present, and whether one is seen.
///
/// Whoever offers a code does so only while a card is seen that asks for one.
public final class SetupCardState {
  /// Whether set-up cards are seen, and whether one of them asks for a code.
  public struct Demand: Hashable, Sendable {
    /// A card is seen.
    public var isShown = false
    /// One of those that are seen shows a code where there is one.
    public var wantsCode = false

    /// What is asked for by both.
    func joined(with other: Demand) -> Demand {
      Demand(isShown: isShown || other.isShown, wantsCode: wantsCode || other.wantsCode)
    }
  }

  /// Ends when it is let go.
  private final class Watch {
    let didChange: () -> Void

    init(_ didChange: @escaping () -> Void) { self.didChange = didChange }
  }

  private struct WeakWatch {
    weak var watch: Watch?
  }

  /// The box's name at present.
  private let name: () -> String
  private var watches: [WeakWatch] = []
  private var seen: [ObjectIdentifier: Demand] = [:]
  /// What the web pages say; nil where there are none.
  public var pages: SetupCardInfo.Pages? {
    didSet {
      guard pages != oldValue else { return }
      watches.removeAll { $0.watch == nil }
      for watch in watches.compactMap(\.watch) { watch.didChange() }
    }
  }
  /// Called when what is seen asks for something else.
  public var demandDidChange: (() -> Void)?
  /// What is asked for at present.
  public private(set) var demand = Demand()

  /// For a box of that name, which may get another one.
  public init(name: @escaping () -> String = { "" }) {
    self.name = name
  }

  /// One that says the same but for the code, and hears of no change.
  ///
  /// Of the card that is seen now it says that there is one; on others there will be none of now.
  func withoutCode(isSeen: Bool) -> SetupCardState {
    let state = SetupCardState(name: name)
    state.pages = isSeen ? pages?.untold : pages?.open
    return state
  }

  /// What cards say.
  var note: SetupCardInfo { SetupCardInfo(name: name(), pages: pages) }

  /// Calls back whenever the cards are others, as long as what it returns is held.
  func observe(_ didChange: @escaping () -> Void) -> AnyObject {
    watches.removeAll { $0.watch == nil }
    let watch = Watch(didChange)
    watches.append(WeakWatch(watch: watch))
    return watch
  }

  /// These cards are seen in a scene from now on.
  func note(_ cards: Demand, seenIn scene: ObjectIdentifier) {
    seen[scene] = cards.isShown ? cards : nil
    let now = seen.values.reduce(Demand()) { $0.joined(with: $1) }
    guard now != self.demand else { return }
    self.demand = now
    demandDidChange?()
  }
}
