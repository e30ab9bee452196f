import { Grid, GridItem, Input, type InputProps } from "@chakra-ui/react";
import { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { REGISTRATION_FIELDS, type RegistrationField } from "@sakhi/domain/bookings/registration.fields";
import type { KeyboardEvent } from "react";
import { useForm, useWatch } from "react-hook-form";
import { GstWarning } from "../../shared/gst-warning";
import { dtoResolver } from "../../ui/dto-resolver";
import { PhoneInput } from "../../ui/phone-input";
import { describedBy, FieldFrame } from "../../ui/text-field";
import { useTidyRegister } from "../../ui/tidy-fields";
import { type FormValues, FORM_FIELDS } from "./draft";
import { strings } from "./mela.strings";

/** Input attributes by what is typed. No lengths: they would cut what is pasted before it is read (docs/decisions/0048). */
const INPUTS: Readonly<Record<RegistrationField["kind"], InputProps>> = {
  name: { autoCapitalize: "words" },
  email: { type: "email", inputMode: "email", autoCapitalize: "none", spellCheck: false },
  phone: {},
  pincode: { inputMode: "numeric" },
  code: { autoCapitalize: "characters", spellCheck: false, textTransform: "uppercase" },
  line: { autoCapitalize: "words" },
  lines: {},
  link: { type: "url", inputMode: "url", autoCapitalize: "none", spellCheck: false },
  choice: {},
};
/** A person's name is in no dictionary. */
const NOT_SPELLED: readonly (keyof FormValues)[] = ["fullName"];

/**
 * On a touch keyboard Enter is labelled "next": it focuses the next field, and closes the keyboard after the last. It
 * never submits, so that nobody pays before the price and the policies were in view.
 */
function focusNextField(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (event.key !== "Enter" || !(target instanceof HTMLInputElement)) return;
  if (!globalThis.matchMedia("(pointer: coarse)").matches) return;
  event.preventDefault();
  const inputs = [...event.currentTarget.querySelectorAll("input")];
  const next = inputs[inputs.indexOf(target) + 1];
  if (next === undefined) target.blur();
  else next.focus();
}

const HELP: Partial<Record<keyof FormValues, string>> = {
  phoneNumber: strings.register.phoneHelp,
  gstNumber: strings.register.gstHelp,
};

const errorIdOf = (name: keyof FormValues) => `registration-${name}-error`;

// Optional fields are empty strings in the form; the DTO transforms them to undefined.
const resolver = dtoResolver<FormValues>(RegistrationFormDto);

/** The registration form, validated by its DTO. */
export function useRegistrationForm(defaultValues: FormValues) {
  return useForm<FormValues, unknown, RegistrationFormDto>({
    resolver,
    defaultValues,
    // A field is judged when it is left, and from then on while it is corrected.
    mode: "onTouched",
  });
}

interface FieldsProps {
  readonly form: ReturnType<typeof useRegistrationForm>;
  readonly readOnly: boolean;
}

/** The fields of the registration. All error messages come from RegistrationFormDto. */
export function RegistrationFields({ form, readOnly }: FieldsProps) {
  const { errors } = form.formState;
  const register = useTidyRegister(form, RegistrationFormDto);
  const gstNumber = useWatch({ control: form.control, name: "gstNumber" });
  return (
    <Grid
      templateColumns={{ base: "minmax(0, 1fr)", sm: "1fr 1fr" }}
      columnGap="5"
      rowGap="5"
      onKeyDown={focusNextField}
    >
      {FORM_FIELDS.map((name, index) => {
        const error = errors[name]?.message;
        const field: RegistrationField = REGISTRATION_FIELDS[name];
        const Control = field.kind === "phone" ? PhoneInput : Input;
        return (
          <GridItem key={name} colSpan={field.wide ? { base: 1, sm: 2 } : 1}>
            <FieldFrame
              label={field.label}
              optional={field.optional ? strings.register.optional : undefined}
              help={HELP[name]}
              error={error}
              errorId={errorIdOf(name)}
              readOnly={readOnly}
            >
              <Control
                {...INPUTS[field.kind]}
                {...(NOT_SPELLED.includes(name) ? { spellCheck: false } : {})}
                autoComplete={field.autoComplete}
                enterKeyHint={index < FORM_FIELDS.length - 1 ? "next" : "done"}
                {...register(name)}
                {...describedBy(error, errorIdOf(name))}
                aria-required={!field.optional}
              />
              {name === "gstNumber" && error === undefined && <GstWarning number={gstNumber} />}
            </FieldFrame>
          </GridItem>
        );
      })}
    </Grid>
  );
}
