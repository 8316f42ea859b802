/// Those who hear of screens; whoever is gone hears nothing more.
final class ScreenObservers {
  private struct Entry {
    weak var observer: (any ScreenObserver)?
  }

  private var entries: [Entry] = []

  func add(_ observer: any ScreenObserver) {
    remove(observer)
    entries.append(Entry(observer: observer))
  }

  func remove(_ observer: any ScreenObserver) {
    entries.removeAll { $0.observer == nil || $0.observer === observer }
  }

  /// In the order in which they were added; one that is added meanwhile hears the next change.
  func tell(_ body: (any ScreenObserver) -> Void) {
    for entry in entries {
      if let observer = entry.observer { body(observer) }
    }
  }
}
