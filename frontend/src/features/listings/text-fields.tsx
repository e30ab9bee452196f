import { chakra, Input, type InputProps } from "@chakra-ui/react";
import type { ClipboardEvent, ReactNode } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { describedBy, ErrorLine, FieldFrame, TextLines } from "../../ui/text-field";
import type { TextName, WizardField as FieldName, WizardValues } from "./application-form";
import { strings } from "./wizard.strings";

const HELP: Partial<Record<TextName, string>> = strings.help;

interface TextProps {
  readonly name: TextName;
  readonly help?: string;
  readonly input?: InputProps;
  /** How many lines, where it has more than one. */
  readonly lines?: number;
}

/** A field of one line, or of several. */
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

/** The ten digits of a number as people copy it, with +91 or 0 before it and blanks between; else undefined. */
export function tenDigits(text: string): string | undefined {
  const digits = text.replace(/\D/g, "").replace(/^(?:91|0)(?=\d{10}$)/, "");
  return PHONE.test(digits) ? digits : undefined;
}

type PhoneName = "phoneNumber" | "whatsappNumber" | "whatsappBusinessContact";

/** A phone number of ten digits; a pasted one loses its +91. The two for WhatsApp offer the number given first. */
export function PhoneField({ name }: { readonly name: PhoneName }) {
  const { setValue } = useFormContext<WizardValues>();
  const put = (digits: string) =>
    setValue(name, digits, { shouldValidate: true, shouldDirty: true, shouldTouch: true });
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const digits = tenDigits(event.clipboardData.getData("text"));
    if (digits === undefined) return;
    // The field takes ten characters: left to itself it would cut the last digits off.
    event.preventDefault();
    put(digits);
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
      {name !== "phoneNumber" && <SamePhone name={name} onUse={put} />}
    </div>
  );
}

/** A button that looks like a link. */
export const textButton = {
  minHeight: "tap",
  fontWeight: "600",
  color: "indigo.text",
  textDecoration: "underline",
  textUnderlineOffset: "3px",
  cursor: "pointer",
} as const;

function SamePhone({ name, onUse }: { readonly name: PhoneName; readonly onUse: (digits: string) => void }) {
  const [phone, here] = useWatch<WizardValues, ["phoneNumber", PhoneName]>({ name: ["phoneNumber", name] });
  if (!PHONE.test(phone) || here !== "") return null;
  return (
    <chakra.button type="button" onClick={() => onUse(phone)} {...textButton} fontSize="0.9375rem">
      {strings.samePhone}
    </chakra.button>
  );
}

/** Fields that may stay empty. */
const OPTIONAL_FIELDS: readonly FieldName[] = [
  "panNumber",
  "whatsappGroupLink",
  "websiteUrl",
  "linkedinUrl",
  "facebookUrl",
  "instagramUrl",
  "previousParticipation",
];

/** The sentence about one field, redrawn for that field alone. */
export function useFieldError(name: FieldName): string | undefined {
  const { control } = useFormContext<WizardValues>();
  const { errors } = useFormState<WizardValues>({ control, name, exact: true });
  const error = errors[name];
  return typeof error?.message === "string" ? error.message : undefined;
}

const errorIdOf = (name: FieldName) => `join-${name}-error`;

/** Ties a field to its sentence as its description, too. */
export function useDescription(name: FieldName) {
  return describedBy(useFieldError(name), errorIdOf(name));
}

/** What a field is called, and whether it may stay empty. */
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

/** A sentence under a group of choices, tied to it by its id. */
export function GroupError({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  return <span aria-live="polite">{error !== undefined && <ErrorLine id={id}>{error}</ErrorLine>}</span>;
}
