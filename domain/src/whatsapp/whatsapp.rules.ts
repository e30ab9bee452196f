import { IST_OFFSET_MS } from "../invoices/indian-dates.js";
import type { WhatsappTemplate } from "./whatsapp.templates.js";

/**
 * A message's life: it waits (`queued`), is being handed to Meta (`sending`), was accepted (`sent`), reached the phone
 * (`delivered`), was opened (`read`), or was refused (`failed`). `skipped`: not sent, for one of {@link SKIP_REASONS}.
 */
export const WHATSAPP_STATES = ["queued", "sending", "sent", "delivered", "read", "failed", "skipped"] as const;
export type WhatsappState = (typeof WHATSAPP_STATES)[number];

/** States in which a message is on its way to Meta. */
export const UNSENT_WHATSAPP_STATES = ["queued", "sending"] as const satisfies WhatsappState[];

/** Why a message is not sent, for the dashboard. The mail beside it is. */
export const SKIP_REASONS = {
  no_consent: "Not sent: the consent has ended, or is for another number",
  stopped: "Not sent: this number asked for no more messages",
  no_longer_true: "Not sent: it was no longer true",
  too_late: "Not sent: its time had passed",
  day_limit: "Not sent: the day's limit was reached",
  number_limit: "Not sent: this number had had today's messages, and nothing about it is paid",
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

/** What decides whether a message goes out, and when. */
interface TemplateRule {
  /** Only about what was paid for; others also go to numbers that anyone may have typed. */
  readonly paid: boolean;
  /** Goes out at any hour: it answers what the reader is doing. */
  readonly atAnyHour: boolean;
  /** How long it is worth sending, in seconds. */
  readonly worthSeconds: number;
}

const HOUR = 3600;

export const TEMPLATE_RULES: Readonly<Record<WhatsappTemplate, TemplateRule>> = {
  booking_confirmed: { paid: true, atAnyHour: true, worthSeconds: 48 * HOUR },
  hold_ending: { paid: false, atAnyHour: true, worthSeconds: 150 },
  payment_failed: { paid: false, atAnyHour: true, worthSeconds: 1_200 },
  papers_missing: { paid: true, atAnyHour: false, worthSeconds: 24 * HOUR },
  // Until the event has opened.
  evening_before: { paid: true, atAnyHour: false, worthSeconds: 16 * HOUR },
  page_live: { paid: true, atAnyHour: false, worthSeconds: 72 * HOUR },
  brand_question: { paid: true, atAnyHour: false, worthSeconds: 72 * HOUR },
};

/** Messages within 24 hours to a number about which nothing is paid: each of the two kinds once. */
export const UNPROVEN_WHATSAPP_PER_DAY = 2;

/** How long before its end a hold is said to end, in seconds. */
export const HOLD_ENDING_SECONDS = 120;
/** What is left of a hold or a payment must be worth a message, in seconds. */
export const LEAST_LEFT_SECONDS = 30;

/** Hours in India in which nothing goes out that can wait: from the first until the second, over midnight if it is less. */
export interface QuietHours {
  readonly from: number;
  readonly until: number;
}

/** When the quiet hours that a moment lies in end; undefined outside them. */
export function quietUntil({ from, until }: QuietHours, at: Date): Date | undefined {
  const indian = new Date(at.getTime() + IST_OFFSET_MS);
  const hour = indian.getUTCHours();
  const isQuiet = from === until ? false : from < until ? hour >= from && hour < until : hour >= from || hour < until;
  if (!isQuiet) return undefined;
  const end = new Date(indian);
  end.setUTCHours(until, 0, 0, 0);
  if (end <= indian) end.setUTCDate(end.getUTCDate() + 1);
  return new Date(end.getTime() - IST_OFFSET_MS);
}

/** What is known when a message's turn comes. */
export interface WhatsappCase {
  readonly template: WhatsappTemplate;
  readonly createdAt: Date;
  /** The consent has not ended, and its number is still the person's. */
  readonly hasConsent: boolean;
  /** This number has written a stop word since the consent was given. */
  readonly stopped: boolean;
  /** It has ever written one. */
  readonly stoppedBefore: boolean;
  /** What the message says is still so. */
  readonly isTrue: boolean;
  /** Something with this number is paid for. */
  readonly isProven: boolean;
  /** Messages to the number within the last 24 hours, before this one. */
  readonly lately: number;
  /** Messages of today to all numbers, before this one. */
  readonly today: number;
  readonly dayLimit: number;
  readonly quiet: QuietHours;
  /** The database's clock. */
  readonly at: Date;
}

export type WhatsappVerdict =
  | { readonly kind: "send" }
  | { readonly kind: "wait"; readonly until: Date }
  | { readonly kind: "skip"; readonly why: SkipReason };

const skip = (why: SkipReason): WhatsappVerdict => ({ kind: "skip", why });

/** Decides about a message when its turn comes. */
export function whatsappVerdict(each: WhatsappCase): WhatsappVerdict {
  const { paid, atAnyHour, worthSeconds } = TEMPLATE_RULES[each.template];
  if (!each.hasConsent) return skip("no_consent");
  // A new tick counts after a stop word, but not one that a stranger can make.
  if (each.stopped || (each.stoppedBefore && !each.isProven)) return skip("stopped");
  if (!each.isTrue || (paid && !each.isProven)) return skip("no_longer_true");
  const worthUntil = each.createdAt.getTime() + worthSeconds * 1000;
  if (each.at.getTime() > worthUntil) return skip("too_late");
  if (!each.isProven && each.lately >= UNPROVEN_WHATSAPP_PER_DAY) return skip("number_limit");
  const until = atAnyHour ? undefined : quietUntil(each.quiet, each.at);
  if (until !== undefined) return until.getTime() > worthUntil ? skip("too_late") : { kind: "wait", until };
  return each.today >= each.dayLimit ? skip("day_limit") : { kind: "send" };
}

/** What Meta's webhook reports about a message. */
export const REPORTED_STATES = ["sent", "delivered", "read", "failed"] as const satisfies WhatsappState[];
export type ReportedState = (typeof REPORTED_STATES)[number];

const RANK: Readonly<Record<WhatsappState, number>> = {
  ...{ skipped: 0, queued: 0, sending: 1, sent: 2, failed: 3, delivered: 4, read: 5 },
};

/**
 * The state after a report. Reports come late, twice and in any order: a state never goes back, and what reached a phone has not
 * failed.
 */
export function stateAfter(state: WhatsappState, reported: ReportedState): WhatsappState {
  return RANK[reported] > RANK[state] ? reported : state;
}

/** Prices of Meta by category, in hundredths of a paisa: they have fractions of a paisa. */
export type WhatsappPrices = Readonly<Partial<Record<string, number>>>;

/** Reads "utility=11.5,marketing=86.31": prices in paise, with at most two decimals. @returns undefined if it is none */
export function readWhatsappPrices(text: string): Record<string, number> | undefined {
  const prices: Record<string, number> = {};
  for (const part of text.split(",")) {
    const [, category, whole, decimals = ""] =
      /^\s*([a-z_]{1,30})\s*=\s*(\d{1,6})(?:\.(\d{1,2}))?\s*$/.exec(part) ?? [];
    if (category === undefined || whole === undefined) return undefined;
    prices[category] = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  }
  return prices;
}

/** Reads "21-8": quiet from 21:00 until 8:00 in India; "off" for none. @returns undefined if it is neither */
export function readQuietHours(text: string): QuietHours | undefined {
  if (text === "off") return { from: 0, until: 0 };
  const [, from, until] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const hours = { from: Number(from), until: Number(until) };
  return from !== undefined && hours.from < 24 && hours.until < 24 && hours.from !== hours.until ? hours : undefined;
}

/** A sum in rupees, of hundredths of a paisa; a part of a paisa counts whole. */
export function whatsappRupees(hundredths: number): number {
  return Math.ceil(hundredths / 100) / 100;
}
