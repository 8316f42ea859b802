extension VirtualMachine {
  /// Whether its agent answers, within half a minute: a busy host stops an emulated machine for many seconds.
  public func answers() -> Bool {
    (0..<3).contains { _ in (try? agent.run("true", input: [], timeout: .seconds(1)))?.succeeded ?? false }
  }

  /// What a guest that does not answer was doing: ends it by an interrupt at which its kernel prints each processor's stack.
  ///
  /// Nothing but `shutdown()` may follow.
  public func reportOfHang() -> String {
    let status = (try? qmp.execute("human-monitor-command", ["command-line": "info status"])) as? String
    _ = try? qmp.execute("inject-nmi")
    Deadline.pause(milliseconds: 3000)
    return "QEMU: \(status ?? "no answer")\n\(consoleLog)"
  }

  /// Lets the agent stand still, as in a guest that hangs.
  public func stopAgent() throws { try check("kill -s STOP $(pgrep -o -x agent)") }
}
