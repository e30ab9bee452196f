import {
  BUSINESS_FIELDS,
  ListingApplicationDto,
  PERSONAL_FIELDS,
} from "@sakhi/domain/listings/listing-application.dto";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import type { FieldErrors, Resolver } from "react-hook-form";
import type { PaidApplication } from "../../api/listing-api";
import { readStallPayer } from "../../shared/stall-payer";
import { storedDraft, storeDraft } from "./stored-draft";

export type WizardField = keyof ListingApplicationDto;
/** The wizard's fields in form order. */
export const WIZARD_FIELDS: readonly WizardField[] = [...PERSONAL_FIELDS, ...BUSINESS_FIELDS];

/** The form's values as typed; an empty field is an empty string. */
export type WizardValues = Record<TextName, string> & { previousParticipation: string[]; consent: boolean };
/** Fields with a string value: text, or one of several options. */
export type TextName = Exclude<WizardField, "consent" | "previousParticipation">;

const TEXT_FIELDS = WIZARD_FIELDS.filter(
  (field): field is TextName => field !== "consent" && field !== "previousParticipation",
);

/** The values of an untouched form. */
export const EMPTY: WizardValues = {
  ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, ""])) as Record<TextName, string>),
  previousParticipation: [],
  consent: false,
};

/** The values as a ListingApplicationDto, and the first error message of each invalid field. */
interface CheckedApplication {
  readonly application: ListingApplicationDto;
  readonly errors: Partial<Record<WizardField, string>>;
}

/** Validates the whole form with the DTO, which the API uses too. */
export function checkApplication(values: WizardValues): CheckedApplication {
  const application = plainToInstance(ListingApplicationDto, values);
  const errors: CheckedApplication["errors"] = {};
  for (const { property, constraints } of validateSync(application)) {
    const [message] = Object.values(constraints ?? {});
    if (message !== undefined) errors[property as WizardField] = message;
  }
  return { application, errors };
}

/** The same validation as a resolver of react-hook-form. */
export const wizardResolver: Resolver<WizardValues> = (values) => {
  const { errors } = checkApplication(values);
  const found: FieldErrors<WizardValues> = {};
  for (const field of WIZARD_FIELDS) {
    const message = errors[field];
    if (message !== undefined) Object.assign(found, { [field]: { type: "rule", message } });
  }
  return Object.keys(found).length === 0 ? { values, errors: {} } : { values: {}, errors: found };
};

/** The steps with form fields. */
export type FormStep = 1 | 2;
/** The fields of each step. */
export const STEP_FIELDS: Readonly<Record<FormStep, readonly WizardField[]>> = {
  1: PERSONAL_FIELDS,
  2: BUSINESS_FIELDS,
};

/** The step of a field. */
export function stepOf(field: WizardField): FormStep {
  return STEP_FIELDS[1].includes(field) ? 1 : 2;
}

/** The furthest step these values allow: the first one with an invalid field, or the review. */
export function reachableStep(values: WizardValues): 1 | 2 | 3 {
  const { errors } = checkApplication(values);
  const broken = WIZARD_FIELDS.find((field) => errors[field] !== undefined);
  return broken === undefined ? 3 : stepOf(broken);
}

/** Request body of an application, without `submissionType`. */
export type ApplicationBody = Omit<PaidApplication, "submissionType">;

const withCode = (digits: string): string => `+91${digits}`;

/** Builds the request body: a plain object without empty fields, with +91 before phone numbers (T-091). */
export function bodyOf(application: ListingApplicationDto): ApplicationBody {
  const given = Object.fromEntries(Object.entries(application).filter(([, value]) => value !== undefined));
  return {
    ...(given as unknown as ApplicationBody),
    phoneNumber: withCode(application.phoneNumber),
    whatsappNumber: withCode(application.whatsappNumber),
    whatsappBusinessContact: withCode(application.whatsappBusinessContact),
  };
}

/** Document numbers are never stored: they are typed again after a reload. */
const NEVER_STORED: readonly string[] = ["gstNumber", "govtDocument", "panNumber"] satisfies TextName[];

/** The first field that keeps a restored form from its review, if it is a document number that was not stored. */
export function documentToRetype(values: WizardValues): WizardField | undefined {
  const { errors } = checkApplication(values);
  const broken = WIZARD_FIELDS.find((field) => errors[field] !== undefined);
  return broken !== undefined && NEVER_STORED.includes(broken) ? broken : undefined;
}

/** The initial form. */
export interface OpenedDraft {
  readonly values: WizardValues;
  /** True if a stored draft was restored. */
  readonly restored: boolean;
  /** True if fields were prefilled from a stall that was paid for in this tab. */
  readonly fromStall: boolean;
}

/** Restores this tab's draft; empty fields are prefilled with the details of a stall's payer. */
export function openDraft(): OpenedDraft {
  const values: WizardValues = { ...EMPTY, previousParticipation: [] };
  const draft = storedDraft();
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
    const prefill = { fullName, email, phoneNumber, brandName };
    for (const [field, value] of Object.entries(prefill) as [keyof typeof prefill, string][]) {
      if (values[field] !== "" || value === "") continue;
      values[field] = value;
      fromStall = true;
    }
  }
  return { values, restored: draft !== undefined, fromStall };
}

/** Stores the draft for this tab, without document numbers, so that it survives a reload or a failed payment. */
export function saveDraft(values: WizardValues): void {
  storeDraft(Object.fromEntries(Object.entries(values).filter(([field]) => !NEVER_STORED.includes(field))));
}

/** True if anything has been typed or chosen. */
export function isTouched(values: WizardValues): boolean {
  return values.previousParticipation.length > 0 || TEXT_FIELDS.some((field) => values[field] !== "");
}
