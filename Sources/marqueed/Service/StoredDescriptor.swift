/// A card's descriptor on its way to the service manager's store.
nonisolated struct StoredDescriptor: Sendable {
  var device: String
  var number: Int32
}
