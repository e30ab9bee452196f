import { chakra, Field, Grid, GridItem, Input } from "@chakra-ui/react";
import type { InputProps } from "@chakra-ui/react";
import { isGstin } from "@sakhi/domain/invoices/gstin";
import { CircleAlert } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { useWatch } from "react-hook-form";
import { strings } from "../mela.strings";
import type { FormValues } from "./draft";
import { FORM_FIELDS } from "./draft";

/** How each field is typed. Lengths only where the specification limits typing; the rules are the DTO's. */
const INPUTS: Readonly<Record<keyof FormValues, InputProps>> = {
  fullName: { autoComplete: "name" },
  email: { autoComplete: "email", type: "email", inputMode: "email" },
  phoneNumber: { autoComplete: "tel-national", type: "tel", inputMode: "tel" },
  businessName: { autoComplete: "organization" },
  gstNumber: { autoComplete: "off", maxLength: 15, autoCapitalize: "characters", spellCheck: false },
  gstAddress: { autoComplete: "street-address" },
  pincode: { autoComplete: "postal-code", inputMode: "numeric", maxLength: 6 },
};
const OPTIONAL: readonly (keyof FormValues)[] = ["gstNumber", "gstAddress"];
const WIDE: readonly (keyof FormValues)[] = ["fullName", "businessName", "gstAddress"];
const HELP: Partial<Record<keyof FormValues, string>> = {
  phoneNumber: strings.register.phoneHelp,
  gstNumber: strings.register.gstHelp,
};

/** Its sentence describes the field, too: few screen readers read aria-errormessage. */
const errorIdOf = (name: keyof FormValues) => `registration-${name}-error`;

interface FieldsProps {
  readonly form: UseFormReturn<FormValues>;
  readonly readOnly: boolean;
}

/** The seven fields of the registration; their sentences come from RegistrationFormDto alone. */
export function RegistrationFields({ form, readOnly }: FieldsProps) {
  const {
    register,
    formState: { errors },
  } = form;
  const gst = useWatch({ control: form.control, name: "gstNumber" }).trim().toUpperCase();
  const doubtful = gst.length === 15 && !isGstin(gst);
  return (
    <Grid templateColumns={{ base: "1fr", sm: "1fr 1fr" }} columnGap="5" rowGap="5">
      {FORM_FIELDS.map((name) => {
        const error = errors[name]?.message;
        return (
          <GridItem key={name} colSpan={WIDE.includes(name) ? { base: 1, sm: 2 } : 1}>
            <Field.Root
              invalid={error !== undefined}
              readOnly={readOnly}
              ids={{ errorText: errorIdOf(name) }}
            >
              <Field.Label>
                {strings.register.fields[name]}
                {OPTIONAL.includes(name) && (
                  <chakra.span fontWeight="400" color="muted">
                    {strings.register.optional}
                  </chakra.span>
                )}
              </Field.Label>
              <Input
                {...INPUTS[name]}
                {...register(name)}
                {...(error === undefined ? {} : { "aria-describedby": errorIdOf(name) })}
                aria-required={!OPTIONAL.includes(name)}
                textTransform={name === "gstNumber" ? "uppercase" : undefined}
              />
              {HELP[name] !== undefined && error === undefined && (
                <Field.HelperText>{HELP[name]}</Field.HelperText>
              )}
              {name === "gstNumber" && doubtful && error === undefined && (
                <chakra.p
                  role="status"
                  textStyle="small"
                  bg="marigold.soft"
                  px="3"
                  py="2"
                  borderRadius="small"
                >
                  {strings.register.gstWarning}
                </chakra.p>
              )}
              <Field.ErrorText>
                <CircleAlert size={16} aria-hidden />
                {error}
              </Field.ErrorText>
            </Field.Root>
          </GridItem>
        );
      })}
    </Grid>
  );
}
