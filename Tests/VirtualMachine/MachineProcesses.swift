/// What runs for one machine.
///
/// Swift ends the fields in the order of their declaration: the lock goes last.
struct MachineProcesses: ~Copyable, Sendable {
  let relay: KeptProcess
  let emulator: KeptProcess
  let messageBus: KeptProcess
  let lock: MachineLock
}
