// A small second implementation of the mailbox of SPEC.md, behind the protocol of Fixtures/PROTOCOL.md: enqueue, claim and acknowledge. It is an
// example of how to begin, and does not conform: README.md says what is missing. C11, POSIX, Linux (renameat2) and macOS (renameatx_np).
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

enum { UUID = 37, FORMAT_BYTES = 16777216, MAX_DEPTH = 500 };
static const double EPOCH_2001 = 978307200;

// MARK: Text, and JSON as far as it is needed: values are checked, and kept as the text they are

typedef struct { char *at; size_t size, room; } Buffer;
typedef struct { const char *at; size_t size; } Text;

static void put(Buffer *buffer, const char *format, ...) {
  for (;;) {
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(buffer->at + buffer->size, buffer->room - buffer->size, format, arguments);
    va_end(arguments);
    if (more < 0) abort();
    if ((size_t)more < buffer->room - buffer->size) { buffer->size += (size_t)more; return; }
    buffer->room = 2 * (buffer->room + (size_t)more + 1);
    if (!(buffer->at = realloc(buffer->at, buffer->room))) abort();
  }
}

static const char *blank(const char *p) { return p + strspn(p, " \t\r\n"); }
static const char *digits(const char *p) { size_t n = strspn(p, "0123456789"); return n ? p + n : NULL; }

static const char *scan_string(const char *p) {
  if (*p++ != '"') return NULL;
  for (; *p != '"'; p++) {
    if ((unsigned char)*p < 0x20) return NULL;
    if (*p != '\\') continue;
    if (*++p == 'u') { for (int i = 0; i < 4; i++) if (!isxdigit((unsigned char)*++p)) return NULL; }
    else if (!*p || !strchr("\"\\/bfnrt", *p)) return NULL;
  }
  return p + 1;
}

static const char *scan_number(const char *p) {
  if (*p == '-') p++;
  if (*p == '0') p++; else if (!(p = digits(p))) return NULL;
  if (*p == '.' && !(p = digits(p + 1))) return NULL;
  if (*p == 'e' || *p == 'E') { p++; p += *p == '+' || *p == '-'; p = digits(p); }
  return p;
}

// The end of the JSON value at p, or NULL where there is none. The text ends with a NUL, which no value contains.
static const char *scan(const char *p, int depth) {
  if (depth > MAX_DEPTH) return NULL;
  if (*p == '"') return scan_string(p);
  if (*p == '{' || *p == '[') {
    char end = *p == '{' ? '}' : ']';
    if (*(p = blank(p + 1)) == end) return p + 1;
    for (;; p = blank(p + 1)) {
      if (end == '}') {
        if (!(p = scan_string(p)) || *(p = blank(p)) != ':') return NULL;
        p = blank(p + 1);
      }
      if (!(p = scan(p, depth + 1))) return NULL;
      if (*(p = blank(p)) == end) return p + 1;
      if (*p != ',') return NULL;
    }
  }
  for (const char **word = (const char *[]){"true", "false", "null", NULL}; *word; word++)
    if (!strncmp(p, *word, strlen(*word))) return p + strlen(*word);
  return scan_number(p);
}

// Unescapes a string that was scanned. No string, one with a NUL, and one that is too long are false.
static bool string(const char *p, char *into, size_t room) {
  if (*p++ != '"') return false;
  for (size_t n = 0; n + 5 <= room; p++) {
    if (*p == '"') return into[n] = 0, true;
    const char *escape = "\"\"\\\\//b\bf\fn\nr\rt\t";
    if (*p != '\\') { into[n++] = *p; continue; }
    if (*++p != 'u') { while (*escape != *p) escape += 2; into[n++] = escape[1]; continue; }
    unsigned c = 0, low = 0;
    sscanf(p + 1, "%4x", &c);
    p += 4;
    if (c >> 10 == 0xD800 >> 10 && sscanf(p + 1, "\\u%4x", &low) == 1 && low >> 10 == 0xDC00 >> 10) {
      c = 0x10000 + ((c & 0x3FF) << 10) + (low & 0x3FF);
      p += 6;
    }
    if (!c) return false;
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    into[n++] = (char)(more ? (0xF00 >> (more + 1) & 0xFF) | c >> 6 * more : c);
    while (more--) into[n++] = (char)(0x80 | (c >> 6 * more & 0x3F));
  }
  return false;
}

