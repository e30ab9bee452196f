import type { EventDay } from "../events/event-facts.js";
import { isGstStateCode } from "../invoices/gst-states.js";
import { isGstin } from "../invoices/gstin.js";

/** Formats days for the form, one per line: `2026-12-03 10:00 to 20:00`. */
export function typedDays(days: readonly EventDay[]): string {
  return days.map(({ date, opens, closes }) => `${date} ${opens} to ${closes}`).join("\n");
}

/** Parses the form's days. The caller has validated the format. */
export function readDays(text: string): EventDay[] {
  return text.split("\n").map((line) => {
    const [date = "", opens = "", , closes = ""] = line.split(" ");
    return { date, opens, closes };
  });
}

/** Validates days. Returns an error message, or undefined if they are valid. */
export function daysProblem(days: readonly EventDay[]): string | undefined {
  if (days.length > 7) return "There are at most 7 days";
  for (const [index, { date, opens, closes }] of days.entries()) {
    if (!isDate(date)) return `${date} is not a date`;
    for (const time of [opens, closes]) if (!isTime(time)) return `${time} is not a time of day`;
    if (closes <= opens) return `On ${date} it must close after it opens`;
    const before = days[index - 1];
    if (before !== undefined && date <= before.date) return "The days must be in their order, each once";
  }
  return undefined;
}

/** Validates a GST state code. Returns an error message, or undefined if it is valid. */
export function stateProblem(stateCode: string): string | undefined {
  return isGstStateCode(stateCode) ? undefined : `There is no state with the GST code ${stateCode}`;
}

/** Validates a GSTIN. Returns an error message, or undefined if it is valid. */
export function gstinProblem(gstin: string): string | undefined {
  return isGstin(gstin)
    ? undefined
    : "This is not a valid GSTIN: compare it with the registration certificate (the last character is a check digit)";
}

/** Validates the sales window. Returns an error message, or undefined if it is valid. */
export function salesProblem(opensAt: Date | null, closesAt: Date | null): string | undefined {
  return opensAt !== null && closesAt !== null && closesAt <= opensAt ? "Sales must close after they open" : undefined;
}

function isDate(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}

function isTime(time: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
}
