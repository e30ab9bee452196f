import { eventInSentence, type PublicFacts } from "@sakhi/domain/events/event-facts";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/mela";
import { stallTypeLabel, type StallStatus } from "@sakhi/domain/stalls/stall.types";
import { FIND } from "../../shared/find";
import { indianMoment } from "../../shared/refund-label";
import { LISTING_FEE, rupees } from "../../ui/money";
import type { StallQuery } from "./stall-labels";

const { toasts, plan, list, confirm, similar, hold, register, payment, receipt, outcome } = messages;

/** How long the check of a browser still takes at most; in steps, so that a screen reader is not interrupted every second. */
function checkLeft(seconds: number | undefined): string {
  const { left } = confirm;
  if (seconds === undefined) return left.unknown;
  if (seconds > 90) return left.minutes({ minutes: Math.ceil(seconds / 60) });
  if (seconds > 45) return left.minuteAndHalf;
  return seconds > 15 ? left.minute : left.seconds;
}

/** All texts of the Mela's screens. Texts given by the specification are verbatim (2-transactions.md). */
export const strings = {
  toasts: {
    ...toasts,
    eventChanged: (stallId: string, line: string) => ({
      title: toasts.eventChanged.title,
      description: toasts.eventChanged.description({ stallId, event: line }),
    }),
    otherPrice: ({ stallId, price }: Pick<StallQuery, "stallId" | "price">, asked: number) => ({
      title: toasts.otherPrice.title({ stallId, price: rupees(price) }),
      description: toasts.otherPrice.description({ before: rupees(asked) }),
    }),
    noAnswer: (stallId: string) => ({
      title: toasts.noAnswer.title,
      description: toasts.noAnswer.description({ stallId }),
    }),
    crowded: (stallId: string) => ({
      title: toasts.crowded.title({ stallId }),
      description: toasts.crowded.description,
    }),
    paymentUnanswered: (stallId: string, left: string) => ({
      title: toasts.paymentUnanswered.title,
      description: toasts.paymentUnanswered.description({ stallId, left }),
    }),
    totalChanged: (total: string) => ({
      title: toasts.totalChanged.title,
      description: toasts.totalChanged.description({ total }),
    }),
    released: (stallId: string) => ({
      title: toasts.released.title({ stallId }),
      description: toasts.released.description,
    }),
    notReleased: (stallId: string) => ({
      title: toasts.notReleased.title({ stallId }),
      description: toasts.notReleased.description,
    }),
    otherStall: (mine: string) => ({
      title: toasts.otherStall.title({ stallId: mine }),
      description: toasts.otherStall.description({ stallId: mine }),
    }),
  },
  plan: {
    ...plan,
    title: (event: string) => plan.title({ event: isolated(event) }),
    turned: (event: string) => plan.turned({ event: isolated(event) }),
    turnedText: (former: string) => plan.turnedText({ event: isolated(former) }),
    lead: ({ dates, venue }: PublicFacts, onSale: boolean) =>
      (onSale ? plan.leadOnSale : plan.lead)({ dates, venue: isolated(venue) }),
    status: plan.status satisfies Record<StallStatus, string>,
    legendStatus: plan.legendStatus satisfies Record<StallStatus, [string, string]>,
    planLabel: (count: number) => plan.planLabel({ count }),
    stallName: ({ stallId, type, price }: StallQuery, state: string) =>
      plan.stallName({ stallId, type: stallTypeLabel(type), price: rupees(price), status: state }),
    free: (free: number, total: number) => plan.free({ free, total }),
    asItWas: (time: string) => plan.asItWas({ time }),
    stale: (time: string) => plan.stale({ time }),
    changed: (stallId: string, status: string) => plan.changed({ stallId, status: status.toLowerCase() }),
    changedMany: (count: number) => plan.changedMany({ count }),
  },
  list: {
    ...list,
    choose: (stallId: string) => list.choose({ stallId }),
    continueWith: (stallId: string) => list.continueWith({ stallId }),
    shown: (count: number) => list.shown({ count }),
  },
  confirm: {
    ...confirm,
    replaces: (held: string) => confirm.replaces({ held }),
    replacesPaying: (held: string) => confirm.replacesPaying({ held }),
    crowdText: (stallId: string) => confirm.crowdText({ stallId }),
    left: checkLeft,
  },
  blocked: messages.blocked,
  similar: {
    ...similar,
    title: (stallId: string) => similar.title({ stallId }),
    paused: (stallId: string) => similar.paused({ stallId }),
    choose: ({ stallId, type, price }: StallQuery) =>
      similar.choose({ stallId, type: stallTypeLabel(type), price: rupees(price) }),
  },
  hold: {
    ...hold,
    holding: (stallId: string) => hold.holding({ stallId }),
    paying: (stallId: string) => hold.paying({ stallId }),
    left: (clock: string) => hold.left({ time: clock }),
    releaseTitle: (stallId: string) => hold.releaseTitle({ stallId }),
    keep: (stallId: string) => hold.keep({ stallId }),
    releaseYes: (stallId: string) => hold.releaseYes({ stallId }),
  },
  register: {
    ...register,
    offline: (left: string) => register.offline({ left }),
    offlinePaying: (left: string) => register.offlinePaying({ left }),
    bought: (stallId: string, line: string) => register.bought({ stallId, event: line }),
    removeCouponLong: (code: string) => register.removeCouponLong({ code }),
    discount: (percent: number) => register.discount({ percent }),
    saved: (amount: string) => register.saved({ amount }),
    taxHead: (name: string, percent: number) => register.taxHead({ tax: isolated(name), percent }),
    submit: (total: string) => register.submit({ total }),
    /** "2 minutes left …", or "30 seconds left …" below a minute. */
    announce: (seconds: number, stallId: string) =>
      seconds < 60
        ? register.announceSeconds({ seconds, stallId })
        : register.announceMinutes({ minutes: Math.round(seconds / 60), stallId }),
    leaveTitle: (stallId: string) => register.leaveTitle({ stallId }),
  },
  policies: messages.policies,
  next: {
    title: messages.next.title,
    steps: (stallId: string) => [messages.next.pay, messages.next.yours({ stallId }), messages.next.ticket],
  },
  payment: {
    ...payment,
    slowText: (orderId: string) => payment.slowText({ orderId }),
    /** After the event. */
    successAfter: (stallId: string, event: string) =>
      payment.successAfter({ stallId, event: isolated(eventInSentence(event)) }),
    successText: (stallId: string, event: string) =>
      payment.successText({ stallId, event: isolated(eventInSentence(event)) }),
    shareText: (stallId: string, { name, dates, venue }: PublicFacts, url: string) =>
      payment.shareText({ stallId, event: isolated(eventInSentence(name)), dates, venue: isolated(venue), url }),
    qr: (orderId: string) => payment.qr({ orderId }),
    offerKicker: payment.offerKicker({ fee: LISTING_FEE }),
    continuePaying: (stallId: string) => payment.continuePaying({ stallId }),
    backToForm: (stallId: string) => payment.backToForm({ stallId }),
  },
  receipt: { ...receipt, find: FIND },
  emailDoubt: (typed: string) => messages.emailDoubt({ email: typed }),
  payee: { text: (name: string, gstin: string) => messages.payee({ name: isolated(name), gstin }) },
  /** Texts by outcome (domain/src/bookings/booking-outcome.ts); never reuse one for another outcome. */
  outcome: {
    ...outcome,
    stillYours: (stallId: string, clock: string) => outcome.stillYours({ stallId, time: clock }),
    timeOver: (stallId: string) => outcome.timeOver({ stallId }),
    keptElsewhere: (stallId: string) => outcome.keptElsewhere({ stallId }),
    cancelled: (stallId: string) => outcome.cancelled({ stallId }),
    eventCancelled: (stallId: string) => outcome.eventCancelled({ stallId }),
    reachedUs: (amount: string, stallId: string) => outcome.reachedUs({ amount, stallId }),
    reviewKept: (stallId: string) => outcome.reviewKept({ stallId }),
    offerTitle: (type: string) => outcome.offerTitle({ type }),
    offer: (amount: string, stallId: string) => outcome.offer({ amount, stallId }),
    offerHow: (type: string, until: string | undefined) =>
      until === undefined ? outcome.offerHow({ type }) : outcome.offerHowUntil({ type, until: indianMoment(until) }),
    moved: (fromStallId: string, stallId: string) => outcome.moved({ from: fromStallId, to: stallId }),
  },
} as const;
