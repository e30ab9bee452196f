import { Box, Button, chakra, Field, Flex, Input, Text } from "@chakra-ui/react";
import { readAmount } from "@sakhi/domain/fields/amounts";
import messages from "@sakhi/domain/generated/messages/en/admin-days";
import { MAX_PRICE_DATES } from "@sakhi/domain/operator/dated-prices";
import { dayInWords } from "@sakhi/domain/operator/price-days";
import { CalendarPlus, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { type Control, type FieldValues, type Path, useController } from "react-hook-form";
import { GroupError } from "../../../ui/text-field";

const strings = {
  ...messages.prices,
  help: messages.prices.help({ most: MAX_PRICE_DATES }),
  from: (number: number) => messages.prices.from({ number }),
  price: (number: number) => messages.prices.price({ number }),
  remove: (day: string) => messages.prices.remove({ day }),
  date: (number: number) => messages.prices.date({ number }),
  count: (dates: number) => messages.prices.count({ dates }),
} as const;

/** A row as it is typed. */
interface TypedDate {
  readonly from: string;
  readonly price: string;
}

/** What the form sends: in the order of the days; an amount that cannot be read stays as it is typed, and its DTO says why. */
function valueOf(rows: readonly TypedDate[]): readonly { readonly from: string; readonly price: number | string }[] {
  return rows
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .map(({ from, price }) => ({ from, price: readAmount(price).amount ?? price }));
}

interface RowProps {
  readonly row: TypedDate;
  readonly number: number;
  /** Id of what is wrong with the dates; undefined if nothing is. */
  readonly errorId: string | undefined;
  readonly onChange: (row: TypedDate) => void;
  readonly onRemove: () => void;
}

function DateRow({ row, number, errorId, onChange, onRemove }: RowProps) {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(row.from);
  return (
    <chakra.li py="2" borderBottomWidth="1px" borderColor="rule">
      <Flex gap="3" wrap="wrap" alignItems="flex-end">
        <Field.Root invalid={errorId !== undefined} flex="1 1 10rem">
          <Field.Label textStyle="small">{strings.from(number)}</Field.Label>
          <Input
            type="date"
            max="9999-12-31"
            value={row.from}
            aria-required
            aria-describedby={errorId}
            onChange={(event) => onChange({ ...row, from: event.currentTarget.value })}
          />
        </Field.Root>
        <Field.Root invalid={errorId !== undefined} flex="1 1 8rem">
          <Field.Label textStyle="small">{strings.price(number)}</Field.Label>
          <Input
            inputMode="decimal"
            value={row.price}
            aria-required
            aria-describedby={errorId}
            onChange={(event) => onChange({ ...row, price: event.currentTarget.value })}
          />
        </Field.Root>
        <Button
          variant="subtle"
          size="sm"
          minHeight="tap"
          aria-label={strings.remove(isDay ? dayInWords(row.from) : strings.date(number))}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </Button>
      </Flex>
    </chakra.li>
  );
}

interface PriceDatesFieldProps<Values extends FieldValues> {
  readonly name: Path<Values>;
  readonly label: string;
  readonly control: Control<Values>;
  readonly error: string | undefined;
}

/** From which days on a price is another one. The rows can be in any order. */
export function PriceDatesField<Values extends FieldValues>({
  name,
  label,
  control,
  error,
}: PriceDatesFieldProps<Values>) {
  const { field } = useController({ name, control });
  const [rows, setRows] = useState<readonly TypedDate[]>(() => {
    const given = field.value as readonly { readonly from: string; readonly price: number | string }[];
    return given.map(({ from, price }) => ({ from, price: String(price) }));
  });
  const box = useRef<HTMLFieldSetElement>(null);
  const ids = useId();
  const errorId = error === undefined ? undefined : `${ids}-error`;
  const set = (next: readonly TypedDate[]): void => {
    setRows(next);
    field.onChange(valueOf(next));
  };
  return (
    <chakra.fieldset
      ref={(element: HTMLFieldSetElement | null) => {
        box.current = element;
        field.ref({ focus: () => box.current?.querySelector<HTMLElement>("input, button")?.focus() });
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
      {rows.length === 0 && <Text mt="2">{strings.none}</Text>}
      <chakra.ol listStyleType="none" m="0" p="0">
        {rows.map((row, index) => (
          <DateRow
            // Rows have no identity beyond their place.
            key={index}
            row={row}
            number={index + 1}
            errorId={errorId}
            onChange={(changed) => set(rows.map((each, place) => (place === index ? changed : each)))}
            onRemove={() => set(rows.filter((_, place) => place !== index))}
          />
        ))}
      </chakra.ol>
      <GroupError id={`${ids}-error`} error={error} />
      <Button
        size="sm"
        variant="outline"
        mt="3"
        disabled={rows.length >= MAX_PRICE_DATES}
        onClick={() => set([...rows, { from: "", price: "" }])}
      >
        <CalendarPlus aria-hidden />
        {strings.add}
      </Button>
      <Box aria-live="polite" srOnly>
        {strings.count(rows.length)}
      </Box>
    </chakra.fieldset>
  );
}
