extension VirtualMachine {
  /// Whether its agent answers, within half a minute: a busy host stops an emulated machine for many seconds.
  public func answers() -> Bool {
    (0..<3).contains { _ in (try? agent.run("true", input: [], timeout: .seconds(1)))?.succeeded ?? false }
  }

  /// What a guest that does not answer was doing; ends it.
  ///
  /// Nothing but `shutdown()` may follow.
  public func reportOfHang() -> String {
    let status = (try? qmp.execute("human-monitor-command", ["command-line": "info status"])) as? String
    Self.interrupt(qmp)
    return "QEMU: \(status ?? "no answer")\n\(consoleLog)"
  }

  /// Ends the guest: its kernel prints the stack of each processor on the console.
  static func interrupt(_ qmp: QMPClient) {
    _ = try? qmp.execute("inject-nmi")
    Deadline.pause(milliseconds: 3000)
  }

  /// Where in the kernel a process hangs that was killed, and holds its card for ever; nil where none does.
  public func placeOfAKilledProcess() -> String? {
    // Bit 8 of the signals that a thread has yet to see is SIGKILL.
    let found = try? run(
      """
      stuck() { grep -lE '^State:[[:space:]]D' /proc/[0-9]*/task/*/status 2> /dev/null | xargs -r grep -lE '^SigPnd:.*[13579bdf]..$'; }
      [ -n "$(stuck)" ] && sleep 3
      for status in $(stuck); do head -n 1 "$status"; cat "${status%status}stack"; done
      """, timeout: .seconds(20))
    guard let output = found?.output, output.contains("Name:") else { return nil }
    return output
  }

  /// Lets the agent stand still, as in a guest that hangs.
  public func stopAgent() throws { try check("kill -s STOP $(pgrep -o -x agent)") }
}