// How often an object that was scanned has the member; value is the first.
static int find(const char *p, const char *key, Text *value) {
  int count = 0;
  if (*p != '{') return 0;
  for (p = blank(p + 1); *p != '}'; p = *p == ',' ? blank(p + 1) : p) {
    char name[64];
    bool same = string(p, name, sizeof name) && !strcmp(name, key);
    const char *start = blank(blank(scan_string(p)) + 1), *end = scan(start, 0);
    if (same && !count++) *value = (Text){start, (size_t)(end - start)};
    p = blank(end);
  }
  return count;
}

// A number, or one of the texts that stand for what JSON has no number for.
static bool number(const char *p, double *value) {
  if (scan_number(p)) return *value = strtod(p, NULL), true;
  char text[16];
  if (!string(p, text, sizeof text) || (strcmp(text, "inf") && strcmp(text, "-inf") && strcmp(text, "nan"))) return false;
  return *value = strtod(text, NULL), true;
}

static bool utf8(const char *text, size_t size) {
  const unsigned char *p = (const unsigned char *)text, *end = p + size;
  while (p < end) {
    unsigned c = *p++, more = c < 0x80 ? 0 : c < 0xC2 ? 9 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : c < 0xF5 ? 3 : 9;
    if (more > (size_t)(end - p)) return false;
    if (more > 1 && ((c == 0xE0 && *p < 0xA0) || (c == 0xED && *p > 0x9F) || (c == 0xF0 && *p < 0x90) || (c == 0xF4 && *p > 0x8F))) return false;
    while (more--) if ((*p++ & 0xC0) != 0x80) return false;
  }
  return true;
}

// A UUID as text in either case, made upper case.
static bool uuid(const char *text, char *into) {
  size_t i = 0;
  for (; text[i] && i < 36; i++) {
    bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !isxdigit((unsigned char)text[i])) return false;
    into[i] = (char)toupper((unsigned char)text[i]);
  }
  return into[i] = 0, i == 36;
}

