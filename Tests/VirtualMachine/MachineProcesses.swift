/// The processes of one machine.
///
/// Swift releases the fields in the order of their declaration, so the lock is released last.
struct MachineProcesses: ~Copyable, Sendable {
  let relay: KeptProcess
  let emulator: KeptProcess
  let messageBus: KeptProcess
  let lock: MachineLock
}
