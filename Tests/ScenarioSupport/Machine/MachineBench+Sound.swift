internal import VirtualMachine

// The sound device is a loop of the kernel (snd-aloop): what is played on one of its ends is recorded at the other.
extension MachineBench {
  /// Loads the driver and sets its clock.
  public func soundDevice(shift: Int) throws -> String? {
    guard machine.isInside else { return nil }
    let control = "iface=PCM,name='PCM Rate Shift 100000'"
    try machine.check(
      """
      modprobe snd-aloop && udevadm settle
      for device in 0 1; do amixer -q -c Loopback cset \(Self.quoted(control)),device=$device \(100_000 + shift / 10); done
      """)
    return "hw:Loopback,0,0"
  }

  /// Records the other end.
  public func recordSound(seconds: Double) throws -> SoundRecording {
    try SoundRecording(from: "hw:Loopback,1,0", seconds: seconds)
  }
}
