import { chakra, Field, Input, type InputProps } from "@chakra-ui/react";
import { useId } from "react";
import { Select } from "../../ui/choice";
import { FieldError, TextLines } from "../../ui/text-field";

/** A text of the page, with its error. */
export function Line({
  label,
  value,
  error,
  onChange,
  readOnly,
  lines,
  optional,
  help,
  input,
}: {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly readOnly: boolean;
  readonly lines?: number;
  readonly optional?: string;
  readonly help?: string;
  readonly input?: InputProps;
}) {
  const shared = {
    value,
    readOnly,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return (
    <Field.Root invalid={error !== undefined} readOnly={readOnly}>
      <Field.Label flexWrap="wrap">
        <span>{label}</span>
        {optional !== undefined && (
          <chakra.span fontWeight="400" color="muted">
            {` ${optional}`}
          </chakra.span>
        )}
      </Field.Label>
      {lines === undefined ? <Input {...input} {...shared} /> : <TextLines lines={lines} {...shared} />}
      {help !== undefined && error === undefined && <Field.HelperText>{help}</Field.HelperText>}
      <FieldError>{error}</FieldError>
    </Field.Root>
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
