import {
  BUSINESS_FIELDS,
  ListingApplicationDto,
  PERSONAL_FIELDS,
} from "@sakhi/domain/listings/listing-application.dto";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import type { FieldErrors, Resolver } from "react-hook-form";
import type { PaidApplication } from "../../api/listing-api";
import { forget, keep, kept } from "../../ui/kept";
import { forgetStallPayer, readStallPayer } from "../../ui/stall-payer";

export type WizardField = keyof ListingApplicationDto;
/** The wizard's fields in the order in which they are asked. */
export const WIZARD_FIELDS: readonly WizardField[] = [...PERSONAL_FIELDS, ...BUSINESS_FIELDS];

/** The form's values as typed: empty text where nothing was. */
export type WizardValues = Record<TextName, string> & { previousParticipation: string[]; consent: boolean };
/** The fields that are text, or one choice of several. */
export type TextName = Exclude<WizardField, "consent" | "previousParticipation">;

const TEXT_FIELDS = WIZARD_FIELDS.filter(
  (field): field is TextName => field !== "consent" && field !== "previousParticipation",
);

/** A form that nobody has touched. */
export const EMPTY: WizardValues = {
  ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, ""])) as Record<TextName, string>),
  previousParticipation: [],
  consent: false,
};

/** The values read by ListingApplicationDto, and the first sentence about each field that breaks a rule of it. */
interface CheckedApplication {
  readonly application: ListingApplicationDto;
  readonly errors: Partial<Record<WizardField, string>>;
}

/** Judges the whole form by the rules of the DTO, which the API follows too. */
export function checkApplication(values: WizardValues): CheckedApplication {
  const application = plainToInstance(ListingApplicationDto, values);
  const errors: CheckedApplication["errors"] = {};
  for (const { property, constraints } of validateSync(application)) {
    const [sentence] = Object.values(constraints ?? {});
    if (sentence !== undefined) errors[property as WizardField] = sentence;
  }
  return { application, errors };
}

/** The same judgement for the form. */
export const wizardResolver: Resolver<WizardValues> = (values) => {
  const { errors } = checkApplication(values);
  const found: FieldErrors<WizardValues> = {};
  for (const field of WIZARD_FIELDS) {
    const message = errors[field];
    if (message !== undefined) Object.assign(found, { [field]: { type: "rule", message } });
  }
  return Object.keys(found).length === 0 ? { values, errors: {} } : { values: {}, errors: found };
};

/** The steps in which something is asked. */
export type FormStep = 1 | 2;
/** What each of them asks for. */
export const STEP_FIELDS: Readonly<Record<FormStep, readonly WizardField[]>> = {
  1: PERSONAL_FIELDS,
  2: BUSINESS_FIELDS,
};

/** The step that asks for a field. */
export function stepOf(field: WizardField): FormStep {
  return STEP_FIELDS[1].includes(field) ? 1 : 2;
}

/** The furthest step these values lead to: the first with something missing, or the review. */
export function reachableStep(values: WizardValues): 1 | 2 | 3 {
  const { errors } = checkApplication(values);
  const broken = WIZARD_FIELDS.find((field) => errors[field] !== undefined);
  return broken === undefined ? 3 : stepOf(broken);
}

/** An application as it is sent, but for what it is submitted as. */
export type ApplicationBody = Omit<PaidApplication, "submissionType">;

const withCode = (digits: string): string => `+91${digits}`;

/** What is sent: plain, without what was not given, phone numbers with +91 (T-091). */
export function bodyOf(application: ListingApplicationDto): ApplicationBody {
  const given = Object.fromEntries(Object.entries(application).filter(([, value]) => value !== undefined));
  return {
    ...(given as unknown as ApplicationBody),
    phoneNumber: withCode(application.phoneNumber),
    whatsappNumber: withCode(application.whatsappNumber),
    whatsappBusinessContact: withCode(application.whatsappBusinessContact),
  };
}

const KEY = "join.draft";
/** Raised when the form's fields change their meaning: older drafts are then left behind. */
const VERSION = 1;

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
  // Earlier versions kept it here, for as long as the browser lived.
  forget("localStorage", KEY);
  const { version, values } = kept("sessionStorage", KEY) ?? {};
  if (version !== VERSION || typeof values !== "object" || values === null) return undefined;
  return values as Record<string, unknown>;
}

/** The draft kept in this tab; empty fields are filled in with what a stall's payer entered. */
export function openDraft(): OpenedDraft {
  const values: WizardValues = { ...EMPTY, previousParticipation: [] };
  const draft = keptValues();
  for (const field of TEXT_FIELDS) {
    const value = draft?.[field];
    if (typeof value === "string") values[field] = value;
  }
  const events = draft?.["previousParticipation"];
  if (Array.isArray(events)) values.previousParticipation = events.filter((event) => typeof event === "string");
  values.consent = draft?.["consent"] === true;

  const payer = readStallPayer();
  let fromStall = false;
  if (payer !== undefined) {
    const { fullName, email, phoneNumber, businessName: brandName } = payer;
    const announced = { fullName, email, phoneNumber, brandName };
    for (const [field, value] of Object.entries(announced) as [keyof typeof announced, string][]) {
      if (values[field] !== "" || value === "") continue;
      values[field] = value;
      fromStall = true;
    }
  }
  return { values, kept: draft !== undefined, fromStall };
}

/** Keeps the form for this tab, so that a reload or a failed payment keeps the place; without document numbers. */
export function keepDraft(values: WizardValues): void {
  const allowed = Object.fromEntries(Object.entries(values).filter(([field]) => !NEVER_KEPT.includes(field)));
  keep("sessionStorage", KEY, { version: VERSION, values: allowed });
}

/** Forgets the draft alone: everything typed was taken out again. */
export const forgetDraft = (): void => forget("sessionStorage", KEY);

/** Forgets the form and the stall's payer it was filled in for: handed in, paid for, or given up. */
export function forgetForm(): void {
  forgetDraft();
  forgetStallPayer();
}

/** Marks the form as it is as what this order pays for; a form that is changed, or another one, is not any more. */
export function keepDraftOrder(orderId: string): void {
  const draft = kept("sessionStorage", KEY);
  if (draft !== undefined) keep("sessionStorage", KEY, { ...draft, orderId });
}

/** Forgets the form if this order paid for it. */
export function forgetDraftOf(orderId: string): void {
  if (kept("sessionStorage", KEY)?.["orderId"] === orderId) forgetForm();
}

/** Whether this tab keeps a form. */
export function hasDraft(): boolean {
  return keptValues() !== undefined;
}

/** Whether somebody has typed or chosen anything. */
export function isTouched(values: WizardValues): boolean {
  return values.previousParticipation.length > 0 || TEXT_FIELDS.some((field) => values[field] !== "");
}
