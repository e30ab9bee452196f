import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { GateFormDto, SetupTimeFormDto } from "@sakhi/domain/events/arrival.dto";
import { type Arrival, MAX_SETUP_TIMES, setupInShort, type SetupTime } from "@sakhi/domain/events/arrival.rules";
import { readTypedDays } from "@sakhi/domain/operator/typed-days";
import { PencilLine, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { type ManagedFacts, useChangeArrivalMutation } from "../../../api/admin-api";
import {
  ActionButtons,
  ActionDialog,
  type ActionField,
  ReasonDialog,
  reasonField,
  type SubjectProps,
} from "../parts/action-dialog";
import { Panel } from "../parts/panel";
import { strings } from "./arrival.strings";

/** An event's arrival, and its days for the words. */
interface OfArrival {
  readonly slug: string;
  readonly arrival: Arrival;
  readonly event: Pick<ManagedFacts["event"], "days">;
}
/** One of its times, by its place in the list. */
interface OfTime extends OfArrival {
  readonly at: number;
}

const { fields: names } = strings;
const TIME_FIELDS: readonly ActionField<SetupTimeFormDto>[] = [
  { name: "daysBefore", label: names.daysBefore, number: true, options: Object.entries(strings.days).toReversed() },
  { name: "from", label: names.from, input: { type: "time" } },
  { name: "to", label: names.to, input: { type: "time" } },
  { name: "stalls", label: names.stalls, help: names.stallsHelp },
  reasonField(),
];

const timeOf = ({ daysBefore, from, to, stalls }: SetupTime): SetupTime => ({ daysBefore, from, to, stalls });

/** Saves the arrival as it is read here, with a part of it changed. */
function useSave({ slug, arrival }: OfArrival) {
  const [change] = useChangeArrivalMutation();
  return (reason: string, part: Partial<Pick<Arrival, "gate" | "setup">>) => {
    const { version, gate, setup } = { ...arrival, ...part };
    return change({ slug, arrivalDto: { version, gate, setup: setup.map(timeOf), reason } }).unwrap();
  };
}

function ChangeGate({ subject, onClose }: SubjectProps<OfArrival>) {
  const save = useSave(subject);
  return (
    <ActionDialog
      title={strings.changeGate.dialog}
      dto={GateFormDto}
      initial={{ gate: subject.arrival.gate, reason: "" }}
      fields={() => [{ name: "gate", label: names.gate, help: names.gateHelp }, reasonField()]}
      consequence={() => strings.consequence}
      texts={strings.changeGate}
      run={async ({ gate, reason }) => {
        await save(reason, { gate });
        return strings.changeGate.done;
      }}
      onClose={onClose}
    />
  );
}

function AddTime({ subject, onClose }: SubjectProps<OfArrival>) {
  const save = useSave(subject);
  return (
    <ActionDialog<SetupTimeFormDto>
      title={strings.add.dialog}
      dto={SetupTimeFormDto}
      initial={{ daysBefore: 1, from: "14:00", to: "16:00", stalls: "", reason: "" }}
      fields={() => TIME_FIELDS}
      consequence={() => strings.consequence}
      texts={strings.add}
      run={async ({ reason, ...time }) => {
        await save(reason, { setup: [...subject.arrival.setup, timeOf(time)] });
        return strings.add.done;
      }}
      onClose={onClose}
    />
  );
}

function ChangeTime({ subject, onClose }: SubjectProps<OfTime>) {
  const save = useSave(subject);
  const { arrival, at } = subject;
  const time = arrival.setup[at];
  if (time === undefined) return null;
  return (
    <ActionDialog<SetupTimeFormDto>
      title={strings.change.dialog}
      dto={SetupTimeFormDto}
      initial={{ ...timeOf(time), reason: "" }}
      fields={() => TIME_FIELDS}
      consequence={() => strings.consequence}
      texts={strings.change}
      run={async ({ reason, ...changed }) => {
        await save(reason, { setup: arrival.setup.with(at, timeOf(changed)) });
        return strings.change.done;
      }}
      onClose={onClose}
    />
  );
}

function RemoveTime({ subject, onClose }: SubjectProps<OfTime>) {
  const save = useSave(subject);
  const { arrival, at } = subject;
  return (
    <ReasonDialog
      danger
      title={strings.remove.dialog(wordsOf(subject))}
      consequence={strings.consequence}
      texts={strings.remove}
      run={async (reason) => {
        await save(reason, { setup: arrival.setup.toSpliced(at, 1) });
        return strings.remove.done;
      }}
      onClose={onClose}
    />
  );
}

/** "2 December, 14:00–16:00: A1–A20". */
function wordsOf({ arrival, event, at }: OfTime): string {
  const time = arrival.setup[at];
  if (time === undefined) return "";
  const { days } = readTypedDays(event.days);
  return strings.inWords(setupInShort(time, { days }), time.stalls === "" ? strings.others : time.stalls);
}

/** Where holders come in and when they set up, which operators change. */
export function ArrivalPanel({
  slug,
  facts: { arrival, event },
  canEdit,
}: {
  readonly slug: string;
  readonly facts: Pick<ManagedFacts, "arrival" | "event">;
  readonly canEdit: boolean;
}) {
  const subject = { slug, arrival, event };
  const [opened, setOpened] = useState<"gate" | "add">();
  const isFull = arrival.setup.length >= MAX_SETUP_TIMES;
  return (
    <Panel
      title={strings.title}
      aside={
        canEdit && (
          <Flex gap="2" wrap="wrap">
            <Button size="sm" variant="outline" onClick={() => setOpened("gate")}>
              <PencilLine aria-hidden />
              {strings.changeGate.button}
            </Button>
            {!isFull && (
              <Button size="sm" variant="outline" onClick={() => setOpened("add")}>
                <Plus aria-hidden />
                {strings.add.button}
              </Button>
            )}
          </Flex>
        )
      }
    >
      <Text color="muted" mb="4">
        {strings.lead}
      </Text>
      <chakra.dl display="grid" gap="4">
        <div>
          <chakra.dt textStyle="label">{strings.gate}</chakra.dt>
          <chakra.dd overflowWrap="anywhere">{arrival.gate === "" ? strings.noGate : arrival.gate}</chakra.dd>
        </div>
        <div>
          <chakra.dt textStyle="label">{strings.times}</chakra.dt>
          <chakra.dd>
            {arrival.setup.length === 0 ? (
              strings.noTimes
            ) : (
              <Flex as="ol" direction="column" gap="3" listStyleType="none" mt="1">
                {arrival.setup.map((time, at) => (
                  <Flex
                    as="li"
                    key={`${time.daysBefore} ${time.from} ${time.stalls}`}
                    gap="3"
                    wrap="wrap"
                    align="center"
                    justify="space-between"
                  >
                    <Box flex="1" minWidth="12rem" overflowWrap="anywhere">
                      {wordsOf({ ...subject, at })}
                    </Box>
                    {canEdit && (
                      <Flex gap="3">
                        <ActionButtons
                          size="sm"
                          subject={{ ...subject, at }}
                          actions={actionsOf(wordsOf({ ...subject, at }))}
                        />
                      </Flex>
                    )}
                  </Flex>
                ))}
              </Flex>
            )}
          </chakra.dd>
        </div>
      </chakra.dl>
      {opened === "gate" && <ChangeGate subject={subject} onClose={() => setOpened(undefined)} />}
      {opened === "add" && <AddTime subject={subject} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
}

/** Actions that an operator has on a time. */
function actionsOf(words: string) {
  const { change, remove } = strings;
  return [
    { label: change.button, accessibleName: change.label(words), Icon: PencilLine, Dialog: ChangeTime },
    { label: remove.button, accessibleName: remove.label(words), Icon: Trash2, Dialog: RemoveTime },
  ];
}
