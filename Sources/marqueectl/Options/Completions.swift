import ArgumentParser
import ContentModel
import ControlClient
import ControlProtocol
import DisplayTypes

/// The words that a shell offers for an argument, asked of the daemon. Without a daemon there are none of its words.
enum Completions {
  static let screens = live { $0.screens }
  /// Several screens, as `HDMI-A-1,DP-1`.
  static let screenList = live { $0.screenList }
  static let screensOrFiles = live { $0.screens + [filesMark] }
  static let mirrorSources = live { ["main", "application"] + $0.screens }
  static let supportWords = live { ["external", "mirror", "off", "on", "default"] + $0.screens }
  static let connectors = live { $0.connectors }
  static let modes = live { $0.modes }
  static let conditions = live { $0.conditions }
  static let apps = live { $0.apps }
  static let sessions = live { $0.sessions }
  static let alarms = live { $0.alarms }
  /// The values after a kind of content: the patterns, otherwise files.
  static let values = live {
    $0.follows(ContentKind.pattern.rawValue) ? PatternName.allCases.map(\.rawValue) : [filesMark]
  }

  /// The mark among the words for which the shell offers its files.
  static let filesMark = "marqueectl-files"

  private static func live(_ words: @escaping @Sendable (CompletedLine) -> [String]) -> CompletionKind {
    .custom { line, index, _ in words(CompletedLine(line, index: index)).filter(isPlain) }
  }

  /// Whether a shell takes a word as it is. Bash expands the words that it is offered, so `$(reboot)` in a name would run.
  static func isPlain(_ word: String) -> Bool {
    !word.isEmpty
      && word.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || " _-.,/@+#=%".unicodeScalars.contains(scalar)
      }
  }
}

/// A command line for which a shell wants the next word.
struct CompletedLine {
  /// The words, as they are typed: with the shell's quotes.
  private let words: [String]
  /// The place of the wanted word.
  private let index: Int

  init(_ words: [String], index: Int) {
    self.words = words.map { word in word.filter { !#"\'""#.contains($0) } }
    self.index = words.indices.contains(index) ? index : words.count
  }

  private var before: ArraySlice<String> { words.prefix(index) }
  private var typed: String { words.indices.contains(index) ? words[index] : "" }

  func follows(_ word: String) -> Bool { before.last == word }

  /// The connectors with a screen, and the screens' own names.
  var screens: [String] { Self.names(of: ask(ScreensCall())?.screens ?? []) }

  /// The screens, each behind the screens that are typed with a comma.
  var screenList: [String] {
    guard let comma = typed.lastIndex(of: ",") else { return screens }
    let head = String(typed[...comma])
    let given = head.split(separator: ",").map(String.init)
    return screens.filter { !given.contains($0) }.map { head + $0 }
  }

  var connectors: [String] { ask(SimulatedConnectorsCall())?.connectors.map(\.name) ?? screens }
  var apps: [String] { ask(AppsCall())?.apps.map(\.name) ?? [] }
  var sessions: [String] { ask(SessionsCall())?.sessions.map(\.identifier) ?? [] }
  var alarms: [String] { ask(AlarmsCall())?.alarms.map(\.name) ?? [] }
  var modes: [String] { modesOfScreen + ["preferred", "highest", "confirm"] }

  /// The conditions of `wait`. Those with a free value end with `=`.
  var conditions: [String] {
    let states: [WaitCondition] = [.connected, .disconnected, .presented, .stable]
    let modes = modesOfScreen.map(WaitCondition.mode)
    let scenes = apps.map(WaitCondition.scene)
    return (states + modes + scenes).map(\.text) + ["sequence=", "frame=", "pixel="]
  }

  /// The modes of the screen that the line names.
  private var modesOfScreen: [String] {
    let known = screens.map { $0.lowercased() }
    guard let screen = before.first(where: { known.contains($0.lowercased()) }) else { return [] }
    var seen: Set<String> = []
    return ask(ModesCall(screen: screen))?.modes.map(\.name).filter { seen.insert($0).inserted } ?? []
  }

  private static func names(of screens: [ScreenInfo]) -> [String] {
    screens.flatMap { [$0.name, $0.label].compactMap(\.self) }
  }

  /// The daemon's reply; nil if it does not answer soon, because a person waits with a finger on the key.
  private func ask<Call: ControlParameters>(_ call: Call) -> Call.Reply? {
    try? ClientOptions.connect(to: socket).call(call, timeoutSeconds: 2)
  }

  /// The path of --socket in the line.
  private var socket: String? {
    let option = "--socket"
    if let place = before.firstIndex(of: option), before.indices.contains(place + 1) { return before[place + 1] }
    return before.first { $0.hasPrefix("\(option)=") }.map { String($0.dropFirst(option.count + 1)) }
  }
}
