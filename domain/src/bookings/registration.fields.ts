import type { DeclaredField } from "../fields/declared-fields.js";
import messages from "../generated/messages/en/registration-fields.js";
import type { RegistrationFormDto } from "./registration-form.dto.js";

/** A field of a stall's registration. */
export interface RegistrationField extends DeclaredField {
  /** Token of HTML's `autocomplete`. */
  readonly autoComplete: string;
  /** Takes the whole width of the form. */
  readonly wide?: true;
  /** Its section of the dashboard's details. */
  readonly section: "personal" | "business";
  /** Its column of the registrations' CSV file: `specified` (T-230), or `added` at the end; by default it has none. */
  readonly csv?: "specified" | "added";
}

/** What a stall's registration consists of, in the order of the form. {@link RegistrationFormDto} has the rules. */
export const REGISTRATION_FIELDS = {
  fullName: {
    label: messages.fullName,
    inText: "name",
    inExport: "Name",
    kind: "name",
    autoComplete: "name",
    wide: true,
    section: "personal",
    personal: true,
    onInvoice: true,
    correctableBy: ["operator", "owner", "person"],
    csv: "specified",
  },
  email: {
    label: messages.email,
    short: messages.emailShort,
    inExport: "E-mail",
    kind: "email",
    autoComplete: "email",
    section: "personal",
    personal: true,
    correctableBy: ["operator", "owner", "receipt", "person"],
    csv: "specified",
  },
  phoneNumber: {
    label: messages.phoneNumber,
    short: messages.phoneShort,
    column: "phone",
    kind: "phone",
    autoComplete: "tel-national",
    section: "personal",
    personal: true,
    correctableBy: ["operator", "owner", "person"],
    csv: "specified",
  },
  businessName: {
    label: messages.businessName,
    inExport: "Business",
    kind: "name",
    autoComplete: "organization",
    wide: true,
    section: "business",
    personal: true,
    onInvoice: true,
    correctableBy: ["operator", "owner"],
    csv: "specified",
  },
  gstNumber: {
    label: messages.gstNumber,
    kind: "code",
    optional: true,
    autoComplete: "off",
    section: "business",
    personal: true,
    onInvoice: true,
    correctableBy: ["operator", "owner"],
    csv: "specified",
  },
  gstAddress: {
    label: messages.gstAddress,
    inText: "address",
    kind: "line",
    optional: true,
    autoComplete: "street-address",
    wide: true,
    section: "business",
    personal: true,
    onInvoice: true,
    correctableBy: ["operator", "owner"],
    csv: "specified",
  },
  pincode: {
    label: messages.pincode,
    inText: "PIN code",
    kind: "pincode",
    autoComplete: "postal-code",
    section: "business",
    personal: true,
    onInvoice: true,
    correctableBy: ["operator", "owner"],
    csv: "specified",
  },
} as const satisfies Readonly<Record<keyof RegistrationFormDto, RegistrationField>>;
