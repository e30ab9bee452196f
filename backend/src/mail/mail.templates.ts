import { INVITATION_HOURS } from "@sakhi/domain/accounts/administrator.rules";
import type { BookingRequestKind } from "@sakhi/domain/bookings/my-booking.rules";
import type { EnquiryKind } from "@sakhi/domain/enquiries/enquiry.rules";
import { setupInWords, setupOf } from "@sakhi/domain/events/arrival.rules";
import { shortDates } from "@sakhi/domain/events/event-dates";
import {
  editionTitle,
  type EventFacts,
  eventInSentence,
  hoursInLines,
  postalAddress,
  venueShort,
} from "@sakhi/domain/events/event-facts";
import { indianClock, indianMoment } from "@sakhi/domain/events/indian-time";
import { oneLine } from "@sakhi/domain/fields/characters";
import { isolated } from "@sakhi/domain/fields/isolation";
import { formatDay, istDay } from "@sakhi/domain/invoices/indian-dates";
import type { CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import { CLAIM_WAITS_DAYS } from "@sakhi/domain/listings/listing.rules";
import type { ApplicationKind } from "@sakhi/domain/listings/listing.states";
import { MAILED_LINK_TERM } from "@sakhi/domain/mails/mail-keys.rules";
import { formatPaise, type Paise } from "@sakhi/domain/money/money";
import { dashboardPath, eventPaths, orderPath, PATHS } from "@sakhi/domain/site/routes";
import { STALL_SIDE_FEET, type StallType, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { holderMessageBlocks, holderMessageFields } from "./holder-message.js";
import type { OwnMailLink } from "./invitation-links.service.js";
import { type MailBlock, type MailDraft, type RenderedMail, renderMail, type MailSite } from "./mail.layout.js";
import { mailDraft, type MailFields } from "./mail.texts.js";
import type { MailData, MailMessage, MailTemplate } from "./mail.types.js";
import type { MissingPapers } from "./missing-papers.sql.js";
import type { OfferKey } from "./offer-links.service.js";

/** What a mail can use besides its own data. */
export interface MailContext extends MailSite {
  /** True if the invoice is attached to this mail. */
  readonly invoiceAttached: boolean;
  /** Link to an offer of another stall. Its secret is in the mail only. */
  readonly offerUrl: (offer: OfferKey) => string | undefined;
  /** Link to a place on the waiting list. Its secret is in the mail only. */
  readonly waitingUrl?: (waitingId: string) => string | undefined;
  /** Link with which an administrator chooses a password. Its secret is in the mail only. */
  readonly invitationUrl: (invitationId: string) => string;
  /** Link of a mail to an administrator; a preview has none. */
  readonly administratorMailUrl?: (what: OwnMailLink, id: string) => string;
  /** A copy to another address: without any link. */
  readonly isCopy?: boolean;
  /** Papers that the booking still lacks, for mails that say so. */
  readonly missing?: MissingPapers | undefined;
  /** The event after this one, for messages that name it. */
  readonly next?: EventFacts | undefined;
  /** Key to the booking, for mails that carry it (mail-keys.ts). */
  readonly bookingUrl?: string | undefined;
  /** Key to the owner's page of a brand, for mails that carry it. */
  readonly brandUrl?: string | undefined;
  /** The code of the booking's ticket, for the gate; in mails that bring the ticket. */
  readonly ticket?: string | undefined;
}

const ENQUIRIES: Readonly<Record<Exclude<EnquiryKind, "brand">, string>> = {
  corporate_gifting: "corporate gifting request",
  support: "message",
};
const KINDS: Readonly<Record<ApplicationKind, string>> = {
  paid: "Paid listing",
  free: "Free community member",
  mela_free: "Free listing with a stall",
};
const TYPES: Readonly<Record<CompanyType, string>> = { product: "Products", service: "Services", ngo: "NGO" };

/** A stall's number follows. */
const REQUESTS: Readonly<Record<BookingRequestKind, string>> = {
  correction: "correction of your details for",
  substitute: "substitute at",
  cancellation: "cancellation of",
};

/** Lines of a digest that an inbox shows beside the subject. */
const OPENING_LINES = 3;

type FieldsOf<T extends MailTemplate> = (data: MailData[T], context: MailContext) => MailFields;

/** Fields of each mail's text (assets/mails), besides {@link commonFields}. */
const FIELDS: { readonly [T in MailTemplate]: FieldsOf<T> } = {
  "booking-confirmed": ({ stallType, invoiceNumber, together, ...data }, context) => ({
    ...stallFields(data.stallId, stallType),
    together,
    ...bookingOrder(data.orderId, context),
    amount: rupees(data.amountPaise),
    invoiceNumber,
    ticket: context.ticket,
    ...arrivalFields(data.stallId, context),
    ...missingFields(context),
  }),
  "invoice-late": ({ orderId, stallId, invoiceNumber, amountPaise }) => ({
    ...{ orderId, stallId, invoiceNumber },
    amount: amountPaise === undefined ? undefined : rupees(amountPaise),
  }),
  "hold-expired": ({ stallId, stallType }) => stallFields(stallId, stallType),
  "payment-failed": ({ orderId, stallId }) => ({ orderId, stallId }),
  "payment-refunded": ({ stallId, amountPaise, why, creditNoteNumber, orderId, orderUnknown }, context) => ({
    // Its event may be any: the subject names the order instead.
    ...(orderUnknown === true ? { eventTitle: `order ${orderId}`, findBookingUrl: undefined } : {}),
    ...bookingOrder(orderId, context),
    ...{ stallId, amount: rupees(amountPaise), why, creditNoteNumber },
  }),
  "refund-ended": ({ orderId, stallId, amountPaise, state, bankReference }, context) => ({
    ...bookingOrder(orderId, context),
    ...{ stallId, amount: rupees(amountPaise), state, bankReference },
  }),
  "late-payment-offer": ({ orderId, stallId, stallType, amountPaise, expiresAt, offer }, context) => ({
    ...stallFields(stallId, stallType),
    ...{ orderId, amount: rupees(amountPaise) },
    until: indianMoment(new Date(expiresAt), "minute"),
    offerUrl: context.offerUrl(offer),
  }),
  "waiting-joined": ({ stallType, waitingId }, context) => waitingFields(stallType, waitingId, context),
  "waiting-offer": ({ stallId, stallType, pricePaise, expiresAt, waitingId }, context) => ({
    ...waitingFields(stallType, waitingId, context),
    ...stallFields(stallId, stallType),
    ...{ amount: rupees(pricePaise), until: indianMoment(new Date(expiresAt), "minute") },
  }),
  "waiting-over": ({ stallId, stallType, why, waitingId }, context) => ({
    ...waitingFields(stallType, waitingId, context),
    ...{ stallId, why },
  }),
  "booking-moved": ({ fromStallId, stallType, sold, orderId, invoiceNumber, ...data }, context) => ({
    ...stallFields(data.stallId, stallType),
    ...{ fromStallId, sold, what: sold ? "booking" : "reservation", invoiceNumber },
    orderUrl: orderId === undefined ? undefined : bookingOrder(orderId, context).orderUrl,
    ticket: context.ticket,
    settingUp: sold ? arrivalFields(data.stallId, context)["settingUp"] : undefined,
    // The stall on the invoice, if it differs.
    invoicedStall: data.invoiceStallId === data.stallId ? undefined : data.invoiceStallId,
    byHolder: data.byHolder ?? false,
    sameKind: data.isAnotherKind !== true,
    paid: data.paidPaise === undefined ? undefined : rupees(data.paidPaise),
    debitNoteNumber: data.debitNoteNumber,
    refunded: data.refundPaise === undefined ? undefined : rupees(data.refundPaise),
  }),
  "move-asked": ({ orderId, fromStallId, stallId, amountPaise, expiresAt }) => ({
    ...{ orderId, fromStallId, stallId, amount: rupees(amountPaise) },
    until: indianMoment(new Date(expiresAt), "minute"),
  }),
  "move-over": ({ orderId, fromStallId, stallId, why }) => ({ orderId, fromStallId, stallId, why }),
  "event-changed": ({ stallId, stallType, orderId, what, datesChanged, ...former }, context) => ({
    ...stallFields(stallId, stallType),
    ...bookingOrder(orderId, context),
    ...{ eventName: context.facts.event.name, what, datesChanged },
    ...{ formerDates: former.formerDates, formerHours: former.formerHours, formerVenue: former.formerVenue },
  }),
  "holder-message": (data, context) => holderMessageFields(data, context, findBooking(data, context)),
  "registration-corrected": ({ stallId, stallType, sold, orderId, ...data }, context) => ({
    ...stallFields(stallId, stallType),
    ...{ sold, what: sold ? "booking" : "reservation", changed: data.changed },
    ...{ invoiceNumber: data.invoiceNumber, replacedNumber: data.replacedNumber },
    creditNoteNumber: data.creditNoteNumber,
    orderUrl: orderId === undefined ? undefined : bookingOrder(orderId, context).orderUrl,
  }),
  "address-changed": () => ({}),
  "mail-copied": ({ sentAt }) => ({ sentOn: day(sentAt) }),
  "booking-cancelled": ({ stallId, stallType, orderId, refundPaise, refund, creditNoteNumber, event }, context) => ({
    ...stallFields(stallId, stallType),
    ...bookingOrder(orderId, context),
    ...{ amount: refundPaise === 0 ? undefined : rupees(refundPaise), refund, creditNoteNumber },
    eventName: event === undefined ? undefined : context.facts.event.name,
    deducted: event === undefined || event.deductedPaise === 0 ? undefined : rupees(event.deductedPaise),
    words: event?.words,
  }),
  "booking-link": ({ orderId, stallId, first }) => ({ orderId, stallId, first }),
  "booking-request-received": ({ orderId, stallId, kind }) => ({
    ...{ orderId, stallId, what: `${REQUESTS[kind]} stall ${stallId}` },
  }),
  "booking-request-answered": ({ orderId, stallId, kind, state, answer }) => ({
    ...{ orderId, stallId, state, answer, what: `${REQUESTS[kind]} stall ${stallId}` },
  }),
  "hold-extended": ({ stallId, stallType, minutes, expiresAt }) => ({
    ...stallFields(stallId, stallType),
    ...{ minutes: String(minutes), time: `${minutes} ${minutes === 1 ? "minute" : "minutes"}` },
    until: indianClock(new Date(expiresAt), "minute"),
  }),
  "hold-released": ({ stallId, stallType, wasPaying }) => ({ ...stallFields(stallId, stallType), wasPaying }),

  "administrator-invited": ({ username, role, isNew, invitedBy, invitationId }, context) => ({
    ...{ username, role, isNew, invitedBy, hours: String(INVITATION_HOURS) },
    invitationUrl: context.invitationUrl(invitationId),
  }),

  "administrator-address": ({ username, requestId }, context) => ({
    ...{ username, hours: String(INVITATION_HOURS) },
    confirmUrl: context.administratorMailUrl?.("confirm", requestId),
  }),
  "administrator-digest": ({ since, until, groups, ...data }, context) => ({
    ...administratorFields(data, context),
    ...{
      day: day(until),
      since: indianMoment(new Date(since), "minute"),
      until: indianMoment(new Date(until), "minute"),
    },
    opening: groups
      .flatMap(({ lines }) => lines.map(({ text }) => text))
      .slice(0, OPENING_LINES)
      .join(" · "),
  }),
  "administrator-alert": ({ lines, more, ...data }, context) => ({
    ...administratorFields(data, context),
    subject:
      lines.length + more === 1 ? (lines[0]?.title ?? "") : `${lines.length + more} alerts from the Mela dashboard`,
    opening: lines
      .slice(0, OPENING_LINES)
      .map(({ title }) => title)
      .join(" · "),
    ...{ one: lines.length + more === 1, more: more === 0 ? undefined : String(more) },
  }),

  "enquiry-confirmed": ({ kind, reference }) => ({ kind, reference, what: ENQUIRIES[kind] }),
  // The person's message is quoted verbatim, links included.
  "enquiry-received": ({ kind, reference, sender, phone, company, isMember, subject, message }) => ({
    ...{ kind, reference, phone, company, subject, message, what: ENQUIRIES[kind] },
    ...{ sender: oneLine(sender.name), address: sender.address, about: company ?? subject ?? "" },
    member: isMember === undefined ? undefined : isMember ? "Yes" : "No",
  }),

  "dispute-due": ({ disputeId, orderId, amountPaise, answerBy, isOver }, { publicUrl }) => ({
    ...{ disputeId, orderId, amount: rupees(amountPaise), answerBy, isOver },
    dashboardUrl: publicUrl + dashboardPath({ view: "disputes", dispute: disputeId }),
  }),
  "messages-summed-up": ({ since, count }, context) => ({
    since: indianClock(new Date(since)),
    messages: count === 1 ? "1 message" : `${count} messages`,
    dashboardUrl: dashboard(context),
  }),

  "brand-enquiry": ({ reference, sender, phone, message, hasOwner, ...data }) => ({
    ...brandFields(data),
    ...{ reference, phone, message, hasOwner, sender: oneLine(sender.name), address: sender.address },
  }),

  "listing-joined": brandFields,
  "listing-received": brandFields,
  "listing-lapsed": brandFields,
  "listing-claimed": ({ stallId, ...data }) => ({ ...brandFields(data), stallId }),
  "listing-claim-waiting": ({ stallId }) => ({ stallId, claimDays: String(CLAIM_WAITS_DAYS) }),
  "listing-paid": ({ orderId, amountPaise, invoiceNumber, purpose, liveUntil, ...data }) => ({
    ...brandFields(data),
    ...{ orderId, amount: rupees(amountPaise), invoiceNumber, purpose },
    liveUntil: liveUntil === undefined ? undefined : day(liveUntil),
  }),
  "listing-invoice-late": ({ orderId, invoiceNumber, amountPaise, ...data }) => ({
    ...brandFields(data),
    ...{ orderId, invoiceNumber },
    amount: amountPaise === undefined ? undefined : rupees(amountPaise),
  }),
  "listing-payment-failed": ({ orderId, renewUrl, ...data }) => ({ ...brandFields(data), orderId, renewUrl }),
  "listing-payment-refunded": ({ orderId, amountPaise, why, creditNoteNumber, ...data }, context) => ({
    ...brandFields(data),
    ...listingOrder(orderId, context),
    ...{ amount: rupees(amountPaise), why, creditNoteNumber },
  }),
  "listing-refund-ended": ({ orderId, amountPaise, state, bankReference, ...data }, context) => ({
    ...brandFields(data),
    ...listingOrder(orderId, context),
    ...{ amount: rupees(amountPaise), state, bankReference },
  }),
  "listing-live": ({ url, liveUntil, ...data }) => ({ ...brandFields(data), url, liveUntil: day(liveUntil) }),
  "listing-rejected": (data, context) => listingEnded(data, context),
  "listing-withdrawn": (data, context) => listingEnded(data, context),
  "listing-address-changed": () => ({}),
  "brand-link": ({ first, ...data }) => ({ ...brandFields(data), first }),
  "brand-links-ended": brandFields,
  "brand-page-accepted": ({ isLive, ...data }) => ({ ...brandFields(data), isLive }),
  "brand-page-returned": ({ reason, pictures, ...data }) => ({
    ...brandFields(data),
    reason,
    pictures: pictures === 0 ? undefined : pictures === 1 ? "a picture" : `${pictures} pictures`,
  }),
  "brand-page-asked": ({ lacks, note, ...data }) => ({ ...brandFields(data), lacks, note }),
  "brand-page-waiting": (data, context) => ({ ...brandFields(data), dashboardUrl: dashboard(context) }),
  "listing-corrected": ({ changed, invoiceNumber, replacedNumber, creditNoteNumber, ...data }) => ({
    ...brandFields(data),
    ...{ changed, invoiceNumber, replacedNumber, creditNoteNumber },
  }),
  "listing-ending": ({ which, liveUntil, renewUrl, ...data }) => ({
    ...brandFields(data),
    ...{ which, liveUntil: day(liveUntil), renewUrl },
  }),
  "listing-expired": ({ liveUntil, renewUrl, ...data }) => ({
    ...brandFields(data),
    ...{ liveUntil: day(liveUntil), renewUrl },
  }),
  "listing-new": ({ kind, applicant, phone, companyType, category, stallId, ...data }, context) => ({
    ...brandFields(data),
    ...{
      kind,
      kindLabel: KINDS[kind],
      phone,
      stallId,
      offers: [TYPES[companyType], category].filter(isGiven).join(": "),
    },
    ...{ sender: oneLine(applicant.name), address: applicant.address, dashboardUrl: dashboard(context) },
  }),
  "listing-waiting": ({ kind, since, pageMissing, ...data }, context) => ({
    ...brandFields(data),
    ...{ kindLabel: KINDS[kind], since: day(since), pageMissing, dashboardUrl: dashboard(context) },
  }),
};

/** Names of all templates; each has a text of that name. */
export const MAIL_TEMPLATES: readonly string[] = Object.keys(FIELDS);

/** Renders a mail. */
export function renderTemplate(message: MailMessage, context: MailContext): RenderedMail {
  const { facts, publicUrl } = context;
  const { name, supportEmail, phone } = facts.organisation;
  const contact = `Questions? Reply to this mail${phone === null ? ` or write to ${supportEmail}` : `, write to ${supportEmail} or call ${phone}`}.`;
  const because = (what: string): string =>
    `You get this mail because this address was given ${what} at ${isolated(name)} (${publicUrl}).`;
  const footers = {
    booking: [contact, because("for a stall booking")],
    application: [contact, because("in an application")],
  };
  const fields = { ...commonFields(message.data, context), ...fieldsOf(message.template, message.data, context) };
  const written = mailDraft(message.template, fields, footers);
  const own =
    message.template === "holder-message"
      ? holderMessageBlocks(message.data, context, findBooking(message.data, context))
      : [];
  const lists = listsOf(message, context);
  const draft = {
    ...written,
    // After the greeting.
    blocks: [...own, ...written.blocks.slice(0, 1), ...lists, ...written.blocks.slice(1)],
  };
  return renderMail(context.isCopy === true ? asCopy(draft) : draft, context);
}

const COPY = "This is a copy of a mail about a booking or a listing, without its links and attachments.";

/** The mail without buttons and QR codes, and saying so. */
function asCopy(draft: MailDraft): MailDraft {
  const blocks = draft.blocks.filter(({ kind }) => kind !== "button" && kind !== "qr");
  return { ...draft, blocks: [{ kind: "paragraph", text: COPY }, ...blocks] };
}

/** The lists of a digest and of an alert. */
function listsOf(message: MailMessage, { publicUrl }: MailContext): MailBlock[] {
  if (message.template === "administrator-digest") {
    return message.data.groups.map(({ event, lines }) => ({
      kind: "links",
      title: isolated(event ?? "The site"),
      items: lines.map(({ text, path }) => ({ text, url: publicUrl + path })),
    }));
  }
  if (message.template !== "administrator-alert") return [];
  const items = message.data.lines.map(({ title, about, path }) => ({
    text: about === undefined ? title : `${title}: ${isolated(about)}`,
    url: publicUrl + path,
  }));
  return [{ kind: "links", title: "What it is", items }];
}

/** True if a stored name is one of our templates. */
export function isMailTemplate(name: string): name is MailTemplate {
  return MAIL_TEMPLATES.includes(name);
}

function fieldsOf<T extends MailTemplate>(template: T, data: MailData[T], context: MailContext): MailFields {
  return FIELDS[template](data, context);
}

/** Fields of every mail's text. */
function commonFields(data: MailMessage["data"], context: MailContext): MailFields {
  const { name } = data;
  const { publicUrl, invoiceAttached, facts, bookingUrl, brandUrl } = context;
  const { event, organisation } = facts;
  return {
    ...{ name: oneLine(name), siteName: organisation.name, publicUrl, invoiceAttached, bookingUrl, brandUrl },
    ...{
      linkTerm: MAILED_LINK_TERM,
      findBookingUrl: findBooking(data, context),
      findListingUrl: publicUrl + PATHS.findListing,
    },
    ...{ venue: venueShort(event), dates: shortDates(event) },
    ...{ address: postalAddress(event), mapUrl: event.mapUrl, supportEmail: organisation.supportEmail },
    hours: hoursInLines(event),
    event: eventInSentence(event.name),
    eventShort: event.name.replace(/^The /, ""),
    // In the subject of every mail about a booking that does not say the event otherwise.
    eventTitle: editionTitle(event).replace(/^The /, ""),
    phone: organisation.phone ?? undefined,
    side: String(STALL_SIDE_FEET),
    // By its slug: when the mail is read, another event may be current.
    planUrl: publicUrl + eventPaths(facts.slug).plan,
    joinUrl: publicUrl + PATHS.join,
    listYourBrandUrl: publicUrl + PATHS.joinEntrepreneur,
  };
}

/** The page that mails a key to the booking, with the order's number filled in: no secret, so that the mail may be passed on. */
function findBooking(data: MailMessage["data"], { publicUrl }: MailSite): string {
  const orderId = "orderId" in data && typeof data.orderId === "string" ? data.orderId : undefined;
  return publicUrl + orderPath(PATHS.findBooking, orderId === undefined || isShortened(orderId) ? undefined : orderId);
}

function missingFields({ missing }: MailContext): MailFields {
  return {
    missing: missing?.papers.join(", "),
    missingUntil: missing === undefined ? undefined : indianMoment(new Date(missing.until), "minute"),
  };
}

/** The event's gate, and when the stall is set up; undefined where the event says nothing. */
function arrivalFields(stallId: string, { facts: { arrival, event } }: MailContext): MailFields {
  const setup = setupOf(arrival.setup, stallId);
  return {
    gate: arrival.gate === "" ? undefined : arrival.gate,
    settingUp: setup === undefined ? undefined : setupInWords(setup, event),
  };
}

function stallFields(stallId: string, stallType: StallType): MailFields {
  const type = stallTypeLabel(stallType);
  return { stallId, type, stall: `${stallId} (${type})` };
}

function waitingFields(stallType: StallType, waitingId: string, { waitingUrl }: MailContext): MailFields {
  return { type: stallTypeLabel(stallType), waitingUrl: waitingUrl?.(waitingId) };
}

function brandFields({ brandName }: { readonly brandName: string }): MailFields {
  return { brandName: oneLine(brandName) };
}

/** Fields of a rejected or withdrawn listing; `amount` is the refund, undefined if there is none. */
function listingEnded({ reason, refund, ...data }: MailData["listing-rejected"], context: MailContext): MailFields {
  return {
    ...brandFields(data),
    ...(refund === undefined ? { orderId: undefined, orderUrl: undefined } : listingOrder(refund.orderId, context)),
    ...{ reason, creditNoteNumber: refund?.creditNoteNumber },
    amount: refund === undefined ? undefined : rupees(refund.amountPaise),
  };
}

/** An order and the URL of its status page. A shortened number (withoutWords) has none. */
interface OrderFields {
  readonly orderId: string;
  readonly orderUrl: string | undefined;
}

function bookingOrder(orderId: string, { publicUrl }: MailSite): OrderFields {
  return { orderId, orderUrl: isShortened(orderId) ? undefined : publicUrl + orderPath(PATHS.bookingPaid, orderId) };
}

function listingOrder(orderId: string, { publicUrl }: MailSite): OrderFields {
  return { orderId, orderUrl: isShortened(orderId) ? undefined : publicUrl + orderPath(PATHS.listingPaid, orderId) };
}

const isShortened = (orderId: string): boolean => orderId.startsWith("…");

/** False for a field that withoutWords removed. */
const isGiven = (text: string | undefined): boolean => text !== undefined;

/** Fields of a mail to an administrator that she can change and turn off. */
function administratorFields(
  { username, administratorId }: { readonly username: string; readonly administratorId: string },
  { publicUrl, administratorMailUrl }: MailContext,
): MailFields {
  return {
    username,
    dashboardUrl: publicUrl + dashboardPath({ view: "overview" }),
    settingsUrl: publicUrl + dashboardPath({ view: "account", panel: "mails" }),
    offUrl: administratorMailUrl?.("off", administratorId),
  };
}

/** URL of the applications on the dashboard. */
function dashboard({ publicUrl }: MailSite): string {
  return publicUrl + dashboardPath({ view: "listings" });
}

function rupees(paise: Paise): string {
  return `₹${formatPaise(paise)}`;
}

/** The day of an instant (ISO 8601) in India. */
function day(instant: string): string {
  return formatDay(istDay(new Date(instant)));
}
