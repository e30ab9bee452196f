import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { dayInWords } from "@sakhi/domain/events/event-facts";
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

type FieldName = keyof typeof strings.fields;
/** A row, or the form's values for it, with the version. */
type Values = Readonly<Record<string, string | number | null | undefined>>;

export const EVENT_FIELDS = [
  ...["name", "edition", "days", "venueName", "venueDescription", "street", "locality", "city", "pin"],
  ...["stateCode", "mapUrl", "salesOpenAt", "salesCloseAt"],
] as readonly FieldName[];
export const ORGANISATION_FIELDS = [
  ...["name", "supportEmail", "phone", "street", "locality", "city", "pin", "region"],
  ...["legalName", "legalAddress", "gstin"],
] as readonly FieldName[];
const OPTIONAL: ReadonlySet<FieldName> = new Set<FieldName>(["salesOpenAt", "salesCloseAt", "phone"]);
const MOMENTS: ReadonlySet<FieldName> = new Set<FieldName>(["salesOpenAt", "salesCloseAt"]);
const HELP: Readonly<Partial<Record<FieldName, string>>> = strings.help;

/** "Karnataka (29)". */
const stateInWords = (code: string): string => (isGstStateCode(code) ? `${gstStateName(code)} (${code})` : code);

/** Formats a value for display; empty values as "none". */
function formatValue(name: FieldName, value: Values[string]): string {
  if (value === undefined || value === null || value === "") return strings.none;
  if (name === "stateCode") return stateInWords(String(value));
  if (name === "days" && typedDaysProblem(String(value)) === undefined) {
    return readDays(String(value))
      .map(({ date, opens, closes }) => `${dayInWords(date)}, ${opens} to ${closes}`)
      .join("\n");
  }
  if (!MOMENTS.has(name)) return String(value);
  const at = Date.parse(String(value));
  return Number.isNaN(at) ? String(value) : exactMomentOf(at);
}

/** The states by their names, so that typing "Raj" finds one in the list. */
const STATES: readonly (readonly [code: string, label: string])[] = [
  ["", strings.chooseState],
  ...GST_STATE_CODES.map((code) => [code, stateInWords(code)] as const).toSorted((a, b) => a[1].localeCompare(b[1])),
];

/** Fields of facts of an event or of the organisation. */
export function fieldsOf<Dto extends FieldValues>(names: readonly FieldName[]): readonly ActionField<Dto>[] {
  return names.map((name) => ({
    name: name as never,
    label: strings.fields[name],
    ...(HELP[name] === undefined ? {} : { help: HELP[name] }),
    optional: OPTIONAL.has(name),
    // Sales open and close at a second, which a field without it does not show.
    ...(MOMENTS.has(name) ? { moment: true, input: { step: 1 } } : {}),
    ...(name === "days" ? { days: true } : {}),
    ...(name === "stateCode" ? { options: STATES } : {}),
  }));
}

/** Initial form values of a row. */
function initialOf(names: readonly FieldName[], row: Values): Record<string, string | number> {
  return Object.fromEntries(
    names.map((name) => {
      const value = row[name] ?? "";
      return [name, MOMENTS.has(name) && value !== "" ? toFieldValue(String(value)) : value];
    }),
  );
}

/** Lists each changed fact with its old and new value. */
function Differences({
  names,
  row,
  values,
}: {
  readonly names: readonly FieldName[];
  readonly row: Values;
  readonly values: Values;
}) {
  const before = initialOf(names, row);
  const normalize = (name: FieldName, value: Values[string]): string => {
    const text = String(value ?? "");
    const at = MOMENTS.has(name) ? Date.parse(toIndianTime(text)) : Number.NaN;
    return Number.isNaN(at) ? text : new Date(at).toISOString();
  };
  const changed = names.filter((name) => normalize(name, values[name]).trim() !== normalize(name, before[name]).trim());
  if (changed.length === 0) return <>{strings.unchanged}</>;
  const display = (name: FieldName, value: Values[string]): string => formatValue(name, normalize(name, value));
  return (
    <>
      {strings.willChange}
      <chakra.ul mt="1" listStyleType="disc" ps="5">
        {changed.map((name) => (
          <chakra.li key={name} whiteSpace="pre-line">
            <strong>{`${strings.fields[name]}:`}</strong>
            <span>{` ${strings.from(display(name, before[name]), display(name, values[name]))}`}</span>
          </chakra.li>
        ))}
      </chakra.ul>
    </>
  );
}

/** Converts form values to the DTO; empty optional fields become null. */
function toDto<Dto extends object>(names: readonly FieldName[], values: Dto): Dto {
  const none = Object.fromEntries(names.filter((name) => OPTIONAL.has(name)).map((name) => [name, null]));
  const given = Object.entries<unknown>(values as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  return { ...none, ...Object.fromEntries(given) } as Dto;
}

interface FactsDialogProps<Dto extends FieldValues> {
  readonly title: string;
  readonly texts: { readonly confirm: string; readonly pending: string; readonly done: string };
  readonly dto: new () => Dto;
  readonly names: readonly FieldName[];
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
  names,
  row,
  consequence,
  more = [],
  note,
  save,
  onClose,
}: FactsDialogProps<Dto>) {
  const version = row["version"];
  const initial = {
    ...initialOf(names, row),
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
        ...fieldsOf<never>(names),
        ...(more as readonly ActionField<never>[]),
        reasonField() as ActionField<never>,
      ]}
      consequence={(values) => (
        <>
          <div>{consequence ?? <Differences names={names} row={row} values={values} />}</div>
          {note !== undefined && <Text mt="1">{note}</Text>}
        </>
      )}
      texts={texts}
      run={async (values) => {
        await save(toDto(names, values));
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
  names,
  row,
  onChange,
  more,
}: {
  readonly title: string;
  readonly label: string;
  readonly names: readonly FieldName[];
  readonly row: Values;
  readonly onChange: (() => void) | undefined;
  /** Rendered beside the change button. */
  readonly more?: ReactNode;
}) {
  const facts = names.map((name): readonly [string, ReactNode] => [
    strings.fields[name],
    <chakra.span key={name} whiteSpace="pre-line">
      {formatValue(name, row[name])}
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
