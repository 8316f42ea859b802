import Glibc

/// The descriptors that are kept, each under its name.
struct DescriptorStore {
  private var entries: [(name: String, descriptor: Int32)] = []

  var names: [String] { entries.map(\.name) }
  var descriptors: [Int32] { entries.map(\.descriptor) }

  /// Keeps a descriptor; one of the same name is the same card, and is given up for it.
  mutating func keep(_ descriptor: Int32, name: String) {
    remove(name)
    // Out of the way of the numbers at which the program gets them.
    entries.append((name, fcntl(descriptor, F_DUPFD_CLOEXEC, 100)))
    close(descriptor)
  }

  mutating func remove(_ name: String) {
    for entry in entries where entry.name == name { close(entry.descriptor) }
    entries.removeAll { $0.name == name }
  }
}
