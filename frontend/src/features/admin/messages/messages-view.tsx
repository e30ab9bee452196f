import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { LANGUAGES } from "@sakhi/domain/generated/messages/languages";
import { canDo } from "@sakhi/domain/messages/message.rules";
import { MESSAGE_TEMPLATES, TEMPLATE_LANGUAGES } from "@sakhi/domain/messages/message.templates";
import { Ban, List, Pause, PencilLine, Play, Plus } from "lucide-react";
import { useState } from "react";
import { type HolderMessage, type ManagedEvent, useListMessagesQuery } from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { ActionButtons } from "../parts/action-dialog";
import { useAddress } from "../parts/address";
import { useChosenEvent, useEventSlug } from "../parts/chosen-event";
import { momentOf, type Tone } from "../parts/labels";
import { Chip, Loaded, Panel } from "../parts/panel";
import { useSession } from "../parts/session";
import { EventFiles } from "./event-files";
import {
  ChangeMessage,
  PauseMessage,
  Recipients,
  ResumeMessage,
  type Start,
  startOf,
  StopMessage,
  WriteMessage,
} from "./message-dialogs";
import { strings } from "./messages.strings";

const TONES: Readonly<Record<HolderMessage["state"], Tone>> = {
  draft: "plain",
  waiting: "waiting",
  sending: "waiting",
  paused: "waiting",
  done: "good",
  stopped: "plain",
  missed: "bad",
};
/** How often the list is read again while something is under way, in ms. */
const POLL_MS = 5_000;

/** ?view=messages: what is written to the holders of the event's stalls. */
export function MessagesView() {
  const slug = useEventSlug();
  const event = useChosenEvent();
  const { canEdit: isOperator } = useSession();
  const { get, put } = useAddress();
  const [moving, setMoving] = useState(false);
  const query = useListMessagesQuery(slug, { pollingInterval: moving ? POLL_MS : 0, skipPollingIfUnfocused: true });
  const isMoving = (query.currentData ?? []).some(
    ({ state, progress }) =>
      state === "sending" || (state === "waiting" && progress.waiting > 0) || progress.queued > 0,
  );
  const waitsNow = (query.currentData ?? []).some(({ state, timing }) => state === "waiting" && timing === "now");
  if (moving !== (isMoving || waitsNow)) setMoving(isMoving || waitsNow);
  const [start, setStart] = useState<Start>();
  const [language, setLanguage] = useState<(typeof TEMPLATE_LANGUAGES)[number]>("en");
  const booking = get("to");
  const first = start ?? (booking === "" ? undefined : { audience: "chosen", bookingIds: [booking] });
  const canEdit = isOperator && event !== undefined && event.status !== "cancelled";
  const close = () => {
    setStart(undefined);
    if (booking !== "") put({ to: "" }, { replace: true });
  };
  return (
    <Flex direction="column" gap="5">
      <Panel
        title={strings.title}
        aside={
          canEdit && (
            <Button size="sm" onClick={() => setStart({})}>
              <Plus aria-hidden />
              {strings.write}
            </Button>
          )
        }
      >
        <Text color="muted" mb="4">
          {strings.lead}
        </Text>
        {canEdit && (
          <Flex gap="3" wrap="wrap" align="center">
            <Text color="muted">{strings.start}</Text>
            {MESSAGE_TEMPLATES.map((name) => (
              <Button key={name} size="sm" variant="outline" onClick={() => setStart(startOf(name, language))}>
                <Plus aria-hidden />
                <span>{strings.templates[name]}</span>
              </Button>
            ))}
            <Choice
              label={strings.startLanguage}
              value={language}
              options={LANGUAGE_NAMES}
              onChange={(chosen) => setLanguage(TEMPLATE_LANGUAGES.find((code) => code === chosen) ?? "en")}
            />
          </Flex>
        )}
      </Panel>
      <Loaded query={{ ...query, data: query.currentData }} loading={strings.loading} failed={strings.failed}>
        {(all) => {
          const open = all.filter(({ endedAt }) => endedAt === undefined).toSorted(byTime);
          const ended = all.filter(({ endedAt }) => endedAt !== undefined);
          return (
            <Flex direction="column" gap="5">
              <Panel title={strings.open}>
                {open.length === 0 ? (
                  <Text>{strings.noneOpen}</Text>
                ) : (
                  <Messages {...{ event, canEdit }} messages={open} />
                )}
              </Panel>
              {ended.length > 0 && (
                <Panel title={strings.ended}>
                  <Messages {...{ event, canEdit }} messages={ended} />
                </Panel>
              )}
            </Flex>
          );
        }}
      </Loaded>
      <EventFiles key={slug} slug={slug} canEdit={canEdit} />
      {first !== undefined && event !== undefined && canEdit && (
        <WriteMessage event={event} start={first} onClose={close} />
      )}
    </Flex>
  );
}

