import ContentModel
import ControlProtocol
import DisplayTypes
import Rasterizing

nonisolated extension Talk.Half {
  init(_ half: TalkHalf) {
    switch half {
    case .none: self = .none
    case .left: self = .left
    case .right: self = .right
    case .top: self = .top
    case .bottom: self = .bottom
    }
  }

  /// As a message says it.
  var info: TalkHalf {
    switch self {
    case .none: .none
    case .left: .left
    case .right: .right
    case .top: .top
    case .bottom: .bottom
    }
  }
}

nonisolated extension Talk.Cover {
  /// As a message says it.
  var info: TalkCover {
    switch self {
    case .none: .none
    case .black: .black
    case .white: .white
    }
  }
}

nonisolated extension Talk.Pointer {
  /// As a message says it.
  var info: TalkPointer {
    switch kind {
    case .pointer: TalkPointer(kind: .pointer, x: x, y: y)
    case .spotlight: TalkPointer(kind: .spotlight, x: x, y: y)
    }
  }
}

nonisolated extension ControlTalkCall {
  /// What is done in the talk; nil for what is done to a screen.
  var command: TalkCommand? {
    switch action {
    case .next: .next
    case .previous: .previous
    case .first: .first
    case .last: .last
    case .goto: .goto(page ?? 1)
    case .freeze: .freeze(on)
    case .black: .cover(.black, on)
    case .white: .cover(.white, on)
    case .pointer: .point(Talk.Pointer(.pointer, x: x ?? 0, y: y ?? 0))
    case .spotlight: .point(Talk.Pointer(.spotlight, x: x ?? 0, y: y ?? 0))
    case .pointerOff: .point(nil)
    case .startTimer: .startTimer
    case .pauseTimer: .pauseTimer
    case .resetTimer: .resetTimer
    case .setDuration: .setDuration(Self.milliseconds(seconds) ?? 0)
    case .message: .message(text ?? "", Self.milliseconds(seconds))
    case .code: .code(text ?? "")
    case .show: nil
    }
  }

  /// Checked to be within a day.
  private static func milliseconds(_ seconds: Double?) -> Int? {
    seconds.map { Int((min(max(0, $0), 86_400) * 1000).rounded()) }
  }
}

nonisolated extension DisplayIdentity {
  /// Make, model and serial, as a message says which display it is; nil where it says nothing of itself.
  var name: String? {
    let known = [make, model, serial].filter { !$0.isEmpty }
    return known.isEmpty ? nil : known.joined(separator: " ")
  }
}

nonisolated extension FileVersion {
  /// Another one for each version of a file, the same in each life of the daemon.
  var name: String {
    let fields = [device, inode, size, UInt64(bitPattern: modified), UInt64(bitPattern: changed)]
    return Checksum.text(
      of: fields.lazy.flatMap { field in stride(from: 0, to: 64, by: 8).lazy.map { UInt8(field >> $0 & 0xff) } })
  }
}
