/// Who wants to know that the time of day was set; each as long as it keeps what it was given.
final class ClockObservers {
  private final class Observer {
    let didChange: () -> Void

    init(_ didChange: @escaping () -> Void) { self.didChange = didChange }
  }

  private struct WeakObserver {
    weak var observer: Observer?
  }

  private var observers: [WeakObserver] = []

  /// Whether nobody wants to know.
  var isEmpty: Bool { observers.allSatisfy { $0.observer == nil } }

  /// Calls back until the result is let go.
  func add(_ didChange: @escaping () -> Void) -> AnyObject {
    let observer = Observer(didChange)
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
    return observer
  }

  /// Tells all of them.
  func tell() {
    for entry in observers { entry.observer?.didChange() }
  }
}
