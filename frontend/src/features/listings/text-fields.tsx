import { chakra, Field, Input, type InputProps, Textarea } from "@chakra-ui/react";
import { CircleAlert } from "lucide-react";
import type { ClipboardEvent, ReactNode } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { inputRecipe } from "../../ui/theme/recipes";
import type { TextName, WizardField, WizardValues } from "./application-form";
import { strings } from "./wizard.strings";

const HELP: Partial<Record<TextName, string>> = strings.help;

/** A field of one line. */
export function TextField({
  name,
  input,
  help,
}: {
  readonly name: TextName;
  readonly input?: InputProps;
  readonly help?: ReactNode;
}) {
  const { register } = useFormContext<WizardValues>();
  const described = useDescription(name);
  return (
    <FieldFrame name={name} help={help ?? HELP[name]}>
      <Input {...input} {...register(name)} {...described} aria-required={!OPTIONAL_FIELDS.includes(name)} />
    </FieldFrame>
  );
}

/** A field of several lines. */
export function LinesField({
  name,
  lines,
  help,
  autoComplete,
}: {
  readonly name: TextName;
  readonly lines: number;
  readonly help?: ReactNode;
  readonly autoComplete?: string;
}) {
  const { register } = useFormContext<WizardValues>();
  const described = useDescription(name);
  return (
    <FieldFrame name={name} help={help ?? HELP[name]}>
      <Textarea
        recipe={inputRecipe}
        rows={lines}
        lineHeight="1.5"
        resize="vertical"
        autoComplete={autoComplete}
        {...register(name)}
        {...described}
        aria-required
      />
    </FieldFrame>
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

function SamePhone({ name, onUse }: { readonly name: PhoneName; readonly onUse: (digits: string) => void }) {
  const [phone, here] = useWatch<WizardValues, ["phoneNumber", PhoneName]>({ name: ["phoneNumber", name] });
  if (!PHONE.test(phone) || here !== "") return null;
  return (
    <chakra.button
      type="button"
      onClick={() => onUse(phone)}
      minHeight="tap"
      fontSize="0.9375rem"
      fontWeight="600"
      color="indigo.text"
      textDecoration="underline"
      textUnderlineOffset="3px"
      cursor="pointer"
    >
      {strings.samePhone}
    </chakra.button>
  );
}

/** Fields that may stay empty. */
export const OPTIONAL_FIELDS: readonly WizardField[] = [
  "panNumber",
  "whatsappGroupLink",
  "websiteUrl",
  "linkedinUrl",
  "facebookUrl",
  "instagramUrl",
  "previousParticipation",
];

/** The sentence about one field, redrawn for that field alone. */
export function useFieldError(name: WizardField): string | undefined {
  const { control } = useFormContext<WizardValues>();
  const { errors } = useFormState<WizardValues>({ control, name, exact: true });
  const error = errors[name];
  return typeof error?.message === "string" ? error.message : undefined;
}

const errorIdOf = (name: WizardField) => `join-${name}-error`;

/** Ties a field to its sentence as its description, too: few screen readers read aria-errormessage. */
export function useDescription(name: WizardField): { readonly "aria-describedby"?: string } {
  const error = useFieldError(name);
  return error === undefined ? {} : { "aria-describedby": errorIdOf(name) };
}

/** A field's name, and whether it may stay empty. */
export function LabelText({ name }: { readonly name: WizardField }) {
  return (
    <>
      {strings.fields[name]}
      {OPTIONAL_FIELDS.includes(name) && (
        <chakra.span fontWeight="400" color="muted">
          {strings.optional}
        </chakra.span>
      )}
    </>
  );
}

/** Label, control, help and error of one field. */
export function FieldFrame({
  name,
  help,
  children,
}: {
  readonly name: WizardField;
  readonly help?: ReactNode;
  readonly children: ReactNode;
}) {
  const error = useFieldError(name);
  return (
    <Field.Root invalid={error !== undefined} ids={{ errorText: errorIdOf(name) }}>
      <Field.Label>
        <LabelText name={name} />
      </Field.Label>
      {children}
      {help !== undefined && error === undefined && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText>
        <CircleAlert size={16} aria-hidden />
        {error}
      </Field.ErrorText>
    </Field.Root>
  );
}

/** A sentence under a group of choices, tied to it by its id. */
export function GroupError({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  return (
    <span aria-live="polite">
      {error !== undefined && (
        <chakra.span
          id={id}
          display="inline-flex"
          alignItems="center"
          gap="1.5"
          color="alarm.text"
          fontSize="0.9375rem"
          fontWeight="600"
        >
          <CircleAlert size={16} aria-hidden />
          {error}
        </chakra.span>
      )}
    </span>
  );
}
