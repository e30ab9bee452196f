import { chakra, type InputProps } from "@chakra-ui/react";
import { readAmount } from "@sakhi/domain/fields/amounts";
import messages from "@sakhi/domain/generated/messages/en/admin-dialogs";
import { type ComponentProps, useId } from "react";
import type {
  Control,
  DefaultValues,
  FieldErrors,
  FieldValues,
  Path,
  UseFormRegister,
  UseFormRegisterReturn,
} from "react-hook-form";
import { Select } from "../../../ui/choice";
import { describedBy, FieldFrame, GroupError, TextField } from "../../../ui/text-field";
import { DaysField } from "./days-field";
import { PriceDatesField } from "./price-dates-field";

const strings = messages.fields;

/** The field for the reason that the audit log records. */
export function reasonField() {
  return { name: "reason", label: strings.reason, help: strings.reasonHelp, lines: 2 } as const;
}

/** A field of an action's form. Its DTO holds the validation rules. */
export interface ActionField<Values extends FieldValues> {
  readonly name: Path<Values>;
  readonly label: string;
  readonly help?: string;
  readonly optional?: boolean;
  /** Renders a select with these options instead of a text field. */
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** Renders a checkbox for each option; sends the list of those that are chosen. */
  readonly several?: boolean;
  /** Sends the value as a number; omitted if empty. */
  readonly number?: boolean;
  /** Sends the option "true" as true; omitted if empty. */
  readonly flag?: boolean;
  /** Date and time in India; sent with the time zone. */
  readonly moment?: boolean;
  /** The days of an event, as date and time fields. */
  readonly days?: boolean;
  /** The dates of a price, as date and amount fields. */
  readonly priceDates?: boolean;
  readonly lines?: number;
  readonly input?: InputProps;
}

/** Limits the year to four digits; browsers allow six otherwise. */
const MAX_DATETIME = "9999-12-31T23:59";

/** Appends India's UTC offset to the value of a date and time field, unless it has an offset. */
export function toIndianTime(local: string): string {
  const [, minute, second = ":00"] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d+)?)?$/.exec(local) ?? [];
  return minute === undefined ? local : `${minute}${second}+05:30`;
}

/** Converts a field's text to the DTO's value; empty optional fields become undefined. */
function toDtoValue(field: Pick<ActionField<FieldValues>, "number" | "flag" | "moment" | "optional">) {
  return (value?: string | number | null) => {
    if (value === "" || value === undefined || value === null) return field.optional === true ? undefined : value;
    if (field.flag === true) return String(value) === "true";
    if (field.moment === true && typeof value === "string") return toIndianTime(value);
    // What is no number, or could be two, stays as typed: its DTO says why it is refused.
    return field.number === true ? (readAmount(String(value)).amount ?? value) : value;
  };
}

interface SelectFieldProps extends Pick<ComponentProps<typeof FieldFrame>, "label" | "help" | "error"> {
  readonly options: NonNullable<ActionField<FieldValues>["options"]>;
  readonly registration: UseFormRegisterReturn;
}

function SelectField({ options, registration, ...frame }: SelectFieldProps) {
  const errorId = `${useId()}-error`;
  return (
    <FieldFrame {...frame} errorId={errorId}>
      <Select options={options} {...registration} {...describedBy(frame.error, errorId)} />
    </FieldFrame>
  );
}

/** A group of checkboxes. */
function SeveralField({ label, help, options, registration, error }: SelectFieldProps) {
  const errorId = `${useId()}-error`;
  return (
    <chakra.fieldset aria-describedby={error === undefined ? undefined : errorId}>
      <chakra.legend textStyle="label" mb="1">
        {label}
      </chakra.legend>
      <chakra.div maxHeight="15rem" overflowY="auto">
        {options.map(([value, option]) => (
          <chakra.label key={value} display="flex" gap="3" alignItems="center" minHeight="tap">
            <input type="checkbox" value={value} {...registration} />
            <span>{option}</span>
          </chakra.label>
        ))}
      </chakra.div>
      {help !== undefined && (
        <chakra.p color="muted" textStyle="small">
          {help}
        </chakra.p>
      )}
      <GroupError id={errorId} error={error} />
    </chakra.fieldset>
  );
}

interface ActionFieldsProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly errors: FieldErrors<Values>;
  readonly register: UseFormRegister<Values>;
  readonly fields: readonly ActionField<Values>[];
  readonly initial: DefaultValues<Values>;
}

/** Attributes of a text field's input by its kind. */
function inputOf<Values extends FieldValues>({ number, moment, input }: ActionField<Values>) {
  if (number === true) return { inputMode: "decimal", ...input } as const;
  return moment === true ? ({ type: "datetime-local", max: MAX_DATETIME, ...input } as const) : input;
}

/** The fields of an action's form, with their errors. */
export function ActionFields<Values extends FieldValues>({
  control,
  errors,
  register,
  fields,
  initial,
}: ActionFieldsProps<Values>) {
  return (
    <>
      {fields.map((field) => {
        const message = errors[field.name]?.message;
        const { name, label, help, options, optional = false } = field;
        if (field.days === true || field.priceDates === true) {
          const Dated = field.days === true ? DaysField : PriceDatesField;
          const error = typeof message === "string" ? message : undefined;
          return <Dated key={name} name={name} label={label} control={control} error={error} />;
        }
        const fieldProps = {
          ...{ label, help, error: typeof message === "string" ? message : undefined },
          // Hidden conditional fields are unregistered: their rules would reject a form without a visible error.
          registration: register(name, { setValueAs: toDtoValue(field), shouldUnregister: !(name in initial) }),
        };
        if (field.several === true && options !== undefined)
          return (
            <SeveralField
              key={name}
              label={label}
              help={help}
              options={options}
              registration={register(name, { shouldUnregister: !(name in initial) })}
              error={fieldProps.error}
            />
          );
        return options === undefined ? (
          <TextField
            key={name}
            {...fieldProps}
            optional={optional ? strings.optional : undefined}
            input={inputOf(field)}
            lines={field.lines}
          />
        ) : (
          <SelectField key={name} {...fieldProps} options={options} />
        );
      })}
    </>
  );
}
