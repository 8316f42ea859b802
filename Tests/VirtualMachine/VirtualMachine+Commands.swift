extension VirtualMachine {
  /// Runs a script with `sh` in the guest, as root, and returns at its end with any status.
  @discardableResult
  public func run(_ script: String, input: [UInt8] = [], timeout: Duration = .seconds(120)) throws -> CommandResult {
    try agent.run(script, input: input, timeout: timeout)
  }

  /// Runs a script that must succeed, and returns its output without the last line feed.
  @discardableResult
  public func check(_ script: String, input: [UInt8] = [], timeout: Duration = .seconds(120)) throws -> String {
    let result = try run(script, input: input, timeout: timeout)
    guard result.succeeded else {
      throw VirtualMachineError("This ends with status \(result.status) in the guest:\n\(script)\n\(result.output)")
    }
    return result.output.hasSuffix("\n") ? String(result.output.dropLast()) : result.output
  }

  /// Starts a command of `sh` that continues in the guest, in its own session.
  ///
  /// The reported identifier is that of a simple command. For a pipeline it is that of the shell.
  public func start(_ command: String) throws -> BackgroundCommand {
    // A pipe cannot be exec'd. Any other command replaces its shell.
    let script = command.contains("|") ? command : "exec \(command)"
    let answer = try check(
      """
      log=$(mktemp /tmp/command.XXXXXX)
      script=$(cat)
      setsid sh -c "$script" > "$log" 2>&1 < /dev/null &
      echo "$! $log"
      """, input: Array(script.utf8))
    let words = answer.split(separator: " ")
    guard words.count == 2, let identifier = Int(words[0]) else {
      throw VirtualMachineError("The guest does not tell the identifier of the process: \(answer)")
    }
    return BackgroundCommand(machine: self, processIdentifier: identifier, logPath: String(words[1]))
  }

  /// Runs a script until it succeeds; throws at the deadline with its last output.
  @discardableResult
  public func wait(for script: String, within limit: Duration = .seconds(60)) throws -> String {
    // The guest itself waits, because a try costs least there.
    let result = try run(
      """
      until output=$({
      \(script)
      } 2>&1); do sleep 0.02; done
      printf %s "$output"
      """, timeout: limit)
    guard result.succeeded else {
      let last = try run(script)
      throw VirtualMachineError("This does not succeed within \(limit):\n\(script)\n\(last.output)")
    }
    return result.output
  }

  /// Writes a file in the guest.
  public func write(_ bytes: [UInt8], to path: String, mode: String = "644") throws {
    try check("cat > '\(path)' && chmod \(mode) '\(path)'", input: bytes, timeout: .seconds(60))
  }

  /// Reads a file of the guest.
  public func read(_ path: String) throws -> [UInt8] {
    let result = try run("cat '\(path)'", timeout: .seconds(60))
    guard result.succeeded else { throw VirtualMachineError(result.output) }
    return result.bytes
  }
}
