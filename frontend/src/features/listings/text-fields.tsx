import { chakra, Input, type InputProps } from "@chakra-ui/react";
import type { ClipboardEvent, ReactNode } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { describedBy, FieldFrame, TextLines } from "../../ui/text-field";
import type { TextName, WizardField as FieldName, WizardValues } from "./application-form";
import { strings } from "./wizard.strings";

const HELP: Partial<Record<TextName, string>> = strings.help;

interface TextProps {
  readonly name: TextName;
  readonly help?: string;
  readonly input?: InputProps;
  /** Number of lines of a multi-line field. */
  readonly lines?: number;
}

/** A text field of one or several lines. */
export function TextField({ name, help = HELP[name], input, lines }: TextProps) {
  const { register } = useFormContext<WizardValues>();
  const control = { ...register(name), ...useDescription(name), "aria-required": !OPTIONAL_FIELDS.includes(name) };
  return (
    <WizardField name={name} help={help}>
      {lines === undefined ? (
        <Input {...input} {...control} />
      ) : (
        <TextLines lines={lines} autoComplete={input?.autoComplete} {...control} />
      )}
    </WizardField>
  );
}

const PHONE = /^[0-9]{10}$/;

/** Extracts the ten digits of a pasted number, which may have +91 or 0 before it and blanks; undefined if it is invalid. */
export function tenDigits(text: string): string | undefined {
  const digits = text.replace(/\D/g, "").replace(/^(?:91|0)(?=\d{10}$)/, "");
  return PHONE.test(digits) ? digits : undefined;
}

type PhoneName = "phoneNumber" | "whatsappNumber" | "whatsappBusinessContact";

/** A ten-digit phone number; +91 is dropped when pasted. The WhatsApp fields offer to copy the phone number. */
export function PhoneField({ name }: { readonly name: PhoneName }) {
  const { setValue } = useFormContext<WizardValues>();
  const setDigits = (digits: string) =>
    setValue(name, digits, { shouldValidate: true, shouldDirty: true, shouldTouch: true });
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const digits = tenDigits(event.clipboardData.getData("text"));
    if (digits === undefined) return;
    // The default paste would cut off the last digits at `maxLength`.
    event.preventDefault();
    setDigits(digits);
  };
  return (
    <div>
      <TextField
        name={name}
        input={{
          type: "tel",
          inputMode: "numeric",
          autoComplete: name === "phoneNumber" ? "tel-national" : "off",
          maxLength: 10,
          onPaste: paste,
        }}
      />
      {name !== "phoneNumber" && <SamePhone name={name} onUse={setDigits} />}
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
  if (!PHONE.test(phone) || current !== "") return null;
  return (
    <chakra.button type="button" onClick={() => onUse(phone)} {...textButton} fontSize="0.9375rem">
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
