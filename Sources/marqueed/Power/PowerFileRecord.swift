/// What is kept of displays' own power, as JSON says it.
nonisolated struct PowerFileRecord: TalkFileRecord {
  static var newestVersion: Int { 1 }
  static var what: String { "what displays were told of their power is" }
  static var loss: String { "a display that was put to standby is not woken" }

  var version = PowerFileRecord.newestVersion
  var displays: [PowerBook.Kept]

  var isPlausible: Bool { version >= 1 }
}
