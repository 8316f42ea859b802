import KeptFiles

/// What is kept of displays' own power, as JSON says it.
nonisolated struct PowerFileRecord: KeptRecord {
  /// What is kept of one; either it has an adapter, with or without a place, or an EDID, or nothing of these.
  private struct Display: Codable {
    var key: PowerBook.Key
    var isAsleep: Bool
    var unplugsItself: Bool
    var adapter: String?
    var place: UInt16?
    var edid: String?

    init(_ kept: PowerBook.Kept) {
      (key, isAsleep, unplugsItself) = (kept.key, kept.isAsleep, kept.unplugsItself)
      switch kept.route {
      case .cec(let adapter, let place): (self.adapter, self.place) = (adapter, place)
      case .ddc(let edid): self.edid = edid
      case nil: break
      }
    }

    var kept: PowerBook.Kept {
      let route = edid.map { PowerBook.Route.ddc(edid: $0) } ?? adapter.map { .cec(adapter: $0, place: place) }
      return PowerBook.Kept(key: key, isAsleep: isAsleep, unplugsItself: unplugsItself, route: route)
    }
  }

  static var newestVersion: Int { 1 }
  static var what: String { "what displays were told of their power is" }
  static var loss: String { "a display that was put to standby is not woken" }

  var version = PowerFileRecord.newestVersion
  private var displays: [Display]

  init(_ kept: [PowerBook.Kept]) { displays = kept.map(Display.init) }

  var kept: [PowerBook.Kept] { displays.map(\.kept) }

  var isPlausible: Bool { version >= 1 }
}
