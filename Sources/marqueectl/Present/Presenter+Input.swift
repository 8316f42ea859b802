import ControlClient
import ControlProtocol
import Glibc
import SpeakerView

/// What comes from the terminal, and signals.
extension Presenter {
  func takeInput() {
    guard let bytes = terminal.read() else {
      ending = .terminalIsGone
      return
    }
    take(decoder.decode(bytes))
  }

  /// Does what keys say; of several moves of the pointer only the last counts.
  func take(_ inputs: [TerminalInput]) {
    var actions: [SpeakerAction] = []
    for input in inputs {
      let further: [SpeakerAction] =
        switch input {
        case .key(let key): state.press(key)
        case .mouse(let column, let row, _): state.moveMouse(column: column, row: row)
        case .wheel(let clicks): state.turnWheel(clicks)
        case .reply(let reply): learn(reply)
        }
      for action in further {
        if let last = actions.last, Self.isPointing(last), Self.isPointing(action) { actions.removeLast() }
        actions.append(action)
      }
    }
    needsDrawing = true
    for action in actions where ending == nil { perform(action) }
    terminal.setMouse(state.wantsMouse && ending == nil)
  }

  private static func isPointing(_ action: SpeakerAction) -> Bool {
    if case .control(let call) = action { call.action.isPointing } else { false }
  }

  /// The terminal answered what it can do.
  private func learn(_ reply: TerminalReply) -> [SpeakerAction] {
    if case .cursor(1, let column) = reply, column > 2 {
      writer.letters = .ascii
      shown = nil
    }
    if pictures.learn(reply) {
      state.showsPictures = pictures.works
      state.cellShape = pictures.cellShape
      terminal.hasKittyPictures = pictures.usesKitty
      shown = nil
    }
    return []
  }

  func perform(_ action: SpeakerAction) {
    switch action {
    case .control(let call): control(call)
    case .endTalk:
      do throws(ClientError) {
        _ = try link.call(EndTalkCall(noWait: true))
        ending = .ended
      } catch {
        state.mode = .slides
        state.tell("The talk could not be ended: \(error.description)", isBad: true)
      }
    case .leave: ending = .left
    case .suspend: suspend()
    case .newPhoneCode(let observes): makePhoneCode(observes: observes)
    case .redraw: measure()
    }
  }

  private func suspend() {
    terminal.leave()
    signals.stop()
    // Where nobody could let this process go on it was not stopped, and nothing will tell of that.
    if !signals.isContinued { resume() }
  }

  /// Takes the terminal, after the shell had it; in the background, where it is the shell's, this process stops again.
  private func resume() {
    guard terminal.isForeground else { return signals.stop(by: SIGTTIN) }
    do throws(TerminalError) {
      try terminal.enter()
      terminal.setMouse(state.wantsMouse)
      pictures.forgetShown()
      measure()
    } catch {
      ending = .terminalIsGone
    }
  }

  func takeSignals() {
    while let number = signals.next() {
      switch number {
      case SIGWINCH:
        pictures.forgetShown()
        measure()
      case SIGTSTP: suspend()
      case SIGCONT: resume()
      case SIGHUP: ending = .terminalIsGone
      default: ending = .signal(number)
      }
    }
  }
}
