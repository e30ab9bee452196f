import { Grid, GridItem, Input, type InputProps } from "@chakra-ui/react";
import { classValidatorResolver } from "@hookform/resolvers/class-validator";
import { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import type { KeyboardEvent } from "react";
import { useForm, useWatch } from "react-hook-form";
import { GstWarning } from "../../ui/gst-warning";
import { describedBy, FieldFrame } from "../../ui/text-field";
import { type FormValues, FORM_FIELDS } from "./draft";
import { strings } from "./mela.strings";

/** Input attributes by field. Lengths only where the specification limits typing; the DTO validates. */
const INPUTS: Readonly<Record<keyof FormValues, InputProps>> = {
  fullName: { autoComplete: "name", autoCapitalize: "words", spellCheck: false },
  email: { autoComplete: "email", type: "email", inputMode: "email", autoCapitalize: "none", spellCheck: false },
  phoneNumber: { autoComplete: "tel-national", type: "tel", inputMode: "tel" },
  businessName: { autoComplete: "organization", autoCapitalize: "words" },
  gstNumber: { autoComplete: "off", maxLength: 15, autoCapitalize: "characters", spellCheck: false },
  gstAddress: { autoComplete: "street-address", autoCapitalize: "words" },
  pincode: { autoComplete: "postal-code", inputMode: "numeric", maxLength: 6 },
};

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
const OPTIONAL: readonly (keyof FormValues)[] = ["gstNumber", "gstAddress"];
const WIDE: readonly (keyof FormValues)[] = ["fullName", "businessName", "gstAddress"];
const HELP: Partial<Record<keyof FormValues, string>> = {
  phoneNumber: strings.register.phoneHelp,
  gstNumber: strings.register.gstHelp,
};

const errorIdOf = (name: keyof FormValues) => `registration-${name}-error`;

// Optional fields are empty strings in the form; the DTO transforms them to undefined.
const resolver = classValidatorResolver(RegistrationFormDto) as never;

/** The registration form, validated by its DTO. */
export function useRegistrationForm(defaultValues: FormValues) {
  return useForm<FormValues, unknown, RegistrationFormDto>({
    resolver,
    defaultValues,
    // Not on blur: an error message that appears below the field would shift the page under a click.
    mode: "onSubmit",
  });
}

interface FieldsProps {
  readonly form: ReturnType<typeof useRegistrationForm>;
  readonly readOnly: boolean;
}

/** The seven fields of the registration. All error messages come from RegistrationFormDto. */
export function RegistrationFields({ form, readOnly }: FieldsProps) {
  const {
    register,
    formState: { errors },
  } = form;
  const gstNumber = useWatch({ control: form.control, name: "gstNumber" });
  return (
    <Grid templateColumns={{ base: "1fr", sm: "1fr 1fr" }} columnGap="5" rowGap="5" onKeyDown={focusNextField}>
      {FORM_FIELDS.map((name, index) => {
        const error = errors[name]?.message;
        return (
          <GridItem key={name} colSpan={WIDE.includes(name) ? { base: 1, sm: 2 } : 1}>
            <FieldFrame
              label={strings.register.fields[name]}
              optional={OPTIONAL.includes(name) ? strings.register.optional : undefined}
              help={HELP[name]}
              error={error}
              errorId={errorIdOf(name)}
              readOnly={readOnly}
            >
              <Input
                {...INPUTS[name]}
                enterKeyHint={index < FORM_FIELDS.length - 1 ? "next" : "done"}
                {...register(name)}
                {...describedBy(error, errorIdOf(name))}
                aria-required={!OPTIONAL.includes(name)}
                textTransform={name === "gstNumber" ? "uppercase" : undefined}
              />
              {name === "gstNumber" && error === undefined && <GstWarning number={gstNumber} />}
            </FieldFrame>
          </GridItem>
        );
      })}
    </Grid>
  );
}