/** The languages of the templates, by their own names. */
const LANGUAGE_NAMES = TEMPLATE_LANGUAGES.map(
  (code) => [code, LANGUAGES.find((each) => each.code === code)?.name ?? code] as const,
);

/** The next first; drafts, which have no time, last. */
const byTime = (a: HolderMessage, b: HolderMessage): number =>
  (a.dueAt ?? timeless(a)).localeCompare(b.dueAt ?? timeless(b));
const timeless = ({ state }: HolderMessage): string => (state === "draft" ? "9" : "0");

function Messages({
  event,
  canEdit,
  messages,
}: {
  readonly event: ManagedEvent | undefined;
  readonly canEdit: boolean;
  readonly messages: readonly HolderMessage[];
}) {
  return (
    <chakra.ul display="grid" gap="4" listStyleType="none">
      {messages.map((message) => (
        <chakra.li
          key={message.id}
          display="flex"
          flexWrap="wrap"
          justifyContent="space-between"
          gap="3"
          borderTopWidth="1px"
          pt="4"
          _first={{ borderTopWidth: 0, pt: 0 }}
        >
          <Box flex="1" minWidth="min(16rem, 100%)" overflowWrap="anywhere">
            <Flex gap="3" wrap="wrap" align="center" mb="1">
              <Text fontWeight="600">{message.subject}</Text>
              <Chip tone={TONES[message.state]}>{strings.states[message.state]}</Chip>
            </Flex>
            <Text color="muted" textStyle="small">
              {inWords(message, event)}
            </Text>
            <Progress {...message} />
            {message.automatic && message.state === "waiting" && (
              <Text color="muted" textStyle="small">
                {strings.reminder}
              </Text>
            )}
          </Box>
          {event !== undefined && (
            <Flex gap="2" wrap="wrap" align="start">
              <ActionButtons size="sm" subject={{ event, message }} actions={actionsOf(message, canEdit)} />
            </Flex>
          )}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

/** Whom it is for, and when. */
function inWords(message: HolderMessage, event: ManagedEvent | undefined): string {
  const { audience, stallTypes, bookingIds, timing, days = 0, dueAt, endedAt } = message;
  const whom =
    audience === "stall_types"
      ? stallTypes.map((key) => event?.types.find((type) => type.key === key)?.label ?? key).join(", ")
      : audience === "chosen"
        ? strings.chosen(bookingIds.length)
        : strings.audiences[audience];
  const rule = strings.rule[timing](days);
  const when = dueAt === undefined || timing === "now" ? rule : strings.due(momentOf(dueAt), rule);
  return [whom, when, ...(endedAt === undefined ? [] : [strings.endedAt(momentOf(endedAt))])].join(" · ");
}

/** How many have it, as words and as a bar, and what went wrong. */
function Progress({ progress, startedAt }: HolderMessage) {
  if (startedAt === undefined) return null;
  const { waiting, queued, sent, failed, skipped, refused } = progress;
  const all = waiting + queued + sent + failed + skipped + refused;
  const { counts } = strings;
  const others = [
    ...(queued > 0 ? [counts.queued(queued)] : []),
    ...(failed > 0 ? [counts.failed(failed)] : []),
    ...(skipped > 0 ? [counts.skipped(skipped)] : []),
    ...(refused > 0 ? [counts.refused(refused)] : []),
  ];
  return (
    <>
      <Text>{[strings.progress(sent, all), ...others].join(" · ")}</Text>
      {all > 0 && (
        <Box
          role="img"
          aria-label={strings.progressLabel(sent, all)}
          height="6px"
          maxWidth="16rem"
          borderRadius="full"
          bg="sunk"
          overflow="hidden"
          my="1"
        >
          <Box height="full" bg="leaf.solid" width={`${(100 * sent) / all}%`} />
        </Box>
      )}
    </>
  );
}

function actionsOf({ state, startedAt, subject }: HolderMessage, canEdit: boolean) {
  const started = startedAt !== undefined;
  const can = (action: Parameters<typeof canDo>[0]) => canEdit && canDo(action, state, started);
  const { actions, steps } = strings;
  const all = [
    {
      shown: can("change"),
      ...{
        label: actions.change,
        accessibleName: actions.changeLabel(subject),
        Icon: PencilLine,
        Dialog: ChangeMessage,
      },
    },
    {
      shown: can("pause"),
      ...{ label: steps.pause.button, accessibleName: steps.pause.label(subject), Icon: Pause, Dialog: PauseMessage },
    },
    {
      shown: can("resume"),
      ...{ label: steps.resume.button, accessibleName: steps.resume.label(subject), Icon: Play, Dialog: ResumeMessage },
    },
    {
      shown: started,
      ...{
        label: actions.recipients,
        accessibleName: actions.recipientsLabel(subject),
        Icon: List,
        Dialog: Recipients,
      },
    },
    {
      shown: can("stop"),
      ...{ label: steps.stop.button, accessibleName: steps.stop.label(subject), Icon: Ban, Dialog: StopMessage },
    },
  ];
  return all.filter(({ shown }) => shown);
}
