import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { dayInWords } from "@sakhi/domain/events/event-facts";
import type { FactField } from "@sakhi/domain/events/event.fields";
import dates from "@sakhi/domain/generated/messages/en/dates";
import { GST_STATE_CODES, gstStateName, isGstStateCode } from "@sakhi/domain/invoices/gst-states";
import { readDays, typedDaysProblem } from "@sakhi/domain/operator/typed-days";
import { PencilLine } from "lucide-react";
import type { ReactNode } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import { ActionDialog, type ActionField, reasonField } from "../parts/action-dialog";
import { toIndianTime } from "../parts/action-fields";
import { exactMomentOf, toFieldValue } from "../parts/labels";
import { DetailRows, Panel } from "../parts/panel";
import { strings } from "./event.strings";

/** A row, or the form's values for it, with the version. */
type Values = Readonly<Record<string, string | number | null | undefined>>;

/** The declared facts of what a form changes. */
export type FactFields = Readonly<Record<string, FactField>>;

/** "Karnataka (29)". */
const stateInWords = (code: string): string => (isGstStateCode(code) ? `${gstStateName(code)} (${code})` : code);

/** Formats a value for display; empty values as "none". */
function formatValue({ kind }: FactField, value: Values[string]): string {
  if (value === undefined || value === null || value === "") return strings.none;
  if (kind === "state") return stateInWords(String(value));
  if (kind === "days" && typedDaysProblem(String(value)) === undefined) {
    return readDays(String(value))
      .map(({ date, opens, closes }) => `${dayInWords(date)}, ${dates.hours({ from: opens, to: closes })}`)
      .join("\n");
  }
  if (kind !== "moment") return String(value);
  const at = Date.parse(String(value));
  return Number.isNaN(at) ? String(value) : exactMomentOf(at);
}

/** The states by their names, so that typing "Raj" finds one in the list. */
const STATES: readonly (readonly [code: string, label: string])[] = [
  ["", strings.chooseState],
  ...GST_STATE_CODES.map((code) => [code, stateInWords(code)] as const).toSorted((a, b) => a[1].localeCompare(b[1])),
];

/** Fields of facts of an event or of the organisation. */
export function fieldsOf<Dto extends FieldValues>(fields: FactFields): readonly ActionField<Dto>[] {
  return Object.entries(fields).map(([name, { label, help, kind, optional = false }]) => ({
    name: name as never,
    label,
    ...(help === undefined ? {} : { help }),
    optional,
    // Sales open and close at a second, which a field without it does not show.
    ...(kind === "moment" ? { moment: true, input: { step: 1 } } : {}),
    ...(kind === "days" ? { days: true } : {}),
    ...(kind === "state" ? { options: STATES } : {}),
  }));
}

/** Initial form values of a row. */
function initialOf(fields: FactFields, row: Values): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => {
      const value = row[name] ?? "";
      return [name, kind === "moment" && value !== "" ? toFieldValue(String(value)) : value];
    }),
  );
}

/** Lists each changed fact with its old and new value. */
function Differences({
  fields,
  row,
  values,
}: {
  readonly fields: FactFields;
  readonly row: Values;
  readonly values: Values;
}) {
  const before = initialOf(fields, row);
  const normalize = ({ kind }: FactField, value: Values[string]): string => {
    const text = String(value ?? "");
    const at = kind === "moment" ? Date.parse(toIndianTime(text)) : Number.NaN;
    return Number.isNaN(at) ? text : new Date(at).toISOString();
  };
  const changed = Object.entries(fields).filter(
    ([name, field]) => normalize(field, values[name]).trim() !== normalize(field, before[name]).trim(),
  );
  if (changed.length === 0) return <>{strings.unchanged}</>;
  const display = (field: FactField, value: Values[string]): string => formatValue(field, normalize(field, value));
  return (
    <>
      {strings.willChange}
      <chakra.ul mt="1" listStyleType="disc" ps="5">
        {changed.map(([name, field]) => (
          <chakra.li key={name} whiteSpace="pre-line">
            <strong>{`${field.label}:`}</strong>
            <span>{` ${strings.from(display(field, before[name]), display(field, values[name]))}`}</span>
          </chakra.li>
        ))}
      </chakra.ul>
    </>
  );
}

/** Converts form values to the DTO; empty optional fields become null. */
function toDto<Dto extends object>(fields: FactFields, values: Dto): Dto {
  const optional = Object.entries(fields).filter(([, field]) => field.optional === true);
  const given = Object.entries<unknown>(values as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  return { ...Object.fromEntries(optional.map(([name]) => [name, null])), ...Object.fromEntries(given) } as Dto;
}

interface FactsDialogProps<Dto extends FieldValues> {
  readonly title: string;
  readonly texts: { readonly confirm: string; readonly pending: string; readonly done: string };
  readonly dto: new () => Dto;
  readonly fields: FactFields;
  /** Initial values. The version is sent along, if any. */
  readonly row: Values;
  /** Description of the effect. Default: the changed facts. */
  readonly consequence?: string;
  /** Fields before the reason, with their initial values in the row. */
  readonly more?: readonly ActionField<Dto>[];
  /** Rendered below the consequence. */
  readonly note?: string;
  readonly save: (dto: Dto) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Form for all facts of a row, with a reason. */
export function FactsDialog<Dto extends FieldValues>({
  title,
  texts,
  dto,
  fields,
  row,
  consequence,
  more = [],
  note,
  save,
  onClose,
}: FactsDialogProps<Dto>) {
  const version = row["version"];
  const initial = {
    ...initialOf(fields, row),
    ...Object.fromEntries(more.map(({ name }) => [name, row[name] ?? ""])),
    ...(version === undefined ? {} : { version }),
    reason: "",
  };
  return (
    <ActionDialog<Dto>
      wide
      title={title}
      dto={dto}
      initial={initial as DefaultValues<Dto>}
      fields={() => [
        ...fieldsOf<never>(fields),
        ...(more as readonly ActionField<never>[]),
        reasonField() as ActionField<never>,
      ]}
      consequence={(values) => (
        <>
          <div>{consequence ?? <Differences fields={fields} row={row} values={values} />}</div>
          {note !== undefined && <Text mt="1">{note}</Text>}
        </>
      )}
      texts={texts}
      run={async (values) => {
        await save(toDto(fields, values));
        return texts.done;
      }}
      onClose={onClose}
    />
  );
}

/** A row of facts, with a change button for operators. */
export function FactsPanel({
  title,
  label,
  fields,
  row,
  onChange,
  more,
}: {
  readonly title: string;
  readonly label: string;
  readonly fields: FactFields;
  readonly row: Values;
  readonly onChange: (() => void) | undefined;
  /** Rendered beside the change button. */
  readonly more?: ReactNode;
}) {
  const facts = Object.entries(fields).map(([name, field]): readonly [string, ReactNode] => [
    field.label,
    <chakra.span key={name} whiteSpace="pre-line">
      {formatValue(field, row[name])}
    </chakra.span>,
  ]);
  return (
    <Panel
      title={title}
      aside={
        onChange !== undefined && (
          <Flex gap="2" wrap="wrap">
            <Button size="sm" variant="outline" aria-label={label} onClick={onChange}>
              <PencilLine aria-hidden />
              {strings.change}
            </Button>
            {more}
          </Flex>
        )
      }
    >
      <DetailRows facts={facts} minWidth="15rem" />
    </Panel>
  );
}
