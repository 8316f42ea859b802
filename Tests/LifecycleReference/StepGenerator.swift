internal import DisplayTypes
internal import TestKit

/// Makes random steps that make sense, the same for the same seed.
public struct StepGenerator {
  private var random: SeededGenerator

  /// Begins a row of steps.
  public init(seed: UInt64) { random = SeededGenerator(exactly: seed) }

  /// A step for the world as it is; it may still make no sense, and is left out then.
  public mutating func next(_ world: World, _ audit: LogAudit) -> LifeStep {
    let kind = kind(world, audit)
    var step = LifeStep(kind)
    if kind == .kill || isLateTwin(kind, world) { return step }
    switch Int.random(in: 0..<20, using: &random) {
    case 0: step.milliseconds = 0
    case 1: step.milliseconds = 20
    case 2: step.milliseconds = 200
    case 3: step.milliseconds = 700
    case 4: step.fuse = Int.random(in: 0..<14, using: &random)
    default: break
    }
    return step
  }

  private mutating func kind(_ world: World, _ audit: LogAudit) -> LifeStep.Kind {
    let household = world.household
    let connector = household.connectors.map(\.name).randomElement(using: &random) ?? ""
    // Mostly one with a display.
    let screen = Int.random(in: 0..<8, using: &random) == 0 ? connector : any(world.screens.keys.sorted()) ?? connector
    let app = any(household.apps.map(\.name)) ?? ""
    let guest = any(household.apps.filter { $0.loss != nil }.map(\.name)) ?? ""
    let fallback = any(household.apps.filter(\.isFallback).map(\.name)) ?? ""
    let display = Int.random(in: household.displays.indices, using: &random)
    let isOn = Bool.random(using: &random)
    // A setting that hides a picture usually ends soon.
    let isRarelyOn = Int.random(in: 0..<3, using: &random) == 0
    let support = any([nil, .external, .external, .mirror, .off] as [ExternalSupport?]) ?? nil
    let session = any(audit.sessions.keys.sorted()) ?? ""
    switch Int.random(in: 0..<133, using: &random) {
    case 0..<16: return .plug(connector, display: display, isLate: isRarelyOn)
    case 16..<24: return .unplug(screen)
    case 24..<28: return .flap(screen)
    case 28..<32: return .move(screen, to: connector)
    case 32..<36: return .exchange(screen, display: display)
    case 36..<39: return .newModes(screen)
    case 39..<44: return .foreground(app: app, screen: nil)
    case 44..<53: return .foreground(app: app, screen: screen)
    case 53..<58: return .window(app: app == "alarm" && isRarelyOn ? "slides" : app, screen: nil, isOn)
    case 58..<65: return .window(app: app, screen: screen, isOn)
    case 65..<67: return .supportOverall(support)
    case 67..<70: return .supportOfApp(app, support)
    case 70..<74: return .supportOfScreen(screen, support)
    case 74..<78: return .blank(screen, isRarelyOn)
    case 78..<81: return .freeze(screen, isRarelyOn)
    case 81..<85: return .power(screen, !isRarelyOn)
    case 85..<89:
      return .show(screen, isOn ? Color(red: 0, green: UInt8.random(in: 1...255, using: &random), blue: 0) : nil)
    case 89..<92: return .keep(session: session, Int64.random(in: 1...1000, using: &random))
    case 92..<96: return .destroy(session: session)
    case 96..<98: return .kill
    case 98..<101: return .manifest(app: app, hasScenes: !isRarelyOn)
    case 101..<103: return .card(awayFor: isOn ? 300 : 2000)
    case 103..<105: return .busy(screen)
    case 105..<125: return stepOfGuest(guest, screen, world)
    case 125..<129: return .window(app: fallback, screen: nil, isOn)
    case 129..<132: return .freeze(screen, isOn)
    default: return .wait
    }
  }

  /// The next step in the life of an app that registers. It is usually in the foreground when its controller goes.
  private mutating func stepOfGuest(_ app: String, _ screen: String, _ world: World) -> LifeStep.Kind {
    guard let isThere = world.controllers[app] else { return .register(app) }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .foreground(app: app, screen: nil)
    case 1, 2: return .foreground(app: app, screen: screen)
    case 3, 4: return .lose(app)
    default: return isThere ? .wait : .register(app)
    }
  }

  private mutating func any<Element>(_ all: [Element]) -> Element? { all.randomElement(using: &random) }

  /// Whether the step plugs in a late twin. It runs to rest: before its identity is known, the other twin could be taken for it.
  private func isLateTwin(_ kind: LifeStep.Kind, _ world: World) -> Bool {
    guard case .plug(_, let display, isLate: true) = kind else { return false }
    return world.household.isTwin(display)
  }
}
