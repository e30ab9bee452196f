import { readStallPayer } from "../../../ui/stall-payer";
import { EMPTY, WIZARD_FIELDS } from "./application-form";
import type { TextName, WizardValues } from "./application-form";

const KEY = "join.draft";
/** Raised when the form's fields change their meaning: older drafts are then left behind. */
const VERSION = 1;

const TEXT_FIELDS = WIZARD_FIELDS.filter(
  (field): field is TextName => field !== "consent" && field !== "previousParticipation",
);
/** Numbers of documents are never kept: after a reload they are typed again. */
const NEVER_KEPT: readonly string[] = ["gstNumber", "govtDocument", "panNumber"] satisfies TextName[];

/** The form as it is opened. */
export interface OpenedDraft {
  readonly values: WizardValues;
  /** Whether something was kept from before. */
  readonly kept: boolean;
  /** Whether fields were filled in from a stall that was paid for in this tab. */
  readonly fromStall: boolean;
}

function keptValues(): Record<string, unknown> | undefined {
  try {
    // Earlier versions kept it here, for as long as the browser lived.
    localStorage.removeItem(KEY);
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as {
      version?: unknown;
      values?: unknown;
    } | null;
    if (kept?.version !== VERSION || typeof kept.values !== "object" || kept.values === null)
      return undefined;
    return kept.values as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** What was kept in this tab; what is empty of it is filled in with what a stall's payer told us. */
export function openDraft(): OpenedDraft {
  const values: WizardValues = { ...EMPTY, previousParticipation: [] };
  const kept = keptValues();
  for (const field of TEXT_FIELDS) {
    const value = kept?.[field];
    if (typeof value === "string") values[field] = value;
  }
  const events = kept?.["previousParticipation"];
  if (Array.isArray(events))
    values.previousParticipation = events.filter((event) => typeof event === "string");
  values.consent = kept?.["consent"] === true;

  const payer = readStallPayer();
  let fromStall = false;
  if (payer !== undefined) {
    const announced = {
      fullName: payer.fullName,
      email: payer.email,
      phoneNumber: payer.phoneNumber,
      brandName: payer.businessName,
    };
    for (const [field, value] of Object.entries(announced) as [keyof typeof announced, string][]) {
      if (values[field] !== "" || value === "") continue;
      values[field] = value;
      fromStall = true;
    }
  }
  return { values, kept: kept !== undefined, fromStall };
}

/** Keeps the form for this tab, so that a reload or a failed payment keeps the place; without document numbers. */
export function keepDraft(values: WizardValues): void {
  const kept = Object.fromEntries(Object.entries(values).filter(([field]) => !NEVER_KEPT.includes(field)));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ version: VERSION, values: kept }));
  } catch {
    // Without storage a reload loses what was typed; nothing else depends on it.
  }
}

/** Forgets the form: handed in, paid for, or given up. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}

/** Whether this tab keeps a form. */
export function hasDraft(): boolean {
  return keptValues() !== undefined;
}

/** Whether somebody has typed or chosen anything. */
export function isTouched(values: WizardValues): boolean {
  return values.previousParticipation.length > 0 || TEXT_FIELDS.some((field) => values[field] !== "");
}
