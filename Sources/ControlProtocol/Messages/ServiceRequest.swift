/// A request to `org.varlink.service`, which the server answers itself.
public enum ServiceRequest: Hashable, Sendable {
  /// What the service is.
  case getInfo
  /// The definition of an interface.
  case getInterfaceDescription(GetInterfaceDescriptionCall)
}
