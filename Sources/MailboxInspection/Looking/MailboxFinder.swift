import AppGroupMailbox
import Foundation

/// Finds out which mailboxes a path means: a mailbox directory, a container, or the `AppGroupMailbox` in one.
struct MailboxFinder {
  var fileSystem: any FileSystem = POSIXFileSystem()

  /// What a path was found to mean.
  struct Found: Equatable {
    var places: [MailboxPlace]
    /// The container whose mailboxes these are all, if the path named no single one.
    var container: String?
    /// Why none of them can be looked at.
    var problem: PlaceProblem?
  }

  func find(_ argument: String, namespace: String?) throws(PlaceProblem) -> Found {
    let path = Self.absolute(argument)
    let names = try self.names(inDirectoryAt: path)
    let isContainer = names.contains(FileName(MailboxPlace.rootName))
    let (parent, last) = Self.split(path)
    if let namespace {
      guard NamespaceName(namespace) != nil else { throw .badNamespace(namespace) }
      let container = last == MailboxPlace.rootName && !isContainer ? parent : path
      return Found(places: [MailboxPlace(container: container, namespace: namespace)])
    }
    let (grandparent, above) = Self.split(parent)
    if above == MailboxPlace.rootName, last != nil {
      return Found(places: [MailboxPlace(base: grandparent, names: [MailboxPlace.rootName, last!])])
    }
    if names.contains(where: isOurs) {
      return Found(places: [MailboxPlace(base: parent, names: last.map { [$0] } ?? [])])
    }
    if isContainer { return try mailboxes(in: path) }
    if last == MailboxPlace.rootName { return try mailboxes(in: parent) }
    let copies = copies(in: path, names)
    guard !copies.isEmpty else { throw .noMailbox(path) }
    return Found(places: copies, container: path)
  }

  /// The mailboxes in a copy of `AppGroupMailbox` that has another name.
  private func copies(in path: String, _ names: [FileName]) -> [MailboxPlace] {
    names.filter { NamespaceName($0.text) != nil }.map(\.text).sorted().compactMap { name in
      let place = MailboxPlace(base: path, names: [name])
      var isMailbox = false
      do {
        let directory = try place.open(fileSystem)
        try fileSystem.forEachEntry(in: directory.mailbox.raw) { bytes, _ in
          isMailbox = isMailbox || isOurs(FileName(bytes))
        }
      } catch {
        // What is no directory, or may not be looked into, is not known to be one.
        return nil
      }
      return isMailbox ? place : nil
    }
  }

  /// The one mailbox that a path means.
  func findOne(_ argument: String, namespace: String?) throws(PlaceProblem) -> MailboxPlace {
    let found = try find(argument, namespace: namespace)
    guard let container = found.container else { return found.places[0] }
    guard let first = found.places.first else { throw found.problem ?? .noNamespaces(container) }
    guard found.places.count == 1 else { throw .several(container, found.places.map(\.name)) }
    return first
  }

  private func isOurs(_ name: FileName) -> Bool {
    name == EntryName.lockFile || name == EntryName.temporaries || EntryName(name.bytes) != .foreign
  }

  private func mailboxes(in container: String) throws(PlaceProblem) -> Found {
    let root = MailboxPlace(base: container, names: [MailboxPlace.rootName])
    var names: [String] = []
    do {
      let opened = try root.open(fileSystem)
      try fileSystem.forEachEntry(in: opened.mailbox.raw) { bytes, type in
        let name = String(decoding: bytes, as: UTF8.self)
        if type == .directory, NamespaceName(name) != nil { names.append(name) }
      }
    } catch let error as SystemError {
      throw .unreadable(root.path, error)
    } catch {
      return Found(places: [], container: container, problem: error as? PlaceProblem)
    }
    return Found(
      places: names.sorted().map { MailboxPlace(container: container, namespace: $0) }, container: container)
  }

  private func names(inDirectoryAt path: String) throws(PlaceProblem) -> [FileName] {
    do throws(SystemError) {
      guard try fileSystem.status(atPath: path).type == .directory else { throw PlaceError.notDirectory }
      let directory = Descriptor(try fileSystem.openDirectory(atPath: path), of: fileSystem)
      var names: [FileName] = []
      try fileSystem.forEachEntry(in: directory.raw) { bytes, _ in names.append(FileName(bytes)) }
      return names
    } catch {
      if error == PlaceError.notDirectory { throw .notDirectory(path) }
      throw error.isGone ? .missing(path) : .unreadable(path, error)
    }
  }

  private enum PlaceError {
    static let notDirectory = SystemError(call: .open, code: ErrorNumber.notDirectory)
  }

  /// From the root on, without `.` and doubled slashes; `..` stays, for what is above a link is known to the system alone.
  private static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return "/" + whole.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  /// The folder and the last name; no name if the path is the root or ends in `..`.
  private static func split(_ path: String) -> (parent: String, last: String?) {
    guard let slash = path.lastIndex(of: "/") else { return (path, nil) }
    let last = String(path[path.index(after: slash)...])
    if last.isEmpty || last == ".." { return (path, nil) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), last)
  }
}