static void new_uuid(char *into) {
  unsigned char b[16];
  if (getentropy(b, sizeof b)) abort();
  b[6] = (b[6] & 0x0F) | 0x40;
  b[8] = (b[8] & 0x3F) | 0x80;
  for (int i = 0, n = 0; i < 16; i++) n += sprintf(into + n, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02X" : "%02X", b[i]);
}

// MARK: Mailboxes, errors and the lock

static const struct { const char *name; double standard; bool positive; } LIMITS[] = {
  {"maxMessages", 100, true}, {"maxPayloadBytes", 65536, true}, {"messageLifetime", 86400, true}, {"claimTimeout", 600, true},
  {"maxQuarantinedFiles", 20, false}, {"maxAttempts", 5, true}, {"maxDeadLetters", 100, false}, {"lockTimeout", 1, false}};
enum { MAX_MESSAGES, MAX_PAYLOAD, LOCK_TIMEOUT = 7, LIMIT_COUNT };

typedef struct { char container[4096], namespace[65]; double limits[LIMIT_COUNT]; } Mailbox;
typedef struct { int mailbox; char name[256]; } Claim;
typedef struct { int directory, lock; } Held;
// A pending or claimed file. The key is date, ordinal and id in fixed width, so that its text order is that of ORD-1 and ORD-2.
typedef struct { char name[256], id[UUID], key[80]; uint64_t ordinal; double date; int attempts; bool claimed, legacy; } Entry;

static Mailbox *mailboxes;
static Claim *claims;
static int mailbox_count, claim_count;
static char details[128];  // Members of the error beside its code.

// Operations give NULL or the code of an error.
static const char *io(const char *call) {
  snprintf(details, sizeof details, ",\"call\":\"%s\",\"errno\":%d", call, errno);
  return "ioFailure";
}

static int synchronise(int file) {
#ifdef F_FULLFSYNC
  if (!fcntl(file, F_FULLFSYNC)) return 0;
#endif
  return fsync(file);
}

static int rename_exclusively(int from, const char *name, int to, const char *new_name) {
#ifdef __APPLE__
  return renameatx_np(from, name, to, new_name, RENAME_EXCL);
#else
  return (int)syscall(SYS_renameat2, from, name, to, new_name, 1u /* RENAME_NOREPLACE */);
#endif
}

// Opens a directory that is nobody else's, and makes it first if it is not there.
static const char *open_directory(int parent, const char *name, int *directory) {
  struct stat status;
  bool made = !mkdirat(parent, name, 0700);
  if (!made && errno != EEXIST) return io("mkdirat");
  if ((*directory = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) < 0)
    return errno == ELOOP || errno == ENOTDIR ? "unsafeFile" : io("openat");
  const char *error = fstat(*directory, &status) ? io("fstat") : status.st_uid != geteuid() ? "unsafeFile" : NULL;
  if (!error && (made || status.st_mode & 077) && fchmod(*directory, 0700)) error = io("fchmod");
  if (!error && made && synchronise(parent)) error = io("fsync");
  if (error) close(*directory);
  return error;
}

static const char *open_mailbox(const Mailbox *mailbox, int *directory) {
  int root, container = open(mailbox->container, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (container < 0) return io("open");
  const char *error = open_directory(container, "AppGroupMailbox", &root);
  close(container);
  if (error) return error;
  error = open_directory(root, mailbox->namespace, directory);
  close(root);
  return error;
}

static void leave(Held *held) {
  close(held->lock);
  close(held->directory);
}

// Directories and lock file are opened anew for each operation, so that nothing goes stale.
static const char *enter(const Mailbox *mailbox, Held *held) {
  struct timespec start, now;
  struct stat status, there;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (bool last = false;;) {
    const char *error = open_mailbox(mailbox, &held->directory);
    if (error) return error;
    if ((held->lock = openat(held->directory, ".mailbox.lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600)) < 0) {
      error = errno == ELOOP || errno == EISDIR || errno == ENXIO ? "unsafeFile" : io("openat");
      close(held->directory);
      return error;
    }
    if (fstat(held->lock, &status)) error = io("fstat");
    else if (!S_ISREG(status.st_mode) || status.st_nlink > 1 || status.st_uid != geteuid()) error = "unsafeFile";
    else if (status.st_mode & 077 && fchmod(held->lock, 0600)) error = io("fchmod");
    else if (!flock(held->lock, LOCK_EX | LOCK_NB)) {
      // It must still be the one at its path.
      if (!fstatat(held->directory, ".mailbox.lock", &there, AT_SYMLINK_NOFOLLOW) && there.st_ino == status.st_ino) return NULL;
    } else if (errno != EWOULDBLOCK && errno != EINTR) error = io("flock");
    else if (last) error = "busy";
    leave(held);
    if (error) return error;
    nanosleep(&(struct timespec){0, 2000000}, NULL);
    clock_gettime(CLOCK_MONOTONIC, &now);
    double waited = (double)(now.tv_sec - start.tv_sec) + (double)(now.tv_nsec - start.tv_nsec) / 1e9;
    last = waited >= mailbox->limits[LOCK_TIMEOUT];
  }
}

// Tells the other processes that a listing of theirs is out of date (LAY-19). A failure is no error (LAY-18).
static void raise_generation(const Held *held) {
  unsigned char bytes[8];
  if (pread(held->lock, bytes, 8, 0) == 8) { for (int i = 0; i < 8 && !++bytes[i]; i++) {} }
  else if (getentropy(bytes, 8)) abort();
  if (pwrite(held->lock, bytes, 8, 0) != 8) return;
}

// MARK: Names and bodies

static void encode_date(double date, char *into) {
  uint64_t bits;
  if (date == 0) date = 0;
  memcpy(&bits, &date, 8);
  sprintf(into, "%016llx", (unsigned long long)(bits >> 63 ? ~bits : bits | 1ull << 63));
}

static bool parse(const char *name, Entry *entry) {
  unsigned long long ordinal, bits;
  char form[256], id[UUID], key[17];
  if (strlen(name) >= sizeof entry->name) return false;
  *entry = (Entry){.claimed = !strncmp(name, "claimed-", 8)};
  strcpy(entry->name, name);
  if (entry->claimed) {
    if (strlen(name) < 45 || sscanf(name + 8, "%36[0-9A-F-]", id) != 1 || !uuid(id, id) || name[44] != '-') return false;
    name += 45;
  }
  int fields = sscanf(name, "pending-%20llu-%36[0-9A-F-]-%16llx-%4d", &ordinal, id, &bits, &entry->attempts);
  if ((fields != 2 && fields != 4) || !uuid(id, entry->id)) return false;
  entry->ordinal = ordinal;
  if ((entry->legacy = fields == 2)) return snprintf(form, sizeof form, "pending-%020llu-%s.json", ordinal, id), !strcmp(form, name);
  uint64_t plain = bits >> 63 ? bits & ~(1ull << 63) : ~bits;
  memcpy(&entry->date, &plain, 8);
  encode_date(entry->date, key);
  snprintf(entry->key, sizeof entry->key, "%s%020llu%s", key, ordinal, id);
  // Written again it must be the same text: that is the whole grammar.
  snprintf(form, sizeof form, "pending-%020llu-%s-%s-%04d.json", ordinal, id, key, entry->attempts);
  return isfinite(entry->date) && entry->attempts >= 0 && !strcmp(form, name);
}

static const char *list(int directory, Entry **entries, int *count) {
  int copy = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *stream = copy < 0 ? NULL : fdopendir(copy);
  Entry entry;
  *entries = NULL, *count = 0;
  if (!stream) return io("openat");
  for (struct dirent *found; (errno = 0, found = readdir(stream));) {
    if (!parse(found->d_name, &entry)) continue;
    if (!(*entries = realloc(*entries, sizeof entry * (size_t)(*count + 1)))) abort();
    (*entries)[(*count)++] = entry;
  }
  const char *error = errno ? io("readdir") : NULL;
  closedir(stream);
  return error;
}

// Reads and checks a body; false if it cannot be delivered, for whatever reason. *file stays open then too, if it is not negative.
static bool read_body(int directory, const Entry *entry, double limit, int *file, char **body, double *date, Text *message) {
  struct stat status;
  Text id, enqueued, format;
  char text[64], upper[UUID];
  *body = NULL;
  *file = openat(directory, entry->name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  if (*file < 0 || fstat(*file, &status) || !S_ISREG(status.st_mode) || status.st_nlink != 1) return false;
  size_t size = 0, room = (size_t)fmin(limit, FORMAT_BYTES) + 1;
  if (status.st_size >= (off_t)room || !(*body = malloc(room + 1))) return false;
  for (ssize_t more; size < room; size += (size_t)more)
    if ((more = read(*file, *body + size, room - size)) <= 0) { if (more < 0) return false; break; }
  if (size == room) return false;
  (*body)[size] = 0;
  const char *start = blank(*body), *end = *start == '{' ? scan(start, 0) : NULL;
  if (!end || blank(end) != *body + size || !utf8(*body, size)) return false;
  if (find(start, "id", &id) != 1 || find(start, "enqueuedAt", &enqueued) != 1 || find(start, "message", message) != 1) return false;
  if (!string(id.at, text, sizeof text) || !uuid(text, upper) || strcmp(upper, entry->id)) return false;
  if (!scan_number(enqueued.at) || !isfinite(*date = strtod(enqueued.at, NULL))) return false;
  if (find(start, "format", &format) && (!scan_number(format.at) || strtod(format.at, NULL) != 1)) return false;
  for (char *p = (char *)message->at; p < message->at + message->size; p++) if (*p == '\n' || *p == '\r') *p = ' ';  // White space.
  return entry->legacy || fabs(*date - entry->date) <= 0.001;
}

// MARK: Operations

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (double)time.tv_sec - EPOCH_2001 + (double)time.tv_nsec / 1e9;
}

static const char *do_open(const char *args, Buffer *out) {
  Mailbox mailbox = {0};
  Text text, limit;
  char name[128], policy[32];
  Held held;
  if (find(args, "policy", &text) && (!string(text.at, policy, sizeof policy) || strcmp(policy, "rejectNewest"))) return "unsupported";
  if (!find(args, "namespace", &text) || !string(text.at, name, sizeof name)) return "invalidNamespace";
  size_t size = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-");
  if (!size || size > 64 || name[size] || !strcmp(name, ".") || !strcmp(name, "..")) return "invalidNamespace";
  strcpy(mailbox.namespace, name);
  if (!find(args, "container", &text) || !string(text.at, mailbox.container, sizeof mailbox.container)) return "invalidRequest";
  bool some = find(args, "limits", &text);
  for (int i = 0; i < LIMIT_COUNT; i++) {
    double *value = &mailbox.limits[i];
    *value = LIMITS[i].standard;
    if (!some || !find(text.at, LIMITS[i].name, &limit) || *limit.at == 'n') continue;
    if (number(limit.at, value) && (LIMITS[i].positive ? *value > 0 : *value >= 0)) continue;
    snprintf(details, sizeof details, ",\"limit\":\"%s\"", LIMITS[i].name);
    return "invalidLimit";
  }
  const char *error = enter(&mailbox, &held);
  if (error) return error;
  leave(&held);
  if (!(mailboxes = realloc(mailboxes, sizeof mailbox * (size_t)(mailbox_count + 1)))) abort();
  mailboxes[mailbox_count] = mailbox;
  put(out, "\"mailbox\":%d", mailbox_count++);
  return NULL;
}

static const Mailbox *chosen(const char *args) {
  Text text;
  double index = mailbox_count - 1;
  if (find(args, "mailbox", &text) && !number(text.at, &index)) return NULL;
  return index >= 0 && index < mailbox_count ? &mailboxes[(int)index] : NULL;
}

// Writes a file that is complete, and synchronised, before it has a name that readers look at (section 4.1, steps 1 and 2).
static const char *write_temporary(int temporaries, const char *name, const Buffer *body) {
  int file = openat(temporaries, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return io("openat");
  const char *error = fchmod(file, 0600) ? io("fchmod") : NULL;
  for (size_t done = 0; !error && done < body->size;) {
    ssize_t more = write(file, body->at + done, body->size - done);
    if (more < 0 && errno != EINTR) error = io("write");
    if (more > 0) done += (size_t)more;
  }
  if (!error && synchronise(file)) error = io("fsync");
  close(file);
  return error;
}

// Decides and publishes, under the lock (steps 3 to 5). A repeated identifier leaves *stored false.
static const char *publish(const Mailbox *mailbox, const Held *held, int temporaries, const char *temporary, const char *id, double date, bool *stored) {
  Entry *entries;
  int count;
  double milliseconds = fmax(0, (now() + EPOCH_2001) * 1000);
  uint64_t ordinal = (uint64_t)milliseconds;
  char name[256], key[17];
  const char *error = list(held->directory, &entries, &count);
  bool repeated = false;
  for (int i = 0; i < count; i++) {
    if (!strcmp(entries[i].id, id)) repeated = true;
    if (entries[i].ordinal < 1ull << 62 && entries[i].ordinal >= ordinal) ordinal = entries[i].ordinal + 1;
  }
  free(entries);
  if (error || repeated) return error;
  if (count >= mailbox->limits[MAX_MESSAGES]) return "mailboxFull";
  encode_date(date, key);
  snprintf(name, sizeof name, "pending-%020llu-%s-%s-0000.json", (unsigned long long)ordinal, id, key);
  raise_generation(held);
  if (rename_exclusively(temporaries, temporary, held->directory, name)) return io("renameat");
  return *stored = true, NULL;
}

static const char *do_enqueue(const char *args, Buffer *out) {
  const Mailbox *mailbox = chosen(args);
  Text text, message;
  Buffer body = {0};
  Held held;
  char id[UUID], given[64], temporary[UUID];
  double date = now(), limit;
  int temporaries;
  bool stored = false;
  if (!mailbox || !find(args, "message", &message)) return "invalidRequest";
  new_uuid(id);
  if (find(args, "id", &text) && (!string(text.at, given, sizeof given) || !uuid(given, id))) return "invalidRequest";
  if (find(args, "enqueuedAt", &text) && (!number(text.at, &date) || !isfinite(date))) return "invalidDate";
  put(&body, "{\"id\":\"%s\",\"enqueuedAt\":%.17g,\"message\":%.*s}", id, date, (int)message.size, message.at);
  limit = fmin(mailbox->limits[MAX_PAYLOAD], FORMAT_BYTES);
  const char *error = NULL;
  if ((double)body.size > limit) {
    snprintf(details, sizeof details, ",\"actualBytes\":%zu,\"maximumBytes\":%.0f", body.size, limit);
    error = "payloadTooLarge";
  }
  int directory = -1;
  if (!error && !(error = open_mailbox(mailbox, &directory)) && !(error = open_directory(directory, ".tmp", &temporaries))) {
    new_uuid(temporary);
    if (!(error = write_temporary(temporaries, temporary, &body)) && !(error = enter(mailbox, &held))) {
      error = publish(mailbox, &held, temporaries, temporary, id, date, &stored);
      leave(&held);
    }
    if (!stored) unlinkat(temporaries, temporary, 0);
    else if (synchronise(directory)) snprintf(details, sizeof details, ",\"id\":\"%s\"", id), error = "notDurable";
    close(temporaries);
  }
  if (directory >= 0) close(directory);
  free(body.at);
  if (!error) put(out, "\"id\":\"%s\"", id);
  return error;
}

static int in_order(const void *a, const void *b) { return strcmp(((const Entry *)a)->key, ((const Entry *)b)->key); }

// Claims one file and appends it to the answer. What cannot be delivered stays as it is and is passed over.
static bool claim_one(const Mailbox *mailbox, const Held *held, const Entry *entry, Buffer *out) {
  struct stat opened, there;
  char *body, token[UUID], name[256];
  int file;
  double date;
  Text message;
  bool done = false;
  if (read_body(held->directory, entry, mailbox->limits[MAX_PAYLOAD], &file, &body, &date, &message)) {
    new_uuid(token);
    int attempts = entry->attempts < 9999 ? entry->attempts + 1 : 9999;
    snprintf(name, sizeof name, "claimed-%s-pending-%020llu-%s-%.16s-%04d.json", token, (unsigned long long)entry->ordinal, entry->id, entry->key, attempts);
    raise_generation(held);
    if (!futimens(file, NULL) && !rename_exclusively(held->directory, entry->name, held->directory, name)) {
      // The name may have been given to another file since it was opened: then it goes back.
      done = !fstat(file, &opened) && !fstatat(held->directory, name, &there, AT_SYMLINK_NOFOLLOW) && opened.st_ino == there.st_ino;
      if (!done) rename_exclusively(held->directory, name, held->directory, entry->name);
    }
  }
  if (done) {
    if (!(claims = realloc(claims, sizeof *claims * (size_t)(claim_count + 1)))) abort();
    claims[claim_count].mailbox = (int)(mailbox - mailboxes);
    strcpy(claims[claim_count].name, name);
    put(out, "%s{\"claim\":%d,\"token\":\"%s\",\"id\":\"%s\",\"enqueuedAt\":%.17g,\"attempts\":%d,\"message\":%.*s}",
        out->at[out->size - 1] == '[' ? "" : ",", claim_count++, token, entry->id, entry->date, entry->attempts, (int)message.size, message.at);
  }
  free(body);
  if (file >= 0) close(file);
  return done;
}

static const char *do_claim(const char *args, Buffer *out) {
  const Mailbox *mailbox = chosen(args);
  Text text;
  Held held;
  Entry *entries;
  int count;
  double limit = INFINITY;
  if (!mailbox || (find(args, "limit", &text) && *text.at != 'n' && !number(text.at, &limit))) return "invalidRequest";
  if (limit < 0) return snprintf(details, sizeof details, ",\"limit\":\"limit\""), "invalidLimit";
  put(out, "\"claims\":[");
  const char *error = limit > 0 ? enter(mailbox, &held) : NULL;
  if (!error && limit > 0) {
    if (!(error = list(held.directory, &entries, &count))) {
      for (int i = 0; i < count; i++) {  // A legacy name has no date: the body has it (ORD-3).
        Entry *entry = &entries[i];
        if (entry->claimed || !entry->legacy) continue;
        int file;
        char *body, key[17];
        if (!read_body(held.directory, entry, FORMAT_BYTES, &file, &body, &entry->date, &text))
          entry->date = (double)entry->ordinal / 1000 - EPOCH_2001;
        encode_date(entry->date, key);
        snprintf(entry->key, sizeof entry->key, "%s%020llu%s", key, (unsigned long long)entry->ordinal, entry->id);
        free(body);
        if (file >= 0) close(file);
      }
      if (count) qsort(entries, (size_t)count, sizeof *entries, in_order);
      for (int i = 0; i < count && limit > 0; i++)
        if (!entries[i].claimed && claim_one(mailbox, &held, &entries[i], out)) limit--;
    }
    free(entries);
    leave(&held);
  }
  put(out, "]");
  return error;
}

// One removal; no lock is needed for it (ACK-4).
static const char *do_acknowledge(const char *args, Buffer *out) {
  Text text;
  double index;
  int directory;
  (void)out;
  if (!find(args, "claim", &text) || !number(text.at, &index) || !(index >= 0 && index < claim_count)) return "invalidRequest";
  const Claim *claim = &claims[(int)index];
  const char *error = open_mailbox(&mailboxes[claim->mailbox], &directory);
  if (error) return error;
  if (unlinkat(directory, claim->name, 0)) error = errno == ENOENT ? "claimNoLongerExists" : io("unlinkat");
  close(directory);
  return error;
}

static const char *do_hello(const char *args, Buffer *out) {
  Text text;
  char root[4096];
  if (find(args, "root", &text) && (!string(text.at, root, sizeof root) || chdir(root))) return "invalidRequest";
  put(out, "\"protocol\":1,\"name\":\"c-example\",\"version\":\"1\",\"language\":\"C\",\"features\":[],\"behaviours\":"
           "{\"temporaries\":\"named\",\"container\":\"fail\",\"acknowledge-lock\":\"never\"}");
  return NULL;
}

static const char *do_bye(const char *args, Buffer *out) { return (void)args, (void)out, NULL; }

static const struct { const char *name; const char *(*run)(const char *, Buffer *); } OPERATIONS[] = {
  {"hello", do_hello}, {"open", do_open}, {"enqueue", do_enqueue}, {"claim", do_claim}, {"acknowledge", do_acknowledge}, {"bye", do_bye}};

int main(void) {
  char *line = NULL, op[64];
  size_t room = 0;
  Text seq, name, args;
  for (ssize_t size; (size = getline(&line, &room, stdin)) > 0;) {
    const char *start = blank(line), *end = scan(start, 0);
    if (!end || blank(end) != line + size || !find(start, "seq", &seq) || !find(start, "op", &name) || !string(name.at, op, sizeof op)) {
      fputs("not a request\n", stderr);
      return 1;
    }
    if (!find(start, "args", &args)) args = (Text){"{}", 2};
    Buffer out = {0};
    const char *error = "unsupported";
    details[0] = 0;
    for (size_t i = 0; i < sizeof OPERATIONS / sizeof *OPERATIONS; i++)
      if (!strcmp(op, OPERATIONS[i].name)) error = OPERATIONS[i].run(args.at, &out);
    printf("{\"seq\":%.*s,", (int)seq.size, seq.at);
    if (!error) printf("\"ok\":{%s}}\n", out.at ? out.at : "");
    else if (!strcmp(error, "unsupported")) printf("\"unsupported\":%.*s}\n", (int)name.size, name.at);
    else printf("\"error\":{\"code\":\"%s\"%s}}\n", error, details);
    fflush(stdout);
    free(out.at);
    if (!strcmp(op, "bye")) break;
  }
  return 0;
}
