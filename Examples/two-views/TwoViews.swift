// A menu with two views: a window with a list and a switch on the main screen, and the selected dish on external displays.
//
// If no external display shows the dish, the window shows it. Run `swift run two-views [FILE]`; the file keeps the switch.
import ControlProtocol
import DisplayApps
import Foundation
import Observation

@MainActor @Observable final class Menu {
  let dishes = [("Soup", "Lentils, lemon\n4.50"), ("Pasta", "Basil, tomato\n8.00"), ("Salad", "Beans, radish\n6.50")]
  var selected = 0
  /// The external displays that this app may use.
  var displays: [ScreenDescription] = []
  /// The displays on which the configuration puts windows.
  private var windowDisplays: Set<String> = []
  /// The user's choice; nil before the first one. It belongs to the app, so it is in a file, not in a session.
  private(set) var choice: Bool?
  private let file = CommandLine.arguments.dropFirst().first ?? "two-views.setting"

  init() {
    choice = (try? String(contentsOfFile: file, encoding: .utf8)).map { $0 == "on" }
    WindowDisplays.follow { [weak self] in self?.windowDisplays = $0 }
  }

  /// The switch. It is on at first, but off if an external display can take interactive scenes.
  var usesExternalDisplay: Bool { choice ?? !displays.contains { windowDisplays.contains($0.name) } }

  var isDishOutside: Bool { usesExternalDisplay && !displays.isEmpty }

  func toggle() {
    choice = !usesExternalDisplay
    do {
      try (choice == true ? "on" : "off").write(toFile: file, atomically: true, encoding: .utf8)
    } catch {
      let line = "two-views: cannot keep the switch in \(file): \(error.localizedDescription)\n"
      FileHandle.standardError.write(Data(line.utf8))
    }
  }

  func select(_ index: Int64) { selected = Int(min(max(index, 0), Int64(dishes.count - 1))) }
}

@main struct TwoViews: DisplayApp {
  private static let (paper, light, dark) = ("#b05010", "#d08030", "#804010")
  /// The lower edges of the switch and of the list, as shares of the window.
  private static let (switchEdge, listEdge) = (0.2, 0.5)
  private let menu = Menu()

  var body: some SceneSet {
    MainWindow { window }
      .onInput { take($0) }
      .onActivity { if $0.type == "select", case .integer(let index)? = $0.values["dish"] { menu.select(index) } }
      .keeping({ ["selected": .integer(Int64(menu.selected))] }) { kept in
        if case .integer(let index)? = kept["selected"] { menu.select(index) }
      }
    ExternalDisplay {
      // Without a content the app has no window on the display, so the display mirrors the main screen.
      if menu.usesExternalDisplay { Banner(dish, background: "#204080") }
    }
    .onScreensChange { menu.displays = $0 }
  }

  private var dish: String { menu.dishes[menu.selected].1 }

  private var window: Layout {
    let isOn = menu.usesExternalDisplay
    let width = 1 / Double(menu.dishes.count)
    return Layout(background: Self.paper) {
      Layout.Region(
        height: Self.switchEdge,
        Banner("External display: \(isOn ? "on" : "off")", background: isOn ? Self.light : Self.dark))
      for (index, dish) in menu.dishes.enumerated() {
        Layout.Region(
          x: Double(index) * width, y: Self.switchEdge, width: width, height: Self.listEdge - Self.switchEdge,
          Banner(dish.0, background: index == menu.selected ? Self.light : Self.paper))
      }
      if !menu.isDishOutside { Layout.Region(y: Self.listEdge, Banner(dish, background: Self.paper)) }
    }
  }

  private func take(_ input: UserInput) {
    switch input {
    case .press(_, ..<Self.switchEdge), .key("space", _): menu.toggle()
    case .press(let x, ..<Self.listEdge): menu.select(Int64(min(max(x, 0), 0.999) * Double(menu.dishes.count)))
    case .key("left", _): menu.select(Int64(menu.selected) - 1)
    case .key("right", _): menu.select(Int64(menu.selected) + 1)
    default: break
    }
  }
}
