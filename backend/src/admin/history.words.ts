import type { BookingEventKind } from "@sakhi/domain/bookings/booking.states";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { fieldNames } from "@sakhi/domain/fields/declared-fields";
import en from "@sakhi/domain/generated/messages/en/admin-history";
import enWhatsapp from "@sakhi/domain/generated/messages/en/whatsapp-labels";
import hi from "@sakhi/domain/generated/messages/hi/admin-history";
import hiMails from "@sakhi/domain/generated/messages/hi/admin-mail-labels";
import hiWhatsapp from "@sakhi/domain/generated/messages/hi/whatsapp-labels";
import kn from "@sakhi/domain/generated/messages/kn/admin-history";
import knWhatsapp from "@sakhi/domain/generated/messages/kn/whatsapp-labels";
import { FIRST_LANGUAGE, type LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { WhatsappTemplate } from "@sakhi/domain/whatsapp/whatsapp.templates";
import type { BookingEventEntity } from "../bookings/bookings.entities.js";
import { isIssueKind, issueWords } from "../issues/issues.words.js";
import { registrationFieldsIn } from "../mail/mail.words.js";

/** An event of a booking. `detail.note` holds a release reason, an order id, an invoice number … */
export type BookingEvent = Pick<BookingEventEntity, "kind" | "actor" | "detail">;

export interface HistoryWords extends Readonly<typeof en> {
  /** Names of mail templates and WhatsApp texts; English says a mail's template as it is named. */
  readonly mailNames: Readonly<Partial<Record<string, string>>>;
  readonly whatsappNames: Readonly<Record<WhatsappTemplate, string>>;
}

/** The words of a history in each language. */
export const HISTORY_WORDS: Readonly<Record<LanguageCode, HistoryWords>> = {
  en: { ...en, mailNames: {}, whatsappNames: enWhatsapp },
  hi: { ...hi, mailNames: hiMails, whatsappNames: hiWhatsapp },
  kn: { ...kn, mailNames: {}, whatsappNames: knWhatsapp },
};

type Sentence = (event: BookingEvent, words: HistoryWords, language: LanguageCode) => string;

/** Events whose sentence says more than their kind. */
const SENTENCES = {
  termination_requested: ({ actor }, { terminationRequested }) =>
    terminationRequested[actor === "visitor" || actor === "operator" ? actor : "time"],
  sold_offline: ({ detail }, words) => words.soldOffline({ method: labelOf(words.methods, detail["method"]) }),
  hold_released: released,
  payment_released: released,
  cancelled: ({ detail }, { cancelled, cancellations }) => {
    const { noRefund, fullRefund, partialRefund, eventCancelled } = cancellations;
    const said = {
      "no refund": noRefund,
      "full refund": fullRefund,
      "partial refund": partialRefund,
      "the event is cancelled": eventCancelled,
    };
    return cancelled({ how: labelOf(said, detail["note"]) });
  },
  blocked: ({ detail }, { blocked, keptForWaitingList }) =>
    detail["waitingList"] === true ? keptForWaitingList : blocked,
  moved: ({ detail }, { moved }) => moved({ from: textOf(detail["from"]), to: textOf(detail["to"]) }),
  move_asked: (event, words) => words.moveAsked({ move: moveOf(event, words) }),
  move_lapsed: (event, words) => words.moveLapsed({ move: moveOf(event, words) }),
  move_withdrawn: (event, words) => words.moveWithdrawn({ move: moveOf(event, words) }),
  hold_extended: ({ detail }, words) => {
    const note = textOf(detail["note"]);
    const [, minutes] = /^(\d+) minutes$/.exec(note) ?? [];
    return words.holdExtended({ time: minutes === undefined ? note : words.minutes({ minutes }) });
  },
  corrected: ({ detail }, { corrected }, language) => corrected({ fields: fieldsOf(detail, language) }),
  stall_offered: ({ detail }, { stallOffered }) =>
    stallOffered({ stall: textOf(detail["stallId"]), type: textOf(detail["type"]) }),
  offer_accepted: ({ detail }, { offerAccepted }) =>
    offerAccepted({ from: textOf(detail["from"]), to: textOf(detail["to"]) }),
  issue_raised: ({ detail }, { issueRaised }, language) => issueRaised({ issue: issueOf(detail["note"], language) }),
} as const satisfies Partial<Record<BookingEventKind, Sentence>>;

/** Describes every other kind of event; a missing kind does not compile. */
type PlainKind = Exclude<BookingEventKind, keyof typeof SENTENCES>;
const plainWords = ({ events }: HistoryWords): Readonly<Record<PlainKind, string>> => events;

/** Describes an event, in the language of the page that shows it; kinds unknown to this version are shown by name. */
export function eventSentence(event: BookingEvent, language: LanguageCode): string {
  const words = HISTORY_WORDS[language];
  const sentence = (SENTENCES as Partial<Record<string, Sentence>>)[event.kind];
  if (sentence !== undefined) return sentence(event, words, language);
  return (plainWords(words) as Partial<Record<string, string>>)[event.kind] ?? textOf(event.kind);
}

/** Completes "Released: …"; why it was not known to this version is shown by name. */
export const whyReleased = (reason: unknown, words: HistoryWords): string =>
  words.released({ why: labelOf(words.releases, reason) });

function released({ detail }: BookingEvent, words: HistoryWords): string {
  return whyReleased(detail["note"], words);
}

/** The label of a value; one without is shown by name. */
function labelOf(labels: Readonly<Partial<Record<string, string>>>, value: unknown): string {
  return labels[String(value)] ?? textOf(value);
}

function moveOf({ detail }: BookingEvent, words: HistoryWords): string {
  const note = textOf(detail["note"]);
  const [, from, to] = /^(\S+) to (\S+)$/.exec(note) ?? [];
  return from === undefined || to === undefined ? note : words.move({ from, to });
}

/** The corrected fields: stored by name, and in an English sentence. */
function fieldsOf(detail: BookingEvent["detail"], language: LanguageCode): string {
  const { note, fields } = detail;
  if (language === FIRST_LANGUAGE || typeof fields !== "string") return textOf(note);
  const names = fieldNames(REGISTRATION_FIELDS, () => true).filter((name) => fields.split(" ").includes(name));
  return names.length === 0 ? textOf(note) : registrationFieldsIn(language, names);
}

/** An issue by its kind's name; in another language by its title. */
function issueOf(kind: unknown, language: LanguageCode): string {
  return language === FIRST_LANGUAGE || !isIssueKind(kind) ? textOf(kind) : issueWords(kind, language).title;
}

/** A value of an event's details as it is read. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).replaceAll("_", " ") : "";
}
