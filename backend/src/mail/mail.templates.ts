import { INVITATION_HOURS } from "@sakhi/domain/accounts/administrator.rules";
import { isSeveral, stallNames, stallsOfTag } from "@sakhi/domain/bookings/several-stalls.rules";
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
import { FIRST_LANGUAGE, type LanguageCode, prefixOf } from "@sakhi/domain/languages/language-paths";
import type { CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import { CLAIM_WAITS_DAYS } from "@sakhi/domain/listings/listing.rules";
import type { ApplicationKind } from "@sakhi/domain/listings/listing.states";
import { formatPaise, type Paise } from "@sakhi/domain/money/money";
import { dashboardPath, eventPaths, orderPath, PATHS } from "@sakhi/domain/site/routes";
import { STALL_SIDE_FEET, type StallType, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { holderMessageBlocks, holderMessageFields } from "./holder-message.js";
import type { OwnMailLink } from "./invitation-links.service.js";
import { asCopy, linkIn, listsOf } from "./mail-parts.js";
import { type RenderedMail, renderMail, type MailSite } from "./mail.layout.js";
import { mailDraft, type MailFields, mailLanguage } from "./mail.texts.js";
import type { MailData, MailMessage, MailTemplate } from "./mail.types.js";
import { localeOf, type PersonWords, WORDS } from "./mail.words.js";
import type { MissingPapers } from "./missing-papers.sql.js";
import type { OfferKey } from "./offer-links.service.js";

/** What a mail can use besides its own data. */
export interface MailContext extends MailSite {
  /** English if it is not said. A mail without a text in it is in English. */
  readonly language?: LanguageCode | undefined;
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

const KINDS: Readonly<Record<ApplicationKind, string>> = {
  paid: "Paid listing",
  free: "Free community member",
  mela_free: "Free listing with a stall",
};
const TYPES: Readonly<Record<CompanyType, string>> = { product: "Products", service: "Services", ngo: "NGO" };

/** Lines of a digest that an inbox shows beside the subject. */
const OPENING_LINES = 3;

/** The context of a mail whose language is decided. */
type WrittenContext = MailContext & { readonly words: PersonWords };

type FieldsOf<T extends MailTemplate> = (data: MailData[T], context: WrittenContext) => MailFields;

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
    ...(orderUnknown === true
      ? { eventTitle: context.words.mails.order({ order: orderId }), findBookingUrl: undefined }
      : {}),
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
    until: moment(expiresAt, context),
    offerUrl: linkIn(context.offerUrl(offer), context),
  }),
  "waiting-joined": ({ stallType, waitingId }, context) => waitingFields(stallType, waitingId, context),
  "waiting-offer": ({ stallId, stallType, pricePaise, expiresAt, waitingId }, context) => ({
    ...waitingFields(stallType, waitingId, context),
    ...stallFields(stallId, stallType),
    ...{ amount: rupees(pricePaise), until: moment(expiresAt, context) },
  }),
  "waiting-over": ({ stallId, stallType, why, waitingId }, context) => ({
    ...waitingFields(stallType, waitingId, context),
    ...{ stallId, why },
  }),
  "booking-moved": ({ fromStallId, stallType, sold, orderId, invoiceNumber, ...data }, context) => ({
    ...stallFields(data.stallId, stallType),
    ...{ fromStallId, sold, what: sold ? context.words.mails.booking : context.words.mails.reservation, invoiceNumber },
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
  "move-asked": ({ orderId, fromStallId, stallId, amountPaise, expiresAt }, context) => ({
    ...{ orderId, fromStallId, stallId, amount: rupees(amountPaise) },
    until: moment(expiresAt, context),
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
    ...{ sold, what: sold ? context.words.mails.booking : context.words.mails.reservation, changed: data.changed },
    ...{ invoiceNumber: data.invoiceNumber, replacedNumber: data.replacedNumber },
    creditNoteNumber: data.creditNoteNumber,
    debitNoteNumber: data.debitNoteNumber,
    orderUrl: orderId === undefined ? undefined : bookingOrder(orderId, context).orderUrl,
  }),
  "address-changed": () => ({}),
  "mail-copied": ({ sentAt }, { words }) => ({ sentOn: day(sentAt, words) }),
  "booking-cancelled": ({ stallId, stallType, orderId, refundPaise, refund, creditNoteNumber, event }, context) => ({
    ...stallFields(stallId, stallType),
    ...bookingOrder(orderId, context),
    ...{ amount: refundPaise === 0 ? undefined : rupees(refundPaise), refund, creditNoteNumber },
    eventName: event === undefined ? undefined : context.facts.event.name,
    deducted: event === undefined || event.deductedPaise === 0 ? undefined : rupees(event.deductedPaise),
    words: event?.words,
  }),
  "booking-link": ({ orderId, stallId, first }) => ({ orderId, stallId, first }),
  "booking-request-received": ({ orderId, stallId, kind }, { words }) => ({
    ...{ orderId, stallId, what: words.mails.requests[kind]({ stall: stallId }) },
  }),
  "booking-request-answered": ({ orderId, stallId, kind, state, answer }, { words }) => ({
    ...{ orderId, stallId, state, answer, what: words.mails.requests[kind]({ stall: stallId }) },
  }),
  "hold-extended": ({ stallId, stallType, minutes, expiresAt }, { words }) => ({
    ...stallFields(stallId, stallType),
    ...{ minutes: String(minutes), time: words.mails.minutes({ count: minutes }) },
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

  "enquiry-confirmed": ({ kind, reference }, { words }) => ({ kind, reference, what: words.mails.enquiries[kind] }),
  // The person's message is quoted verbatim, links included.
  "enquiry-received": ({ kind, reference, sender, phone, company, isMember, subject, message }, { words }) => ({
    ...{ kind, reference, phone, company, subject, message, what: words.mails.enquiries[kind] },
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
  "listing-paid": ({ orderId, amountPaise, invoiceNumber, purpose, liveUntil, ...data }, { words }) => ({
    ...brandFields(data),
    ...{ orderId, amount: rupees(amountPaise), invoiceNumber, purpose },
    liveUntil: liveUntil === undefined ? undefined : day(liveUntil, words),
  }),
  "listing-invoice-late": ({ orderId, invoiceNumber, amountPaise, ...data }) => ({
    ...brandFields(data),
    ...{ orderId, invoiceNumber },
    amount: amountPaise === undefined ? undefined : rupees(amountPaise),
  }),
  "listing-payment-failed": ({ orderId, renewUrl, ...data }, context) => ({
    ...brandFields(data),
    ...{ orderId, renewUrl: linkIn(renewUrl, context) },
  }),
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
  "listing-live": ({ url, liveUntil, ...data }, context) => ({
    ...brandFields(data),
    ...{ url: linkIn(url, context), liveUntil: day(liveUntil, context.words) },
  }),
  "listing-rejected": (data, context) => listingEnded(data, context),
  "listing-withdrawn": (data, context) => listingEnded(data, context),
  "listing-address-changed": () => ({}),
  "brand-link": ({ first, ...data }) => ({ ...brandFields(data), first }),
  "brand-links-ended": brandFields,
  "brand-page-accepted": ({ isLive, ...data }) => ({ ...brandFields(data), isLive }),
  "brand-page-returned": ({ reason, pictures, ...data }, { words }) => ({
    ...brandFields(data),
    reason,
    pictures: pictures === 0 ? undefined : words.mails.pictures({ count: pictures }),
  }),
  "brand-page-asked": ({ lacks, note, ...data }) => ({ ...brandFields(data), lacks, note }),
  "brand-page-waiting": (data, context) => ({ ...brandFields(data), dashboardUrl: dashboard(context) }),
  "listing-corrected": ({ changed, invoiceNumber, replacedNumber, creditNoteNumber, ...data }) => ({
    ...brandFields(data),
    ...{ changed, invoiceNumber, replacedNumber, creditNoteNumber },
  }),
  "listing-ending": ({ which, liveUntil, renewUrl, ...data }, context) => ({
    ...brandFields(data),
    ...{ which, liveUntil: day(liveUntil, context.words), renewUrl: linkIn(renewUrl, context) },
  }),
  "listing-expired": ({ liveUntil, renewUrl, ...data }, context) => ({
    ...brandFields(data),
    ...{ liveUntil: day(liveUntil, context.words), renewUrl: linkIn(renewUrl, context) },
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

/** A mail with the names of its stalls in its language; the data of one about several stalls has their tag. */
function withStallNames(message: MailMessage, locale: string): MailMessage {
  const named = Object.entries(message.data).map(([field, value]: [string, unknown]) => {
    const isTag = STALL_FIELDS.includes(field) && typeof value === "string" && isSeveral(value);
    return [field, isTag ? stallNames(stallsOfTag(value), locale) : value];
  });
  const data: unknown = Object.fromEntries(named);
  return { ...message, data } as MailMessage;
}

const STALL_FIELDS: readonly string[] = ["stallId", "together"];

/** Renders a mail in its language, with links to that language's pages. */
export function renderTemplate(stored: MailMessage, given: MailContext): RenderedMail {
  const language = mailLanguage(stored.template, given.language ?? FIRST_LANGUAGE);
  const message = withStallNames(stored, localeOf(language));
  const words = WORDS[language];
  const site = { publicUrl: given.publicUrl, language };
  const context = {
    ...given,
    ...{ words, language, locale: localeOf(language), publicUrl: given.publicUrl + prefixOf(language) },
    ...{ bookingUrl: linkIn(given.bookingUrl, site), brandUrl: linkIn(given.brandUrl, site) },
    offerUrl: (offer: OfferKey) => linkIn(given.offerUrl(offer), site),
    waitingUrl: (id: string) => linkIn(given.waitingUrl?.(id), site),
  };
  const { facts, publicUrl } = context;
  const { name, supportEmail: email, phone } = facts.organisation;
  const contact = phone === null ? words.mails.contact({ email }) : words.mails.contactWithPhone({ email, phone });
  const at = { site: isolated(name), url: publicUrl };
  const footers = {
    booking: [contact, words.mails.because.booking(at)],
    application: [contact, words.mails.because.application(at)],
  };
  const fields = { ...commonFields(message.data, context), ...fieldsOf(message.template, message.data, context) };
  const written = mailDraft(message.template, fields, footers, language);
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
  return renderMail(context.isCopy === true ? asCopy(draft, words.mails.copy) : draft, context);
}

/** True if a stored name is one of our templates. */
export function isMailTemplate(name: string): name is MailTemplate {
  return MAIL_TEMPLATES.includes(name);
}

function fieldsOf<T extends MailTemplate>(template: T, data: MailData[T], context: WrittenContext): MailFields {
  return FIELDS[template](data, context);
}

/** Fields of every mail's text. */
function commonFields(data: MailMessage["data"], context: WrittenContext): MailFields {
  const { name } = data;
  const { publicUrl, invoiceAttached, facts, bookingUrl, brandUrl, words } = context;
  const { event, organisation } = facts;
  return {
    ...{ name: oneLine(name), siteName: organisation.name, publicUrl, invoiceAttached, bookingUrl, brandUrl },
    ...{
      linkTerm: words.mails.linkTerm,
      findBookingUrl: findBooking(data, context),
      findListingUrl: publicUrl + PATHS.findListing,
    },
    ...{ venue: venueShort(event), dates: shortDates(event, words.dates) },
    ...{ address: postalAddress(event), mapUrl: event.mapUrl, supportEmail: organisation.supportEmail },
    hours: hoursInLines(event, words.dates),
    event: eventInSentence(event.name, words.dates),
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

function missingFields({ missing, words }: WrittenContext): MailFields {
  return {
    missing: missing?.papers.join(", "),
    missingUntil: missing === undefined ? undefined : moment(missing.until, { words }),
  };
}

/** The event's gate, and when the stall is set up; undefined where the event says nothing. */
function arrivalFields(stallId: string, { facts: { arrival, event }, words }: WrittenContext): MailFields {
  const setup = setupOf(arrival.setup, stallId);
  return {
    gate: arrival.gate === "" ? undefined : arrival.gate,
    settingUp: setup === undefined ? undefined : setupInWords(setup, event, words.dates),
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
function day(instant: string, { dates }: Pick<PersonWords, "dates"> = WORDS.en): string {
  return formatDay(istDay(new Date(instant)), dates);
}

/** An instant (ISO 8601) in India, to the minute. */
function moment(instant: string, { words }: Pick<WrittenContext, "words">): string {
  return indianMoment(new Date(instant), "minute", words.dates);
}
