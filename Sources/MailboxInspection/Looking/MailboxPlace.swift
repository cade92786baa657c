import AppGroupMailbox

/// A mailbox directory and how it is reached: nothing below the container is followed if it is a link.
struct MailboxPlace: Sendable, Equatable {
  /// The path that is trusted: the container, or the folder that a mailbox directory was put into.
  let base: String
  /// What leads from there to the mailbox directory.
  let names: [String]

  static let rootName = "AppGroupMailbox"

  /// In a container.
  init(container: String, namespace: String) {
    self.init(base: container, names: [Self.rootName, namespace])
  }

  init(base: String, names: [String]) {
    self.base = base
    self.names = names
  }

  var path: String { base == "/" ? "/" + names.joined(separator: "/") : ([base] + names).joined(separator: "/") }

  /// The last part of its path.
  var name: String { names.last ?? base }

  /// Where a mailbox's store could open it; `nil` of a directory outside a container.
  var location: MailboxLocation? {
    guard names.count == 2, let namespace = NamespaceName(names[1]) else { return nil }
    return MailboxLocation(containerPath: base, namespace: namespace)
  }

  /// Opens the directories from the trusted one to the mailbox.
  func open(_ fileSystem: any FileSystem) throws(PlaceProblem) -> OpenPlace {
    do {
      var descriptor = Descriptor(try fileSystem.openDirectory(atPath: base), of: fileSystem)
      var root: FileStatus?
      for (depth, name) in names.enumerated() {
        let raw = descriptor.raw
        descriptor = Descriptor(try open(name, in: raw, fileSystem), of: fileSystem)
        if names.count == 2, depth == 0 { root = try fileSystem.status(of: descriptor.raw) }
      }
      return OpenPlace(mailbox: descriptor, root: root)
    } catch let problem as PlaceProblem {
      throw problem
    } catch let error as SystemError {
      throw error.isGone ? .missing(path) : .unreadable(path, error)
    } catch {
      throw .missing(path)
    }
  }

  private func open(_ name: String, in directory: RawDescriptor, _ fileSystem: any FileSystem) throws -> RawDescriptor {
    let fileName = FileName(name)
    do {
      return try fileSystem.openDirectory(fileName, in: directory)
    } catch let error where !error.isGone {
      let status = try fileSystem.status(of: fileName, in: directory)
      guard status.type == .directory else {
        throw PlaceProblem.unsafe(path, name, EntryKind(fileName, in: directory, status))
      }
      throw error
    }
  }
}

/// A mailbox directory that is open.
struct OpenPlace: ~Copyable {
  let mailbox: Descriptor
  /// The `AppGroupMailbox` above it, if it is in one.
  let root: FileStatus?

  consuming func take() -> Descriptor { mailbox }
}

/// Why there is no mailbox to look at, and what to do.
enum PlaceProblem: Error, Equatable, CustomStringConvertible {
  case missing(String)
  case notDirectory(String)
  case unreadable(String, SystemError)
  /// Something on the way is a link or no directory: the mailbox, the component's name, what it is.
  case unsafe(String, String, EntryKind)
  case noMailbox(String)
  case noNamespaces(String)
  case badNamespace(String)
  case several(String, [String])
  case noContainer(String)

  var description: String {
    switch self {
    case .missing(let path): "there is no \(SafeText.escaped(path)); check the path"
    case .notDirectory(let path): "\(SafeText.escaped(path)) is no directory; give a mailbox directory or a container"
    case .unreadable(let path, let error):
      "\(SafeText.escaped(path)) cannot be looked at (\(error.explanation)); "
        + "be its owner, or copy it to where you may read"
    case .unsafe(let path, let name, let kind):
      "\(SafeText.escaped(path)): '\(SafeText.escaped(name))' is \(kind.described), and is not followed (SEC-1, SEC-3); "
        + "if you trust it, give the path where it leads"
    case .noMailbox(let path):
      "\(SafeText.escaped(path)) holds no mailbox; give <container>/AppGroupMailbox/<namespace>, "
        + "or the container"
    case .noNamespaces(let path):
      "\(SafeText.escaped(path)) holds no mailbox yet: there is no directory in its AppGroupMailbox"
    case .badNamespace(let name):
      "--namespace takes 1 to 64 of A-Z a-z 0-9 . _ -, not '\(SafeText.escaped(name))' (NSP-1)"
    case .several(let path, let names):
      "\(SafeText.escaped(path)) holds several mailboxes; choose one with --namespace: "
        + names.map { SafeText.escaped($0) }.joined(separator: ", ")
    case .noContainer(let path):
      "\(SafeText.escaped(path)) is not in a container; restore and remove need "
        + "<container>/AppGroupMailbox/<namespace>: move it to such a place"
    }
  }
}
