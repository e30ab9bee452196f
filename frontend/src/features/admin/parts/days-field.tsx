import { Box, Button, chakra, Field, Flex, Input, Text } from "@chakra-ui/react";
import type { EventDay } from "@sakhi/domain/events/event-facts";
import messages from "@sakhi/domain/generated/messages/en/admin-days";
import { formatDay, parseDay } from "@sakhi/domain/invoices/indian-dates";
import {
  type DayPart,
  type DayProblem,
  MOST_EVENT_DAYS,
  readTypedDays,
  tidyDays,
  typedDays,
} from "@sakhi/domain/operator/typed-days";
import { CalendarPlus, Copy, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { type Control, type FieldValues, type Path, useController } from "react-hook-form";
import { GroupError, TextLines } from "../../../ui/text-field";

const strings = {
  ...messages.days,
  help: messages.days.help({ most: MOST_EVENT_DAYS }),
  day: (number: number) => messages.days.day({ number }),
  of: (field: string, number: number) => messages.days.of({ field, number }),
  remove: (day: string) => messages.days.remove({ day }),
  night: (time: string) => messages.days.night({ time }),
  added: (days: number) => messages.days.added({ days }),
} as const;

const FIRST_HOURS = { opens: "10:00", closes: "20:00" } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The day after the last one, with its hours. */
function nextDay(days: readonly EventDay[]): EventDay {
  const last = days.at(-1);
  const at = Date.parse(last?.date ?? "");
  return {
    date: Number.isNaN(at) ? "" : new Date(at + DAY_MS).toISOString().slice(0, 10),
    opens: last?.opens ?? FIRST_HOURS.opens,
    closes: last?.closes ?? FIRST_HOURS.closes,
  };
}

/** The days as text, in their order, and which row each of them is. */
function textOf(days: readonly EventDay[]): { readonly text: string; readonly rows: readonly number[] } {
  const rows = [...days.keys()].toSorted((a, b) => (days[a]?.date ?? "").localeCompare(days[b]?.date ?? ""));
  return { text: typedDays(rows.flatMap((row) => days[row] ?? [])), rows };
}

const written = (date: string, number: number): string =>
  /^\d{4}-\d\d-\d\d$/.test(date) ? formatDay(parseDay(date)) : strings.day(number);

const PARTS = ["date", "opens", "closes"] as const satisfies readonly DayPart[];

interface DayInputProps {
  readonly part: DayPart;
  readonly number: number;
  readonly value: string;
  /** Id of what is wrong with it; undefined if nothing is. */
  readonly errorId: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The date of a day, or one of its two times. */
function DayInput({ part, number, value, errorId, onChange }: DayInputProps) {
  const isDate = part === "date";
  const label = isDate ? strings.day(number) : strings[part];
  return (
    <Field.Root invalid={errorId !== undefined} flex={isDate ? "1 1 10rem" : "0 1 8rem"}>
      <Field.Label textStyle="small">{label}</Field.Label>
      <Input
        type={isDate ? "date" : "time"}
        max={isDate ? "9999-12-31" : undefined}
        value={value}
        aria-required
        aria-label={isDate ? undefined : strings.of(label, number)}
        aria-describedby={errorId}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field.Root>
  );
}

interface DayRowProps {
  readonly day: EventDay;
  readonly number: number;
  readonly problems: readonly DayProblem[];
  readonly canGo: boolean;
  readonly onChange: (day: EventDay) => void;
  readonly onRemove: () => void;
}

/** One day: its date, its two times, and what is wrong with them. */
function DayRow({ day, number, problems, canGo, onChange, onRemove }: DayRowProps) {
  const errorId = `${useId()}-error`;
  const isNight = day.closes !== "" && day.closes <= day.opens && problems.length === 0;
  return (
    <chakra.li py="2" borderBottomWidth="1px" borderColor="rule">
      <Flex gap="3" wrap="wrap" alignItems="flex-end">
        {PARTS.map((part) => (
          <DayInput
            key={part}
            part={part}
            number={number}
            value={day[part]}
            errorId={problems.some((problem) => problem.part === part) ? errorId : undefined}
            onChange={(value) => onChange({ ...day, [part]: value })}
          />
        ))}
        <Button
          variant="subtle"
          size="sm"
          minHeight="tap"
          disabled={!canGo}
          aria-label={strings.remove(written(day.date, number))}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </Button>
      </Flex>
      {isNight && (
        <Text textStyle="small" color="muted" mt="1">
          {strings.night(day.closes)}
        </Text>
      )}
      <GroupError
        id={errorId}
        error={problems.length === 0 ? undefined : problems.map(({ message }) => message).join(". ")}
      />
    </chakra.li>
  );
}

interface DaysFieldProps<Values extends FieldValues> {
  readonly name: Path<Values>;
  readonly label: string;
  readonly control: Control<Values>;
  readonly error: string | undefined;
}

/**
 * The days of an event with their opening hours, as date and time fields. The form's value is their text, as the API takes it;
 * the rows can be in any order. A list can be pasted too.
 */
export function DaysField<Values extends FieldValues>({ name, label, control, error }: DaysFieldProps<Values>) {
  const { field } = useController({ name, control });
  const typed: string = field.value;
  const [days, setDays] = useState<readonly EventDay[]>(() => {
    const read = readTypedDays(typed).days;
    return read.length === 0 ? [{ date: "", ...FIRST_HOURS }] : read;
  });
  // What is pasted stays as it is typed, while it is typed.
  const [pasted, setPasted] = useState<string>();
  const box = useRef<HTMLFieldSetElement>(null);
  const ids = useId();
  const { text, rows } = textOf(days);
  const set = (next: readonly EventDay[]): void => {
    setDays(next);
    setPasted(undefined);
    field.onChange(textOf(next).text);
  };
  const problems = error === undefined || typed !== text ? [] : readTypedDays(text).problems;
  const problemsOf = (row: number) => problems.filter(({ day }) => rows[day] === row);
  const [first] = days;
  return (
    <chakra.fieldset
      ref={(element: HTMLFieldSetElement | null) => {
        box.current = element;
        field.ref({
          focus: () => {
            const inputs = [...(box.current?.querySelectorAll("input") ?? [])];
            (inputs.find((input) => input.getAttribute("aria-invalid") === "true") ?? inputs[0])?.focus();
          },
        });
      }}
      gridColumn="1 / -1"
      minWidth="0"
      aria-describedby={`${ids}-help`}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) field.onBlur();
      }}
    >
      <chakra.legend textStyle="label">{label}</chakra.legend>
      <Text id={`${ids}-help`} textStyle="small" color="muted">
        {strings.help}
      </Text>
      <chakra.ol listStyleType="none" m="0" p="0">
        {days.map((day, row) => (
          <DayRow
            // Rows have no identity beyond their place.
            key={row}
            day={day}
            number={row + 1}
            problems={problemsOf(row)}
            canGo={days.length > 1}
            onChange={(changed) => set(days.map((each, index) => (index === row ? changed : each)))}
            onRemove={() => set(days.filter((_, index) => index !== row))}
          />
        ))}
      </chakra.ol>
      <GroupError id={`${ids}-error`} error={problems.length === 0 ? error : undefined} />
      <Flex gap="2" wrap="wrap" mt="3">
        <Button
          size="sm"
          variant="outline"
          disabled={days.length >= MOST_EVENT_DAYS}
          onClick={() => set([...days, nextDay(days)])}
        >
          <CalendarPlus aria-hidden />
          {strings.add}
        </Button>
        {first !== undefined && days.length > 1 && (
          <Button
            size="sm"
            variant="outline"
            onClick={() => set(days.map(({ date }) => ({ date, opens: first.opens, closes: first.closes })))}
          >
            <Copy aria-hidden />
            {strings.same}
          </Button>
        )}
      </Flex>
      <chakra.details mt="3">
        <chakra.summary cursor="pointer" minHeight="tap" display="list-item" alignContent="center">
          {strings.paste}
        </chakra.summary>
        <Box>
          <chakra.label htmlFor={`${ids}-text`} textStyle="label">
            {strings.text}
          </chakra.label>
          <TextLines
            id={`${ids}-text`}
            lines={4}
            value={pasted ?? text}
            aria-describedby={`${ids}-text-help ${ids}-error`}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setPasted(value);
              const read = readTypedDays(value);
              if (read.problems.length === 0 && read.days.length > 0) setDays(read.days);
              field.onChange(tidyDays(value));
            }}
          />
          <Text id={`${ids}-text-help`} textStyle="small" color="muted">
            {strings.textHelp}
          </Text>
        </Box>
      </chakra.details>
      <Box aria-live="polite" srOnly>
        {strings.added(days.length)}
      </Box>
    </chakra.fieldset>
  );
}
