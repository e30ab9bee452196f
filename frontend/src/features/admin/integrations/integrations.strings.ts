import { isolated } from "@sakhi/domain/fields/isolation";
import type { WebhookDelivery, WebhookEndpoint } from "../../../api/admin-api";
import type { Tone } from "../parts/labels";

type Named<T> = Extract<T, string>;

/** The texts of the dashboard's Integrations. */
export const strings = {
  title: "Webhooks",
  lead: "Another system is notified when a stall is sold, moved or cancelled, or when a listing goes live: with ids and amounts, and nothing about a person. How it reads by itself, with an access token of its owner, and examples for both:",
  docs: "Description of the API",
  loading: "Loading the endpoints",
  failed: "The endpoints could not be loaded.",
  none: "No other system is notified",
  noneText: "Add the address of one. It gets a secret, with which it knows that we wrote.",
  add: "Add an endpoint",
  kinds: {
    "booking.sold": "A stall is sold",
    "booking.cancelled": "A sale is cancelled",
    "booking.moved": "A sold booking is moved",
    "listing.live": "A listing goes live or is renewed",
    "test.ping": "Test",
  } as const satisfies Record<Named<WebhookDelivery["kind"]>, string>,
  status: {
    on: ["Enabled", "good"],
    new: ["Nothing sent yet", "plain"],
    failing: ["Does not answer", "bad"],
    operator: ["Disabled", "plain"],
    silent: ["Disabled: nothing reached it for five days", "bad"],
    gone: ["Disabled: it answered that it is gone", "bad"],
  } as const satisfies Record<string, readonly [string, Tone]>,
  facts: {
    kinds: (kinds: readonly string[]) => `Notified of: ${kinds.join(", ")}`,
    events: "Only of",
    delivered: "Last delivery",
    failing: "Fails since",
    waiting: "Waiting",
    failed: "Given up",
    previous: "The old secret signs until",
  },
  log: "Log",
  logOf: (name: string) => `Log of ${isolated(name)}`,
  test: {
    button: "Send a test",
    label: (name: string) => `Send a test to ${isolated(name)}`,
    sent: "A test is on its way; see the log.",
    failed: "The test could not be sent.",
  },
  form: {
    change: "Change",
    changeLabel: (name: string) => `Change ${isolated(name)}`,
    name: "Which system is it?",
    nameHelp: "For example Ledger, or the sponsor's CRM.",
    url: "Address",
    urlHelp: "It starts with https://.",
    kinds: "What it is notified of",
    events: "Only bookings of these events (none: of all)",
    addConsequence:
      "From now on it is notified of what happens, not of what happened before. Its secret is shown once, after this.",
    changeConsequence: "What waits goes to the new address. The secret stays.",
    confirm: "Save",
    pending: "Saving...",
    added: "The endpoint is added.",
  },
  secret: {
    title: "The endpoint's secret",
    lead: "It is shown only now. Put it where the other system keeps its secrets: it checks our signature with it.",
    value: "Secret",
    button: "New secret",
    label: (name: string) => `Make a new secret for ${isolated(name)}`,
    consequence: "The new secret is shown once. The old one signs too for 24 hours, so that nothing is lost meanwhile.",
    confirm: "Make a new secret",
    pending: "Making...",
    made: "Here is the new secret.",
  },
  disable: {
    button: "Disable",
    label: (name: string) => `Disable ${isolated(name)}`,
    consequence:
      "What waits is given up, and what happens meanwhile is not kept for it. What was given up can be sent again.",
    confirm: "Disable it",
    pending: "Disabling...",
  },
  enable: {
    button: "Enable",
    label: (name: string) => `Enable ${isolated(name)}`,
    consequence:
      "It is notified of what happens from now on. What was given up stays in the log, from where it can be sent again.",
    confirm: "Enable it",
    pending: "Enabling...",
  },
  remove: {
    button: "Delete",
    label: (name: string) => `Delete ${isolated(name)}`,
    consequence: "It is notified nothing from now on, and its log is deleted. This can't be undone.",
    confirm: "Delete it",
    pending: "Deleting...",
  },
  deliveries: {
    title: "Log",
    loading: "Loading the log",
    failed: "The log could not be loaded.",
    all: (total: number) => (total === 1 ? "1 delivery" : `${total} deliveries`),
    pages: "Pages of the log",
    empty: "Nothing in the log",
    emptyText: "Nothing has happened yet of what this endpoint is notified.",
    emptyFiltered: "No delivery is in this state.",
    clear: "Show all",
    state: "State",
    any: "All states",
    table: "Deliveries",
    columns: { what: "What", at: "When", state: "State", tries: "Attempts", last: "Last answer", actions: "Actions" },
    states: {
      waiting: ["Waiting", "waiting"],
      sending: ["Under way", "waiting"],
      delivered: ["Delivered", "good"],
      failed: ["Given up", "bad"],
    } as const satisfies Record<Named<WebhookDelivery["state"]>, readonly [string, Tone]>,
    next: (moment: string) => `next attempt ${moment}`,
    open: (kind: string, at: string) => `Open the delivery: ${kind}, ${at}`,
    answer: (status: number, ms: number) => `${status} after ${ms} ms`,
    none: (ms: number) => `No answer, ${ms} ms`,
    id: "webhook-id",
    body: "What is sent",
    attempts: "Attempts, the newest first",
    noAttempts: "None yet.",
    close: "Close the log",
  },
  again: {
    button: "Send again",
    label: (kind: string, at: string) => `Send again: ${kind}, ${at}`,
    title: "Send this again",
    consequence: "It is sent with the same id, also if the other system has had it: that is how it knows.",
    confirm: "Send it again",
    pending: "Sending...",
    all: "Send all given up again",
    allTitle: "Send everything again that was given up",
    allConsequence: (count: number) =>
      count === 1
        ? "One delivery starts from the beginning."
        : `${count} deliveries start from the beginning, a few at a time.`,
    done: (count: number) => (count === 1 ? "One delivery is sent again." : `${count} deliveries are sent again.`),
  },
} as const;

/** How an endpoint is. */
export function statusOf({ disabledAt, disabledBy, failingSince, deliveredAt }: WebhookEndpoint) {
  const { status } = strings;
  if (disabledAt !== undefined)
    return disabledBy === "failing" ? status.silent : disabledBy === "gone" ? status.gone : status.operator;
  if (failingSince !== undefined) return status.failing;
  return deliveredAt === undefined ? status.new : status.on;
}
