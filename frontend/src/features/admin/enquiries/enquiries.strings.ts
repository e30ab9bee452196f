import { isolated } from "@sakhi/domain/fields/isolation";
import type { Enquiry } from "../../../api/admin-api";

/** Texts of the enquiries. */
export const strings = {
  title: "Enquiries",
  lead: "Gifting requests and messages to support, which the office answers, and messages to brands, which their owners got by mail.",
  loading: "Loading the enquiries",
  failed: "The enquiries could not be fetched.",
  empty: {
    open: "No enquiries waiting",
    answered: "No answered enquiries yet",
    quarantined: "Nothing is quarantined",
    forwarded: "No messages to brands yet",
    stopped: "Nothing was stopped",
    all: "No enquiries yet",
  },
  emptyText: "What is sent from /corporate-gifting, /support and brands' pages appears here.",
  pages: "Pages of enquiries",
  all: (total: number) => (total === 1 ? "1 enquiry" : `${total} enquiries`),
  filters: { title: "Filters", state: "State", kind: "Kind", all: "All" },
  states: {
    open: "Waiting for an answer",
    answered: "Answered",
    quarantined: "Quarantined",
    forwarded: "Passed on",
    stopped: "Stopped",
  } satisfies Record<Enquiry["state"], string>,
  kinds: { corporate_gifting: "Gifting", support: "Support", brand: "To a brand" } satisfies Record<
    Enquiry["kind"],
    string
  >,
  quarantined: (count: number) =>
    count === 1
      ? "1 enquiry looks like a bot's and is quarantined: nobody has been notified of it."
      : `${count} enquiries look like a bot's and are quarantined: nobody has been notified of them.`,
  viewQuarantined: "Review them",
  suspicions: {
    trap_filled: "A field that people can't see was filled in",
    filled_too_fast: "The form was filled in faster than anyone types",
    link_in_name: "There is a web address in the name",
    sender_stopped: "An earlier message of this sender was stopped",
    many_today: "The brand had many messages that day",
  } satisfies Record<NonNullable<Enquiry["suspicion"]>, string>,
  facts: {
    email: "E-mail",
    phone: "Phone",
    brand: "Brand",
    consent: "Agreed to passing it on",
    stopped: "Stopped",
    company: "Company",
    member: "Member",
    reference: "Reference",
    received: "Received",
    times: "Sent",
    suspicion: "Quarantined because",
    approved: "Approved",
    answered: "Answered",
    note: "Note",
  },
  yes: "Yes",
  no: "No",
  times: (count: number) => `${count} times`,
  by: (who: string, when: string) => `${isolated(who)}, ${when}`,
  write: "Write an answer",
  subject: (reference: string) => `Your enquiry (${reference})`,
  answer: {
    button: "Mark as answered",
    title: "Mark as answered?",
    note: "Note",
    noteHelp: "What was answered, or how; for colleagues.",
    consequence: (name: string) => `The enquiry of ${isolated(name)} is marked as answered by you. No mail is sent.`,
    confirm: "Mark as answered",
    pending: "Marking...",
    done: "Marked as answered",
  },
  stop: {
    button: "Stop",
    title: "Stop this message?",
    consequence: (name: string) =>
      `If the mail to the brand has not gone out yet, it is not sent. What ${isolated(name)} writes to any brand from now on is quarantined first. This can't be undone.`,
    confirm: "Stop it",
    pending: "Stopping...",
    done: "Stopped",
  },
  approve: {
    button: "Approve",
    title: "Approve this enquiry?",
    consequence: (name: string) =>
      `${isolated(name)} gets the usual confirmation by e-mail, and the office gets the message. This can't be undone.`,
    toBrand: (name: string, brand: string) =>
      `The owner of ${isolated(brand)} gets the message of ${isolated(name)} by mail. This can't be undone.`,
    donePassedOn: "Approved and passed on",
    confirm: "Approve",
    pending: "Approving...",
    done: "Approved; both mails are on their way",
  },
} as const;
