import Foundation

extension CaseStep {
  var title: String {
    switch self {
    case .operation(let operation): operation.name
    case .plant: "plant"
    case .remove: "remove"
    case .advance(let seconds): "advance \(seconds) s"
    case .lock(let isHeld): isHeld ? "hold the lock" : "release the lock"
    case .kill: "kill"
    }
  }
}

extension ConformanceCase {
  /// The namespaces that its steps open besides the usual one.
  var openedNamespaces: [String] {
    steps.compactMap { step in
      guard case .operation(let operation) = step, let namespace = operation.arguments["namespace"]?.value.string,
        namespace.wholeMatch(of: /[A-Za-z0-9._-]{1,64}/) != nil, namespace != ".", namespace != ".."
      else { return nil }
      return namespace
    }
  }

  /// What its symbols stand for in a run that begins now.
  package func bindings() -> Bindings {
    let limits = (actors["a"] ?? actors.sorted { $0.key < $1.key }.first?.value)?.limits
    let now = Date().timeIntervalSinceReferenceDate
    return Bindings(
      beginning: (now * 8).rounded() / 8, maxPayloadBytes: limits?["maxPayloadBytes"]?.integer ?? 65_536)
  }
}
