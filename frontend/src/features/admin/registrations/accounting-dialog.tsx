import { Box, chakra, Flex, Input, Text } from "@chakra-ui/react";
import { type Period, periodChoices } from "@sakhi/domain/admin/periods";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import { useId, useState } from "react";
import { useListEventsQuery } from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { useEventSlug } from "../parts/chosen-event";
import { TableButtons } from "../parts/download";
import { isoDayOf } from "../parts/labels";
import { RecordDialog } from "../parts/panel";
import { accountingStrings as texts } from "./registrations.strings";

const FILES = ["accounts", "abandoned", "registrations"] as const;
const OWN = "own";

/** A day of a period that is typed. */
function Day({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  const id = useId();
  return (
    <Box minWidth="0">
      <chakra.label htmlFor={id} textStyle="label" color="muted">
        {label}
      </chakra.label>
      <Input
        id={id}
        type="date"
        max="9999-12-31"
        minHeight="tap"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Box>
  );
}

/** Files for accounting: of which event, which days, and in which form. */
export function AccountingDialog({ initial, onClose }: { readonly initial: Period; readonly onClose: () => void }) {
  const [event, setEvent] = useState(useEventSlug());
  const { data: events = [] } = useListEventsQuery();
  const [today] = useState(() => isoDayOf(Date.now()));
  const { months, quarters, years } = periodChoices(today);
  const all = [...months, ...quarters, ...years];
  const hasOwn = initial.from !== undefined || initial.to !== undefined;
  const [period, setPeriod] = useState(hasOwn ? OWN : "");
  const [from, setFrom] = useState(initial.from ?? "");
  const [to, setTo] = useState(initial.to ?? "");
  const chosen: Period =
    period === OWN
      ? { ...(from === "" ? {} : { from }), ...(to === "" ? {} : { to }) }
      : (all.find(({ value }) => value === period) ?? {});
  const isReversed = period === OWN && from !== "" && to !== "" && from > to;
  const query = new URLSearchParams({ event });
  if (chosen.from !== undefined) query.set("from", chosen.from);
  if (chosen.to !== undefined) query.set("to", chosen.to);
  return (
    <RecordDialog title={texts.title} actions={null} onClose={onClose}>
      <Text color="muted" mb="4">
        {texts.lead}
      </Text>
      <Box
        display="grid"
        gap="4"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" }}
        alignItems="end"
        mb="2"
      >
        <Choice
          label={texts.event}
          value={event}
          options={[...events.map(({ slug, title }) => [slug, title] as const), [ALL_EVENTS, texts.allEvents] as const]}
          onChange={setEvent}
        />
        <Choice
          label={texts.period}
          value={period}
          options={[["", texts.allDays], ...all.map(({ value, title }) => [value, title] as const), [OWN, texts.own]]}
          onChange={setPeriod}
        />
        {period === OWN && (
          <>
            <Day label={texts.from} value={from} onChange={setFrom} />
            <Day label={texts.to} value={to} onChange={setTo} />
          </>
        )}
      </Box>
      <Text role="status" textStyle="small" mb="2" color={isReversed ? "alarm.text" : "muted"}>
        {isReversed ? texts.reversed : event === ALL_EVENTS ? texts.ofAll : texts.ofOne}
      </Text>
      <chakra.ul>
        {FILES.map((file) => (
          <chakra.li
            key={file}
            display="flex"
            flexWrap="wrap"
            justifyContent="space-between"
            alignItems="center"
            gap="3"
            py="3"
            borderTop="1px solid {colors.line}"
          >
            <Box flex="1 1 16rem" minWidth="0">
              <chakra.strong display="block">{texts.files[file][0]}</chakra.strong>
              <Text textStyle="small" color="muted">
                {texts.files[file][1]}
              </Text>
            </Box>
            <Flex gap="2">
              {!isReversed && (
                <TableButtons
                  text={texts.csv}
                  of={texts.files[file][0]}
                  pending={texts.pending}
                  file={(format) => ({
                    address: `/api/v1/mela/admin/${file}.${format}?${query.toString()}`,
                    name: `mela-${file}.${format}`,
                  })}
                  done={texts.done}
                  failed={texts.failed}
                />
              )}
            </Flex>
          </chakra.li>
        ))}
      </chakra.ul>
    </RecordDialog>
  );
}
