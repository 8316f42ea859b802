// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Asks what the service is.
public struct GetInfoCall: ControlParameters, Hashable {
  public typealias Reply = GetInfoReply
  public static var method: ControlMethod { .getInfo }
  public static var parameterNames: [String] { [] }

  public init() {}
}

/// Answers `org.varlink.service.GetInfo`.
public struct GetInfoReply: ControlReply, Hashable {
  /// Who makes the program.
  public var vendor: String
  /// The program's name.
  public var product: String
  /// The program's version.
  public var version: String
  /// A page about the program.
  public var url: String
  /// The interfaces that it answers to.
  public var interfaces: [String]

  public init(vendor: String, product: String, version: String, url: String, interfaces: [String]) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    self.interfaces = interfaces
  }
}

/// Asks for the definition of an interface.
public struct GetInterfaceDescriptionCall: ControlParameters, Hashable {
  public typealias Reply = GetInterfaceDescriptionReply
  public static var method: ControlMethod { .getInterfaceDescription }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The interface's name.
  public var interface: String

  public init(interface: String) {
    self.interface = interface
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case interface
  }
}

/// Answers `org.varlink.service.GetInterfaceDescription`.
public struct GetInterfaceDescriptionReply: ControlReply, Hashable {
  /// The definition in Varlink's own notation.
  public var description: String

  public init(description: String) {
    self.description = description
  }
}
