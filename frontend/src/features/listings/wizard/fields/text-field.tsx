import { chakra, Input, Textarea } from "@chakra-ui/react";
import type { InputProps } from "@chakra-ui/react";
import type { ClipboardEvent, ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { inputRecipe } from "../../../../ui/theme/recipes";
import type { TextName, WizardValues } from "../application-form";
import { FieldFrame, OPTIONAL_FIELDS, useDescription } from "./field-parts";
import { strings } from "../wizard.strings";

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
