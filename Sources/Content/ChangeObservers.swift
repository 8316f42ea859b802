/// The observers of a value that may change. Each is notified until the result of its `add` is released.
package final class ChangeObservers {
  private final class Observer {
    let didChange: () -> Void

    init(_ didChange: @escaping () -> Void) { self.didChange = didChange }
  }

  private var observers: [() -> Observer?] = []

  package init() {}

  package var isEmpty: Bool { observers.allSatisfy { $0() == nil } }

  package func add(_ didChange: @escaping () -> Void) -> AnyObject {
    let observer = Observer(didChange)
    observers.removeAll { $0() == nil }
    observers.append { [weak observer] in observer }
    return observer
  }

  package func notify() { for observer in observers { observer()?.didChange() } }
}
