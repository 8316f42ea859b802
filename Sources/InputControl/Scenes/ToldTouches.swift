/// The fingers and buttons that apps were told are down.
///
/// What goes wrong between here and an app must not leave a finger down for ever in its eyes: whatever was told to be down, and was not
/// told to be up, is owed an end.
public struct ToldTouches {
  private enum Contact: Hashable {
    case finger(Int)
    case button(KeyCode)
  }

  private struct Key: Hashable {
    var session: String
    var contact: Contact
  }

  /// With the place where it was last.
  private var down: [Key: ScenePoint] = [:]

  /// Makes one that knows of nothing.
  public init() {}

  /// Whether nothing is down.
  public var isEmpty: Bool { down.isEmpty }

  /// This was told.
  public mutating func didTell(_ inputs: [SceneInput]) {
    for input in inputs {
      guard let contact = Self.contact(of: input) else { continue }
      let key = Key(session: input.session, contact: contact)
      if input.ends {
        down[key] = nil
      } else if input.begins || down[key] != nil {
        down[key] = input.point
      }
    }
  }

  /// Nobody answered: it may have arrived all the same, or never will.
  public mutating func mayHaveTold(_ inputs: [SceneInput]) {
    didTell(inputs.filter { !$0.ends })
  }

  /// A session is no more: nothing is owed to it.
  public mutating func forget(_ session: String) {
    down = down.filter { $0.key.session != session }
  }

  /// What ends everything that is down, in these sessions, or in all: a finger is taken back, a button comes up.
  public func ends(in sessions: Set<String>? = nil) -> [SceneInput] {
    let owed = down.filter { sessions?.contains($0.key.session) ?? true }
    return owed.map { key, point -> SceneInput in
      switch key.contact {
      case .finger(let slot): .touch(slot: slot, .cancel, point)
      case .button(let code): .button(code, isDown: false, point)
      }
    }.sorted { ($0.session, $0.order) < ($1.session, $1.order) }
  }

  private static func contact(of input: SceneInput) -> Contact? {
    switch input {
    case .touch(let slot, _, _): .finger(slot)
    case .button(let code, _, _): .button(code)
    case .pointer, .scroll: nil
    }
  }
}

extension SceneInput {
  /// Whether something is down from now on.
  fileprivate var begins: Bool {
    switch self {
    case .touch(_, .down, _), .button(_, isDown: true, _): true
    case .touch, .button, .pointer, .scroll: false
    }
  }

  /// Whether something is up from now on.
  fileprivate var ends: Bool {
    switch self {
    case .touch(_, .up, _), .touch(_, .cancel, _), .button(_, isDown: false, _): true
    case .touch, .button, .pointer, .scroll: false
    }
  }

  /// Fingers before buttons, each by its number.
  fileprivate var order: Int {
    switch self {
    case .touch(let slot, _, _): slot
    case .button(let code, _, _): 1 << 32 + Int(code.rawValue)
    case .pointer, .scroll: .max
    }
  }
}
