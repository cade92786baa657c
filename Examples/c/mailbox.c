// A minimal mailbox, written from SPEC.md, whose clauses and sections are named here: core enqueue, claim and
// acknowledge. It does not conform, and is not for use: README.md says what is missing.
#include "system.h"
#include "mailbox.h"

enum { ORDINAL_AT = 8, ID_AT = 29, DATE_AT = 66, ATTEMPTS_AT = 83 };  // In a pending name.
enum { DIRECTORY = O_RDONLY | O_DIRECTORY | O_CLOEXEC };
enum { NO_LINK = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC };

typedef struct { char name[sizeof PENDING]; bool claimed; } Message;  // If claimed: what follows the token.
typedef struct { int directory, lock; Message *messages; size_t count; } Session;

bool has_form(const char *text, const char *form) {
  for (; *text && *form; text++, form++) {
    const char *digits = *form == '0' ? "0123456789" : *form == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    if (strchr("0Xx", *form) ? !strchr(digits, *text) : *text != *form) return false;
  }
  return *text == *form;
}

static uint64_t encode_date(double date) {  // Section 2.2.
  uint64_t bits;
  if (date == 0) date = 0;  // Minus zero is replaced.
  memcpy(&bits, &date, sizeof bits);
  return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static const char *failed(const char *call) {
  bool unsafe = errno == ELOOP || errno == ENOTDIR;  // SEC-1
  perror(call);
  return unsafe ? "unsafeFile" : "ioFailure";
}

// MARK: The directory, its lock and its messages

// Opens a directory, which is made if it is missing, and not followed if it is a link (SEC-3). Closes parent.
static int open_directory(int parent, const char *name) {
  if (parent < 0) return -1;
  bool there = mkdirat(parent, name, 0700) ? errno == EEXIST : !synchronise(parent);
  int directory = there ? openat(parent, name, DIRECTORY | O_NOFOLLOW) : -1;
  close(parent);
  return directory;
}

static int open_mailbox(const Mailbox *mailbox) {
  int container = open(mailbox->container, DIRECTORY);
  return open_directory(open_directory(container, "AppGroupMailbox"), mailbox->namespace);
}

static const char *list(Session *session) {
  int copy = openat(session->directory, ".", DIRECTORY);
  if (copy < 0) return failed("openat");
  DIR *stream = fdopendir(copy);
  if (!stream) abort();
  for (struct dirent *entry; errno = 0, entry = readdir(stream);) {
    Message message = {.claimed = has_form(entry->d_name, CLAIMED)};
    if (!message.claimed && !has_form(entry->d_name, PENDING)) continue;
    strcpy(message.name, entry->d_name + (message.claimed ? sizeof CLAIMED - sizeof PENDING : 0));
    session->messages = resize(session->messages, (session->count + 1) * sizeof message);
    session->messages[session->count++] = message;
  }
  const char *error = errno ? failed("readdir") : NULL;
  closedir(stream);
  return error;
}

// Opens the mailbox, locks it (LCK-1) or gives up after 500 pauses of 2 ms, and lists it. leave must follow.
static const char *enter(const Mailbox *mailbox, Session *session) {
  *session = (Session){.directory = open_mailbox(mailbox), .lock = -1};
  if (session->directory < 0) return failed("openat");
  session->lock = openat(session->directory, ".mailbox.lock", O_RDWR | O_CREAT | NO_LINK, 0600);
  if (session->lock < 0) return failed("openat");
  for (int pauses = 0; flock(session->lock, LOCK_EX | LOCK_NB); pauses++) {
    if (pauses == 500) return "busy";
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
  return list(session);
}

static void leave(Session *session) {
  if (session->lock >= 0) close(session->lock);
  if (session->directory >= 0) close(session->directory);
  free(session->messages);
}

const char *mailbox_open(const Mailbox *mailbox) {
  static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
  const char *name = mailbox->namespace;
  Session session;
  if (!*name || name[strspn(name, allowed)]) return "invalidNamespace";  // NSP-1
  if (!strcmp(name, ".") || !strcmp(name, "..")) return "invalidNamespace";  // NSP-2
  if (mailbox->max_messages <= 0 || mailbox->max_payload_bytes <= 0) return "invalidLimit";  // LIM-1
  const char *error = enter(mailbox, &session);
  leave(&session);
  return error;
}

// MARK: Enqueue (section 4.1)

// Writes a file completely where no reader looks (ENQ-8), and gives it its name by one exclusive rename.
static const char *publish(int directory, const char *name, const Text *body) {
  char temporary[sizeof UUID];
  make_uuid(temporary);
  int temporaries = open_directory(dup(directory), ".tmp");
  if (temporaries < 0) return failed("openat");
  int file = openat(temporaries, temporary, O_WRONLY | O_CREAT | O_EXCL | NO_LINK, 0600);
  const char *error = file < 0 ? failed("openat") : NULL;
  errno = ENOSPC;  // What a short write means.
  if (!error && write(file, body->bytes, body->size) != (ssize_t)body->size) error = failed("write");
  if (!error && synchronise(file)) error = failed("fsync");
  if (!error && rename_exclusively(temporaries, temporary, directory, name)) error = failed("rename");
  if (file >= 0) close(file);
  if (error) unlinkat(temporaries, temporary, 0);
  close(temporaries);
  return error;
}

// Gives a body its name and stores it, if the identifier is new and there is room.
static const char *store(const Session *session, double max_messages, const char *id, double date,
                         const Text *body) {
  char name[sizeof PENDING];
  uint64_t ordinal = (uint64_t)fmax(0, seconds_since_1970() * 1000);
  for (size_t i = 0; i < session->count; i++) {
    const char *other = session->messages[i].name;
    uint64_t other_ordinal = strtoull(other + ORDINAL_AT, NULL, 10);
    if (other_ordinal >> 62 == 0 && other_ordinal >= ordinal) ordinal = other_ordinal + 1;  // LAY-10
    if (!strncmp(other + ID_AT, id, strlen(UUID))) return NULL;  // A repeated identifier succeeds (ENQ-2).
  }
  if ((double)session->count >= max_messages) return "mailboxFull";  // LIM-4
  snprintf(name, sizeof name, "pending-%020" PRIu64 "-%.36s-%016" PRIx64 "-0000.json", ordinal, id,
           encode_date(date));
  return publish(session->directory, name, body);
}

const char *mailbox_enqueue(const Mailbox *mailbox, const char *id, double date, Json message) {
  Session session;
  Text body = {0};
  text_print(&body, "{\"id\":\"%s\",\"enqueuedAt\":%.17g,\"message\":", id, date);
  text_add(&body, message);
  text_print(&body, "}");
  const char *error = "payloadTooLarge";  // ENQ-4
  if ((double)body.size <= mailbox->max_payload_bytes) {
    error = enter(mailbox, &session);
    if (!error) error = store(&session, mailbox->max_messages, id, date, &body);
    if (!error && synchronise(session.directory)) error = "notDurable";  // DUR-5
    leave(&session);
  }
  free(body.bytes);
  return error;
}

// MARK: Claim (section 4.2)

static int in_order(const void *left, const void *right) {
  const Message *a = left, *b = right;
  int dates = strncmp(a->name + DATE_AT, b->name + DATE_AT, ATTEMPTS_AT - DATE_AT);  // ORD-1
  return dates ? dates : strcmp(a->name, b->name);  // ORD-2: a name begins with ordinal and identifier.
}

// Reads a file and checks that it is a body (LAY-11), and the one of this identifier.
static bool read_body(int file, Claim *claim) {
  struct stat status;
  Json whole, value;
  char id[sizeof UUID];
  double format = 1;
  if (fstat(file, &status) || !S_ISREG(status.st_mode) || status.st_nlink != 1) return false;  // SEC-5
  size_t limit = (size_t)claim->mailbox->max_payload_bytes;
  claim->body = resize(NULL, limit + 2);
  ssize_t size = read(file, claim->body, limit + 1);  // SEC-6
  if (size < 0 || (size_t)size > limit) return false;
  claim->body = resize(claim->body, (size_t)size + 1);
  claim->body[size] = 0;
  return json_parse(claim->body, (size_t)size, &whole)
    && json_member(whole, "id", &value) == 1 && json_string(value, id, sizeof id)
    && !strcasecmp(id, claim->id)
    && json_member(whole, "enqueuedAt", &value) == 1 && json_number(value, &claim->date)
    && isfinite(claim->date)
    && json_member(whole, "message", &claim->message) == 1
    && json_get_number(whole, "format", &format) && format == 1;  // LAY-13
}

// Renames the file that was read to its claimed name: by one call, which decides who gets it (CLM-1).
static bool take(int directory, int file, const char *name, const char *claimed_name) {
  struct stat inspected, taken;
  if (futimens(file, NULL)) return false;  // The stamp (CLM-6).
  if (rename_exclusively(directory, name, directory, claimed_name)) return false;
  if (!fstat(file, &inspected) && !fstatat(directory, claimed_name, &taken, AT_SYMLINK_NOFOLLOW)
      && inspected.st_dev == taken.st_dev && inspected.st_ino == taken.st_ino) return true;
  // Another file had come into its place, and goes back (CLM-15). If it cannot, its lease runs out (REC-1).
  if (rename_exclusively(directory, claimed_name, directory, name)) failed("rename");
  return false;
}

// Claims one message. One that cannot be delivered stays where it is.
static bool claim_one(int directory, const char *name, Claim *claim) {
  int file = openat(directory, name, O_RDONLY | NO_LINK);  // SEC-4
  if (file < 0) return false;
  claim->attempts = (unsigned)atoi(name + ATTEMPTS_AT);
  unsigned raised = claim->attempts < 9999 ? claim->attempts + 1 : 9999;  // CLM-5
  memcpy(claim->id, name + ID_AT, strlen(UUID));
  make_uuid(claim->token);
  snprintf(claim->name, sizeof claim->name, "claimed-%.36s-%.*s%04u.json", claim->token, ATTEMPTS_AT, name,
           raised);
  bool taken = read_body(file, claim) && take(directory, file, name, claim->name);
  if (!taken) free(claim->body);
  close(file);
  return taken;
}

const char *mailbox_claim(const Mailbox *mailbox, double limit, Claim **claims, size_t *count) {
  Session session;
  if (limit < 0) return "invalidLimit";  // CLM-3
  const char *error = enter(mailbox, &session);
  if (session.count) qsort(session.messages, session.count, sizeof *session.messages, in_order);
  for (size_t i = 0; !error && i < session.count && limit > 0; i++) {
    Claim claim = {.mailbox = mailbox};
    const Message *message = &session.messages[i];
    if (message->claimed || !claim_one(session.directory, message->name, &claim)) continue;
    *claims = resize(*claims, (*count + 1) * sizeof claim);
    (*claims)[(*count)++] = claim;
    limit--;
  }
  leave(&session);
  return error;
}

// MARK: Acknowledge (section 4.3), without the lock (ACK-4)

const char *mailbox_acknowledge(const Claim *claim) {
  int directory = open_mailbox(claim->mailbox);
  if (directory < 0) return failed("openat");
  const char *error = NULL;
  if (unlinkat(directory, claim->name, 0))
    error = errno == ENOENT ? "claimNoLongerExists" : failed("unlinkat");
  close(directory);
  return error;
}
