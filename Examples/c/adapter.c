// Puts the mailbox of mailbox.c behind the protocol of Fixtures/PROTOCOL.md.
#include "system.h"
#include "mailbox.h"

static Mailbox **mailboxes;  // The protocol's numbers of mailboxes and claims are their places.
static Claim *claims;
static size_t mailbox_count, claim_count;

// The number of a mailbox or claim, without one the last. False for one that was never given out.
static bool number_in(Json args, const char *name, size_t count, size_t *place) {
  double number = (double)count - 1;
  if (!json_get_number(args, name, &number) || !(number >= 0 && number < (double)count)) return false;
  *place = (size_t)number;
  return true;
}

static const char *hello(Json args, Text *answer) {
  char root[4096] = ".";
  if (!json_get_string(args, "root", root, sizeof root) || chdir(root)) return "invalidRequest";
  text_print(answer, "\"protocol\":1,\"name\":\"c-example\",\"version\":\"1\",\"language\":\"C\",");
  text_print(answer, "\"features\":[],\"behaviours\":{\"temporaries\":\"named\",\"container\":\"fail\",");
  text_print(answer, "\"acknowledge-lock\":\"never\"}");
  return NULL;
}

static const char *open_one(Json args, Text *answer) {
  Mailbox new = {.max_messages = 100, .max_payload_bytes = 65536};  // LIM-6
  char policy[16] = "rejectNewest";
  Json limits = {"{}", 2};
  json_member(args, "limits", &limits);
  if (!json_get_string(args, "policy", policy, sizeof policy)) return "invalidRequest";
  if (strcmp(policy, "rejectNewest")) return "unsupported";
  if (!json_get_string(args, "container", new.container, sizeof new.container)) return "invalidRequest";
  if (!json_get_string(args, "namespace", new.namespace, sizeof new.namespace)) return "invalidNamespace";
  if (!json_get_number(limits, "maxMessages", &new.max_messages)) return "invalidLimit";
  if (!json_get_number(limits, "maxPayloadBytes", &new.max_payload_bytes)) return "invalidLimit";
  new.max_payload_bytes = fmin(new.max_payload_bytes, 16777216);  // LAY-15
  const char *error = mailbox_open(&new);
  if (error) return error;
  mailboxes = resize(mailboxes, (mailbox_count + 1) * sizeof *mailboxes);
  mailboxes[mailbox_count] = resize(NULL, sizeof new);
  *mailboxes[mailbox_count] = new;
  text_print(answer, "\"mailbox\":%zu", mailbox_count++);
  return NULL;
}

static const char *enqueue(Json args, Text *answer) {
  Json message;
  size_t place;
  char id[sizeof UUID];
  double date = seconds_since_1970() - 978307200;
  make_uuid(id);
  if (!number_in(args, "mailbox", mailbox_count, &place)) return "invalidRequest";
  if (!json_get_string(args, "id", id, sizeof id) || !has_form(id, UUID)) return "invalidRequest";
  if (!json_member(args, "message", &message)) return "invalidRequest";
  if (!json_get_number(args, "enqueuedAt", &date) || !isfinite(date)) return "invalidDate";  // ENQ-6
  text_print(answer, "\"id\":\"%s\"", id);
  return mailbox_enqueue(mailboxes[place], id, date, message);
}

static const char *claim(Json args, Text *answer) {
  size_t place, first = claim_count;
  double limit = INFINITY;
  if (!number_in(args, "mailbox", mailbox_count, &place)) return "invalidRequest";
  if (!json_get_number(args, "limit", &limit)) return "invalidRequest";
  const char *error = mailbox_claim(mailboxes[place], limit, &claims, &claim_count);
  text_print(answer, "\"claims\":[");
  for (size_t i = first; i < claim_count; i++) {
    text_print(answer, "%s{\"claim\":%zu,\"token\":\"%s\",", i > first ? "," : "", i, claims[i].token);
    text_print(answer, "\"id\":\"%s\",\"enqueuedAt\":%.17g,", claims[i].id, claims[i].date);
    text_print(answer, "\"attempts\":%u,\"message\":", claims[i].attempts);
    text_add(answer, claims[i].message);
    text_print(answer, "}");
    free(claims[i].body);
  }
  text_print(answer, "]");
  return error;
}

static const char *acknowledge(Json args, Text *answer) {
  size_t place;
  (void)answer;
  if (!number_in(args, "claim", claim_count, &place)) return "invalidRequest";
  return mailbox_acknowledge(&claims[place]);
}

static const char *bye(Json args, Text *answer) { return (void)args, (void)answer, NULL; }

int main(void) {
  static const struct { const char *name, *(*run)(Json args, Text *answer); } operations[] = {
    {"hello", hello}, {"open", open_one}, {"enqueue", enqueue},
    {"claim", claim}, {"acknowledge", acknowledge}, {"bye", bye}};
  Text answer = {0};
  char *line = NULL, operation[32] = "";
  size_t room = 0;
  umask(0);  // Modes are what the mailbox says (LAY-2, LAY-22).
  for (ssize_t size; strcmp(operation, "bye") && (size = getline(&line, &room, stdin)) > 0;) {
    Json request, op, args = {"{}", 2};
    double seq = -1;
    if (!json_parse(line, (size_t)size, &request) || !json_get_number(request, "seq", &seq)
        || !json_member(request, "op", &op) || !json_string(op, operation, sizeof operation))
      return EXIT_FAILURE;
    json_member(request, "args", &args);
    answer.size = 0;
    text_print(&answer, "{");
    const char *error = "unsupported";
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
      if (!strcmp(operation, operations[i].name)) error = operations[i].run(args, &answer);
    printf("{\"seq\":%.17g,", seq);
    if (!error) printf("\"ok\":%s}}\n", answer.bytes);
    else if (!strcmp(error, "unsupported")) printf("\"unsupported\":%.*s}\n", (int)op.size, op.start);
    else printf("\"error\":{\"code\":\"%s\"}}\n", error);
    if (fflush(stdout)) return EXIT_FAILURE;
  }
  free(answer.bytes);
  free(line);
  return ferror(stdin) ? EXIT_FAILURE : EXIT_SUCCESS;
}
