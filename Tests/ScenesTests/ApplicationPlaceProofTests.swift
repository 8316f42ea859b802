import Composition
import ContentModel
import DisplayTypes
import Presentation
import TestKit
import Testing

@testable import Scenes

/// With random steps: in each shown frame, the application scenes of an app are on one display only.
@Suite("Application scenes stay on one display")
@MainActor
struct ApplicationPlaceProofTests {
  private static let names = ["eDP-1", "HDMI-A-1", "HDMI-A-2"]
  private static let numbers: [UInt64] = [9, 1, 2]

  /// The apps, with the colours of their windows.
  private let apps = [AnsweringApp("notes", 1), AnsweringApp("game", 2)]
  private let windows = [Color(red: 100, green: 0, blue: 0), Color(red: 200, green: 0, blue: 0)]

  @Test("in 2,000 steps each of some lives", arguments: [1, 2, 3, 4] as [UInt64])
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let prefers = ModeRule(
      match: Sourced(ScreenMatch(connector: GlobPattern("HDMI-A-2"))), prefersApplication: Sourced(true))
    let rig = SystemRig(policy: ScreenPolicy(rules: [prefers], foregroundApp: Sourced("notes")), apps: [])
    for (app, color) in zip(apps, windows) { try rig.system.register(made(app, color)) }
    var plugged: Set<UInt64> = []
    var places = 0
    for step in 0..<2000 {
      let what = try act(on: rig, &plugged, &generator)
      // Pictures that are shown together count as one.
      while let first = rig.commands.first {
        var count = 1
        if case .presentTogether(let orders) = first { count += orders.count }
        for _ in 0..<count { rig.answerNext() }
        places += check(rig, "step \(step), \(what)")
      }
      places += check(rig, "step \(step), \(what)")
    }
    // Otherwise nothing was shown.
    #expect(places > 300)
  }

  private func made(_ app: AnsweringApp, _ color: Color) -> App {
    let made = app.app()
    made.manifest.configurations[.application] = [SceneConfiguration(name: "window", content: .color(color))]
    made.manifest.supportsMultipleScenes = true
    return made
  }

  /// Does something at random, and returns its name.
  private func act(
    on rig: SystemRig, _ plugged: inout Set<UInt64>, _ generator: inout SeededGenerator
  ) throws -> String {
    let index = Int.random(in: 0..<3, using: &generator)
    let (name, number) = (Self.names[index], Self.numbers[index])
    let app = apps[Int.random(in: 0..<apps.count, using: &generator)]
    let applications = rig.system.applications
    let sessions = rig.system.sessions.filter { $0.app == app.scenes.name && $0.role == .application }
    let action = Int.random(in: 0..<13, using: &generator)
    switch action {
    case 0:
      guard plugged.insert(number).inserted else { break }
      rig.plug(number, name: name, serial: "\(number)", placement: number == 9 ? .builtIn : .external)
    case 1:
      if plugged.remove(number) != nil { rig.unplug(number) }
    case 2: try? applications.ownInput(of: app.scenes.name)
    case 3: if generator.chance(30) { applications.releaseInput(of: app.scenes.name) }
    case 4, 5:
      try? applications.place(app.scenes.name, on: generator.chance(80) ? name : nil, byHand: generator.chance(60)) {
        _ in
      }
    case 6: _ = try? applications.requestScene(of: app.scenes.name) { _ in }
    case 7:
      if let session = sessions.randomElement(using: &generator), generator.chance(40) {
        try rig.system.lifetimes.destroySession(session.identifier) { _ in }
      }
    case 8:
      try? rig.system.setForeground(app.scenes.name, on: generator.chance(50) ? name : nil) { _ in }
    case 9:
      try? rig.system.setSupport([.external, .off, nil].randomElement(using: &generator) ?? nil, for: .screen(name)) {
        _ in
      }
    case 10: try? rig.coordinator(name).setBlank(generator.chance(30)) { _ in }
    case 11: rig.advance(milliseconds: [100, 600, 2000].randomElement(using: &generator) ?? 100)
    default:
      for question in app.replies { question(ConnectionAnswer(attachesWindow: generator.chance(80))) }
      app.forgetQuestions()
    }
    return "action \(action) on \(name) of \(app.scenes.name)"
  }

  /// Returns how many apps have their windows on a display.
  private func check(_ rig: SystemRig, _ place: String) -> Int {
    var count = 0
    for (app, color) in zip(apps, windows) {
      let shown = zip(Self.names, Self.numbers).filter { name, number in
        // A display that goes dark has its signal until that is done.
        guard rig.isLit(number), let coordinator = try? rig.coordinator(name) else { return false }
        if case .dark = coordinator.decision.picture.shown { return false }
        return rig.lastShown(number).map { Self.has($0, color) } == true
      }
      #expect(shown.count <= 1, "\(place): \(app.scenes.name) is on \(shown.map(\.0))")
      count += shown.count
      let scenes = rig.system.applications.groups[app.scenes.name]?.scenes.filter { $0.state != .background } ?? []
      #expect(Set(scenes.map(\.session.connector)).count <= 1, "\(place): \(app.scenes.name)")
    }
    return count
  }

  private static func has(_ tree: LayerTree, _ color: Color) -> Bool {
    tree.background == color || tree.layers.contains { $0.contents == .solid(color) }
  }
}
