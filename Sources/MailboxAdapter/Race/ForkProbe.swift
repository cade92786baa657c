#if os(Linux)
  import AppGroupMailbox
  import Foundation

  /// Forks while an operation of this process holds the lock, and lets the child use the same instance.
  ///
  /// With descriptors of its own the child finds the lock taken. With its parent's it would share the parent's lock, go ahead
  /// and, by unlocking, take it from the parent (clause LCK-6). Prints what came of the child meanwhile, of the parent, and of
  /// a child that is forked when nothing is locked.
  struct ForkProbe {
    private let mailbox: AppGroupMailbox<String>
    private let held: StateLock<ForkedMailbox>

    /// The instance, once it is open: the file system below it needs it.
    private struct ForkedMailbox {
      var mailbox: AppGroupMailbox<String>?
      var outcome = "none"
    }

    init(_ arguments: inout CommandArguments) throws {
      let held = StateLock(ForkedMailbox())
      let fileSystem = HaltPoint(signal: SIGSTOP, primitive: .rename, call: 1).fileSystem { _ in
        let mailbox = held.withLock(\.mailbox)!
        let outcome = Self.outcomeInChild(mailbox)
        held.withLock { $0.outcome = outcome }
      }
      var limits = MailboxLimits()
      limits.lockTimeout = try arguments.takeIfThere("lock-timeout") ?? 0.1
      mailbox = try AppGroupMailbox(
        containerPath: arguments.take("container"), namespace: arguments.take("namespace"), limits: limits,
        durability: .processCrash, environment: MailboxEnvironment(fileSystem: fileSystem))
      self.held = held
      try arguments.finish()
    }

    func run() throws {
      held.withLock { [mailbox] in $0.mailbox = mailbox }
      try mailbox.enqueue("of the parent")
      let claims = try mailbox.claimPending()
      print("child while locked:", held.withLock(\.outcome))
      print("parent:", claims.count)
      print("child afterwards:", Self.outcomeInChild(mailbox))
      print("parent afterwards:", try mailbox.claimPending().count)
    }

    /// Enqueues in a forked child, whose exit status tells what came of it.
    private static func outcomeInChild(_ mailbox: AppGroupMailbox<String>) -> String {
      // What is still to be printed must not be printed by both.
      fflush(nil)
      let process = Forking.fork()
      if process == 0 {
        // Nobody else ends a child that hangs, and who spawned its parent may have had the signal blocked.
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
        alarm(10)
        do {
          try mailbox.enqueue("of the child")
          _exit(0)
        } catch {
          _exit(error == .busy ? 1 : 2)
        }
      }
      var status: Int32 = 0
      guard process > 0, waitpid(process, &status, 0) == process else { return "none" }
      switch status {
      case 0: return "enqueued"
      case 1 << 8: return "busy"
      default: return "status \(status)"
      }
    }
  }
#endif
