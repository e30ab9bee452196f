import { chakra, Field } from "@chakra-ui/react";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useFormContext, useFormState } from "react-hook-form";
import type { WizardField, WizardValues } from "../application-form";
import { strings } from "../wizard.strings";

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
