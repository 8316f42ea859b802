extension SceneSystem {
  /// Forgets sessions, and tells their apps; that they are gone is on the disk before anybody hears of it.
  ///
  /// The state is kept in any case.
  func discard(_ discarded: [SceneSession]) {
    for session in discarded { store.destroy(session) }
    untold += store.records(of: discarded)
    // Apps that never return must not fill the disk.
    if untold.count > SessionStore.capacity { untold.removeFirst(untold.count - SessionStore.capacity) }
    persist()
    tellDiscarded()
    for session in discarded { post(.sessionDidDiscard(label(of: session))) }
  }

  /// Tells apps that are there of their sessions that are no more: one call for each; what the others cannot hear is kept until they
  /// can.
  func tellDiscarded() {
    let names = Set(untold.map(\.app)).filter { app($0)?.presence == .here }
    guard !names.isEmpty else { return }
    let told = untold.filter { names.contains($0.app) }
    untold.removeAll { names.contains($0.app) }
    for name in names.sorted() {
      let own = SessionStore(told.filter { $0.app == name }, makeIdentifier: { "" })
      app(name)?.delegate.didDiscard(own.sessions)
    }
    persist()
  }
}
