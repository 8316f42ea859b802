/// A call that the server has received: the method, the flags, and the typed request or its error.
public struct ControlCall: Sendable {
  /// A request to one of the two interfaces.
  public enum Request: Hashable, Sendable {
    /// To `org.varlink.service`.
    case service(ServiceRequest)
    /// To `org.marquee.Display`.
    case display(ControlRequest)
  }

  /// The full name of the method in the message.
  public var methodName: String
  /// The method; nil if there is no method with that name.
  public var method: ControlMethod?
  /// Whether the client takes more than one reply.
  public var wantsMore: Bool
  /// Whether the client takes no reply.
  public var isOneway: Bool
  /// The request, or the error for the reply.
  public var request: Result<Request, ControlError>

  /// Reads a message without its final NUL. Throws `ControlError.malformedMessage` if it is no Varlink call.
  public init(message: [UInt8]) throws(ControlError) {
    self = try ControlJSON.decode(ControlCall.self, from: message)
  }
}

extension ControlCall: Decodable {
  fileprivate enum EnvelopeKeys: String, CodingKey {
    case method, parameters, more, oneway, upgrade
  }

  /// Reads the envelope, then the parameters by the method's type.
  public init(from decoder: any Decoder) throws {
    let envelope: KeyedDecodingContainer<EnvelopeKeys>
    do {
      envelope = try decoder.container(keyedBy: EnvelopeKeys.self)
      methodName = try envelope.decode(String.self, forKey: .method)
      wantsMore = try envelope.decodeIfPresent(Bool.self, forKey: .more) ?? false
      isOneway = try envelope.decodeIfPresent(Bool.self, forKey: .oneway) ?? false
    } catch {
      throw ControlError.malformedMessage(reason: "expected an object with \"method\" as a string")
    }
    guard !(wantsMore && isOneway) else {
      throw ControlError.malformedMessage(reason: "\"more\" and \"oneway\" contradict each other")
    }
    method = ControlMethod(rawValue: methodName)
    request = .failure(.invalidParameter(parameter: "upgrade"))
    guard try envelope.decodeIfPresent(Bool.self, forKey: .upgrade) != true else { return }
    request = Result {
      guard let method else { throw Self.unknown(methodName) }
      return try Request(method, CallParameters(envelope: envelope))
    }.mapError(ControlJSON.controlError)
  }

  private static func unknown(_ name: String) -> ControlError {
    let interface = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return ControlMethod.interfaces.contains(interface)
      ? .methodNotFound(method: name) : .interfaceNotFound(interface: interface)
  }
}

/// The unread parameters of a call.
struct CallParameters {
  fileprivate var envelope: KeyedDecodingContainer<ControlCall.EnvelopeKeys>

  /// Reads and checks the values.
  func read<Parameters: ControlParameters>(_ type: Parameters.Type) throws -> Parameters {
    let value: Parameters
    if try envelope.contains(.parameters) && !envelope.decodeNil(forKey: .parameters) {
      value = try envelope.decode(StrictParameters<Parameters>.self, forKey: .parameters).value
    } else {
      value = try ControlJSON.decode(Parameters.self, from: Array("{}".utf8))
    }
    try value.validate()
    return value
  }
}

/// A call for a client to send.
public struct ControlCallMessage<Parameters: ControlParameters>: Encodable, Sendable {
  /// The method's full name.
  public var method: String
  /// The parameters.
  public var parameters: Parameters
  /// Whether the client takes more than one reply; nil for no.
  public var more: Bool?

  /// Makes a call. A call for a stream, or for a reply in pieces, has `more`.
  public init(_ parameters: Parameters, inPieces: Bool = false) {
    self.method = Parameters.method.rawValue
    self.parameters = parameters
    self.more = inPieces || Parameters.method.isStream ? true : nil
  }
}

/// Parameters that refuse unknown names, as Varlink demands.
struct StrictParameters<Parameters: ControlParameters>: Decodable {
  var value: Parameters

  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(Parameters.parameterNames)
    value = try Parameters(from: decoder)
  }
}
