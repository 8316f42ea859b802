internal import Synchronization
internal import SystemPackage

/// What the properties of one open card are called and take, asked of the kernel once each.
///
/// Drivers make their properties when they start and keep them, so that only values have to be read again. A look at a card needs
/// hundreds of calls without this.
final class PropertyDefinitions: Sendable {
  private let known = Mutex<[UInt32: RawProperty]>([:])

  /// The property of that number, by `ask` where it was not seen before.
  func definition(_ number: UInt32, _ ask: () throws(Errno) -> RawProperty) throws(Errno) -> RawProperty {
    if let found = known.withLock({ $0[number] }) { return found }
    let asked = try ask()
    known.withLock { $0[number] = asked }
    return asked
  }
}
