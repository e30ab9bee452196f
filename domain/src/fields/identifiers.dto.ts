import { IsOptional, Matches, MaxLength, ValidateBy, type ValidationArguments } from "class-validator";
import problems from "../generated/messages/en/form-problems.js";
import { combined } from "./combined.dto.js";
import {
  INDIAN_MOBILE,
  indianMobileProblem,
  isMailAddress,
  PINCODE,
  pincodeProblem,
  readEmail,
  readIndianMobile,
  readPincode,
} from "./identifiers.js";
import { type NameOf, nameProblem, readName } from "./names.js";
import { text } from "./typed-text.dto.js";

const valueOf = ({ value }: ValidationArguments): string => (typeof value === "string" ? value : "");

const orAbsent = (cleaned: string): string | undefined => cleaned || undefined;

/** An e-mail address that mails can be sent to. @param most 100 for payers (the provider's limit), 254 by SMTP */
export const emailAddress = (message: string, most = 100) => combined(text(readEmail), isEmailAddress(message, most));

/** An {@link emailAddress}; blank is treated as absent. */
export const optionalEmailAddress = (message: string, most = 100) =>
  combined(
    text((value) => orAbsent(readEmail(value))),
    IsOptional(),
    isEmailAddress(message, most),
  );

const isEmailAddress = (message: string, most: number) =>
  combined(
    MaxLength(most, { message: problems.emailMost({ most }) }),
    ValidateBy(
      { name: "isMailAddress", validator: { validate: (value) => typeof value === "string" && isMailAddress(value) } },
      { message },
    ),
  );

/** An Indian mobile number in any notation, stored as ten digits. @param message for any number of another length */
export const indianMobile = (message: string) => combined(text(readIndianMobile), isIndianMobile(message));

/** An {@link indianMobile}; blank is treated as absent. */
export const optionalIndianMobile = (message: string) =>
  combined(
    text((value) => orAbsent(readIndianMobile(value))),
    IsOptional(),
    isIndianMobile(message),
  );

function isIndianMobile(message: string): PropertyDecorator {
  const problem = { message: (given: ValidationArguments) => indianMobileProblem(valueOf(given), message) };
  return combined(MaxLength(10, problem), Matches(INDIAN_MOBILE, problem));
}

/** An Indian PIN code, stored as six digits. @param message for any code of another length */
export function pincode(message: string): PropertyDecorator {
  const problem = { message: (given: ValidationArguments) => pincodeProblem(valueOf(given), message) };
  return combined(text(readPincode), MaxLength(6, problem), Matches(PINCODE, problem));
}

/** A cleaned name by {@link nameProblem}; its length is the field's own rule. @param change of the cleaned name */
const name = (of: NameOf, change = (cleaned: string): string | undefined => cleaned) =>
  combined(
    text((value) => change(readName(value, of))),
    ValidateBy(
      {
        name: "isName",
        validator: {
          validate: (value) => typeof value !== "string" || nameProblem(value, of) === undefined,
          defaultMessage: (given) => (given === undefined ? "" : (nameProblem(valueOf(given), of) ?? "")),
        },
      },
      {},
    ),
  );

/** The name of a person. */
export const personName = name("person");
/** The name of a business or brand. */
export const businessName = name("business");
/** The name of a person; blank is treated as absent. */
export const optionalPersonName = name("person", orAbsent);
/** The name of a business or brand; blank is treated as absent. */
export const optionalBusinessName = name("business", orAbsent);
