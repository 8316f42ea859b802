extension VirtualMachine {
  /// The number of open descriptors of a process in the guest.
  public func openDescriptorCount(of process: Int) throws -> Int {
    try number(from: "ls /proc/\(process)/fd | wc -l")
  }

  /// The number of framebuffers on the driver's card, with those of the kernel's console.
  public func framebufferCount(of driver: Driver) throws -> Int {
    try number(from: "grep -c '^framebuffer' /sys/kernel/debug/dri/\(try card(of: driver))/framebuffer || true")
  }

  /// The number of the driver's CRTCs that are on.
  public func activeCRTCCount(of driver: Driver) throws -> Int {
    try number(from: "grep -c 'active=1' /sys/kernel/debug/dri/\(try card(of: driver))/state || true")
  }

  /// The proportional set size of a process in KiB, which is its memory cost for the machine.
  public func proportionalKibibytes(of process: Int) throws -> Int {
    try number(from: "sed -n 's/^Pss: *\\([0-9]*\\) kB/\\1/p' /proc/\(process)/smaps_rollup")
  }

  /// The mappings of a process, and the memory cost of each.
  public func mappings(of process: Int) throws -> [ProcessMapping] {
    ProcessMapping.list(try check("cat /proc/\(process)/smaps", timeout: .seconds(60)))
  }

  /// The processor time that a process has used so far, in ticks of `USER_HZ`: fields 14 and 15 of `proc_pid_stat(5)`.
  public func processorTicks(of process: Int) throws -> Int {
    let text = try check("cat /proc/\(process)/stat")
    // The name in brackets may contain any character.
    let fields = (text.lastIndex(of: ")").map { text[$0...] } ?? "").split(separator: " ")
    guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else {
      throw VirtualMachineError("These are no figures of a process: \(text)")
    }
    return user + system
  }

  /// The threads of a process, and the number of switches of each so far.
  public func threads(of process: Int) throws -> [ThreadActivity] {
    let text = try check(
      """
      for task in /proc/\(process)/task/*; do
        echo "${task##*/} $(sed -n 's/^.*ctxt_switches:\\t//p' $task/status | paste -sd' ') $(cat $task/comm)"
      done
      """)
    return try text.split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 3)
      guard words.count == 4, let thread = Int(words[0]), let voluntary = Int(words[1]), let forced = Int(words[2])
      else {
        throw VirtualMachineError("This is no thread: \(line)")
      }
      return ThreadActivity(
        identifier: thread, name: String(words[3]), voluntarySwitches: voluntary, involuntarySwitches: forced)
    }
  }

  /// The CRCs of the next `count` frames that vkms scans out.
  ///
  /// Its CRTC must be on.
  public func frameCRCs(_ count: Int, ofOutput output: Int = 0, timeout: Duration = .seconds(10)) throws -> [UInt32] {
    let directory = "/sys/kernel/debug/dri/\(try card(of: .vkms))/crtc-\(output)/crc"
    // A read returns one line, which also ends with a zero byte (crtc_crc_read).
    let script =
      "echo auto > \(directory)/control && dd if=\(directory)/data bs=64 count=\(count) status=none | tr -d '\\0'"
    let text = try check(script, timeout: timeout)
    return try text.split(separator: "\n").map { line in
      // 0x00000123 0x89abcdef: the frame's number, which wraps, and its CRC
      guard let word = line.split(separator: " ").last, let crc = UInt32(word.dropFirst(2), radix: 16) else {
        throw VirtualMachineError("This is no CRC: \(line)")
      }
      return crc
    }
  }

  private func number(from script: String) throws -> Int {
    let text = try check(script)
    guard let number = Int(text.split(whereSeparator: \.isWhitespace).first ?? "") else {
      throw VirtualMachineError("This gives no number but \(text): \(script)")
    }
    return number
  }
}
