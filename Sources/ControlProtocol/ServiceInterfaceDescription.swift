/// The definition of `org.varlink.service`, which every Varlink service answers to.
public enum ServiceInterfaceDescription {
  /// The interface's name.
  public static let name = "org.varlink.service"

  /// The definition, after the Varlink documentation ("Service Interface").
  public static let text = """
    # What every Varlink service says of itself.
    interface org.varlink.service

    # What the service is, and the interfaces it answers to.
    method GetInfo() -> (vendor: string, product: string, version: string, url: string, interfaces: []string)

    # The definition of an interface.
    method GetInterfaceDescription(interface: string) -> (description: string)

    # The service has no such interface.
    error InterfaceNotFound (interface: string)

    # The interface has no such method.
    error MethodNotFound (method: string)

    # The method is defined, but cannot be called.
    error MethodNotImplemented (method: string)

    # A parameter is missing, unknown or of the wrong type.
    error InvalidParameter (parameter: string)

    # The peer may not do this.
    error PermissionDenied ()

    # The method is answered by a stream: the call must say more.
    error ExpectedMore ()

    """
}
