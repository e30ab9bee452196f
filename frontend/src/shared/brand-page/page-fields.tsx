import { chakra, Field } from "@chakra-ui/react";
import { type ComponentProps, useId } from "react";
import { Select } from "../../ui/choice";
import { FieldError, TextField } from "../../ui/text-field";

interface LineProps extends Omit<ComponentProps<typeof TextField>, "registration" | "held" | "readOnly"> {
  readonly value: string;
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
}

/** A text of the page, with its error: the field of every form, held by the page. */
export function Line({ value, readOnly, onChange, ...field }: LineProps) {
  return (
    <TextField
      {...field}
      readOnly={readOnly}
      held={{ value, readOnly, onChange: (event) => onChange(event.currentTarget.value) }}
    />
  );
}

/** A choice among given values, with its error. */
export function Choose({
  label,
  value,
  options,
  error,
  readOnly,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <Field.Root invalid={error !== undefined}>
      <chakra.label htmlFor={id} fontWeight="600">
        {label}
      </chakra.label>
      <Select
        id={id}
        value={value}
        options={options}
        aria-invalid={error !== undefined}
        aria-disabled={readOnly}
        onChange={(event) => {
          if (!readOnly) onChange(event.currentTarget.value);
        }}
      />
      <FieldError>{error}</FieldError>
    </Field.Root>
  );
}
