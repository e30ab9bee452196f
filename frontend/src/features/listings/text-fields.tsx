import { chakra, Input, type InputProps } from "@chakra-ui/react";
import { INDIAN_MOBILE, readIndianMobile } from "@sakhi/domain/fields/identifiers";
import { ListingApplicationDto } from "@sakhi/domain/listings/listing-application.dto";
import type { ReactNode } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { PhoneInput } from "../../ui/phone-input";
import { describedBy, FieldFrame, TextLines } from "../../ui/text-field";
import { useTidyRegister } from "../../ui/tidy-fields";
import type { TextName, WizardField as FieldName, WizardValues } from "./application-form";
import { strings } from "./wizard.strings";

const HELP: Partial<Record<TextName, string>> = strings.help;

interface TextProps {
  readonly name: TextName;
  readonly help?: string;
  readonly input?: InputProps;
  readonly phone?: boolean;
  /** Number of lines of a multi-line field. */
  readonly lines?: number;
}

/** A text field of one or several lines. */
export function TextField({ name, help = HELP[name], input, phone = false, lines }: TextProps) {
  const register = useTidyRegister(useFormContext<WizardValues>(), ListingApplicationDto);
  const Control = phone ? PhoneInput : Input;
  const control = { ...register(name), ...useDescription(name), "aria-required": !OPTIONAL_FIELDS.includes(name) };
  return (
    <WizardField name={name} help={help}>
      {lines === undefined ? (
        <Control {...input} {...control} />
      ) : (
        <TextLines lines={lines} autoComplete={input?.autoComplete} {...control} />
      )}
    </WizardField>
  );
}

type PhoneName = "phoneNumber" | "whatsappNumber" | "whatsappBusinessContact";

/** A phone number in any notation. The WhatsApp fields offer to copy the phone number. */
export function PhoneField({ name }: { readonly name: PhoneName }) {
  const { setValue } = useFormContext<WizardValues>();
  return (
    <div>
      <TextField name={name} phone input={{ autoComplete: name === "phoneNumber" ? "tel-national" : "off" }} />
      {name !== "phoneNumber" && (
        <SamePhone
          name={name}
          onUse={(digits) => setValue(name, digits, { shouldValidate: true, shouldDirty: true, shouldTouch: true })}
        />
      )}
    </div>
  );
}

/** Style of a button that looks like a link. */
export const textButton = {
  minHeight: "tap",
  fontWeight: "600",
  color: "indigo.text",
  textDecoration: "underline",
  textUnderlineOffset: "3px",
  cursor: "pointer",
} as const;

function SamePhone({ name, onUse }: { readonly name: PhoneName; readonly onUse: (digits: string) => void }) {
  const [phone, current] = useWatch<WizardValues, ["phoneNumber", PhoneName]>({ name: ["phoneNumber", name] });
  const digits = readIndianMobile(phone);
  if (!INDIAN_MOBILE.test(digits) || current !== "") return null;
  return (
    <chakra.button type="button" onClick={() => onUse(digits)} {...textButton} fontSize="0.9375rem">
      {strings.samePhone}
    </chakra.button>
  );
}

/** The optional fields. */
const OPTIONAL_FIELDS: readonly FieldName[] = [
  "panNumber",
  "whatsappGroupLink",
  "websiteUrl",
  "linkedinUrl",
  "facebookUrl",
  "instagramUrl",
  "previousParticipation",
];

/** The error message of a field; rerenders for that field only. */
export function useFieldError(name: FieldName): string | undefined {
  const { control } = useFormContext<WizardValues>();
  const { errors } = useFormState<WizardValues>({ control, name, exact: true });
  const error = errors[name];
  return typeof error?.message === "string" ? error.message : undefined;
}

const errorIdOf = (name: FieldName) => `join-${name}-error`;

/** ARIA attributes that connect a field to its error message. */
export function useDescription(name: FieldName) {
  return describedBy(useFieldError(name), errorIdOf(name));
}

/** The label of a field, and its mark if optional. */
export const nameOf = (name: FieldName) => ({
  label: strings.fields[name],
  optional: OPTIONAL_FIELDS.includes(name) ? strings.optional : undefined,
});

/** Label, control, help and error of one field of the wizard. */
export function WizardField({
  name,
  help,
  children,
}: {
  readonly name: FieldName;
  readonly help?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <FieldFrame {...nameOf(name)} help={help} error={useFieldError(name)} errorId={errorIdOf(name)}>
      {children}
    </FieldFrame>
  );
}
