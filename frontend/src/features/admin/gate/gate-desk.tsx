import { Badge, Box, Button, chakra, Field, Flex, Input, Text } from "@chakra-ui/react";
import { indianClock } from "@sakhi/domain/events/indian-time";
import { findEntries } from "@sakhi/domain/gate/gate.search";
import { answerFor, answerTo, letsIn } from "@sakhi/domain/gate/ticket.rules";
import { formatDay, parseDay } from "@sakhi/domain/invoices/indian-dates";
import { HandCoins, LogOut, ScanLine, Wifi, WifiOff } from "lucide-react";
import { Suspense, useState } from "react";
import { cacheSession, useAdminDispatch, useLogoutAdministratorMutation } from "../../../api/admin-api";
import { Modal } from "../../../ui/dialog";
import { lazyPart } from "../../../ui/lazy-part";
import { Announcement, PageHeading } from "../../../ui/page";
import { FailureState } from "../../../ui/states";
import { SteadyButton } from "../../../ui/steady-button";
import { useToasts } from "../../../ui/toast";
import { AnswerCard, type Shown } from "./answer-card";
import { storedTicks } from "./gate-storage";
import { strings } from "./gate.strings";
import { rowButton } from "./row-button";
import { Scanner } from "./scanner";
import { useSignals } from "./signals";
import { type GateNotice, type GateRow, useGate } from "./use-gate";
import { useSelling } from "./use-selling";
import { strings as walkInStrings } from "./walk-ins.strings";

/** Loaded when something is sold: its form is twice as large as the rest of the page. */
const WalkIns = lazyPart(async () => (await import("./walk-ins")).WalkIns);

/** How long the answer waits for the server while there is a network, in ms: another gate may have been first. */
const CONFIRM_MS = 1_500;
/** Rows shown of a search. */
const MOST_FOUND = 8;

const dayList = (days: readonly string[]): string => days.map((day) => formatDay(parseDay(day))).join(", ");

/** SHA-256 of a text in hex, as the list has it. */
async function digestOf(text: string): Promise<string> {
  // Undefined where the page is not encrypted; there is no camera there either.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  const bytes = await subtle?.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes ?? new ArrayBuffer(0)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function noticeText(notice: GateNotice): string {
  const { stallId } = notice;
  switch (notice.kind) {
    case "twice": {
      const { first, other } = notice.twice;
      return strings.noticeTwice(stallId, first, indianClock(new Date(other.at)), other.by);
    }
    case "moved":
      return strings.noticeMoved(stallId, notice.movedTo);
    case "refused": {
      const texts = strings.noticeRefused;
      return (notice.outcome === "cancelled" || notice.outcome === "other_day" ? texts[notice.outcome] : texts.unknown)(
        stallId,
      );
    }
  }
}

/** Where the list stands: network, how many are in, what waits. */
function StateLine({ gate }: { readonly gate: ReturnType<typeof useGate> }) {
  const { list, rows, state, waiting, readAt } = gate;
  const texts = strings.state;
  const offline = state === "offline";
  const Icon = offline ? WifiOff : Wifi;
  const arrived = rows.filter((row) => row.arrived !== undefined).length;
  const network = offline ? texts.offline(indianClock(new Date(readAt ?? 0), "minute")) : texts.online;
  return (
    <Box mb="4">
      <Flex gap="2" wrap="wrap" align="center">
        <Badge variant={offline ? "surface" : "subtle"}>
          <Icon size={16} aria-hidden />
          <span>{network}</span>
        </Badge>
        <Badge>{texts.in(arrived, rows.length)}</Badge>
        {waiting > 0 && <Badge variant="surface">{texts.waits(waiting)}</Badge>}
      </Flex>
      {list !== undefined && list.day === undefined && (
        <Text mt="2" fontWeight="600">{`${texts.otherDay}. ${strings.texts.other_day(dayList(list.days))}`}</Text>
      )}
      <Announcement>{network}</Announcement>
    </Box>
  );
}

function Row({ row, onChoose }: { readonly row: GateRow; readonly onChoose: (row: GateRow) => void }) {
  const { stallId, brand, name, arrived, missing, waits } = row;
  const { chips } = strings;
  return (
    <li>
      <chakra.button {...rowButton} onClick={() => onChoose(row)}>
        <chakra.strong minWidth="3rem" fontSize="1.25rem">
          {stallId}
        </chakra.strong>
        <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
          <span>{brand === "" ? name : brand}</span>
          {brand !== "" && (
            <chakra.span display="block" textStyle="small" color="muted">
              {name}
            </chakra.span>
          )}
        </chakra.span>
        <Flex direction="column" gap="1" align="flex-end" flexShrink={0}>
          <Badge variant={arrived === undefined ? "subtle" : "outline"}>
            {arrived === undefined ? chips.out : chips.in}
          </Badge>
          {waits && <Badge>{chips.waits}</Badge>}
          {missing.length > 0 && <Badge variant="surface">{chips.papers}</Badge>}
        </Flex>
      </chakra.button>
    </li>
  );
}

function Notices({ gate }: { readonly gate: ReturnType<typeof useGate> }) {
  if (gate.notices.length === 0) return null;
  return (
    <chakra.section aria-labelledby="gate-notices" bg="marigold.soft" borderRadius="card" p="4" mb="4">
      <chakra.h2 id="gate-notices" textStyle="h3" mb="2">
        {strings.notices}
      </chakra.h2>
      <chakra.ul display="grid" gap="3" aria-live="polite">
        {gate.notices.map((notice) => (
          <chakra.li key={notice.key} display="flex" gap="3" alignItems="flex-start">
            <chakra.span flex="1" overflowWrap="anywhere">
              {noticeText(notice)}
            </chakra.span>
            <Button size="sm" variant="outline" onClick={() => gate.dismiss(notice.key)}>
              {strings.seen}
            </Button>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}

/** Logs out, and takes every name off this phone; asks first if arrivals were lost. */
function Logout({
  waiting,
  leave,
  onLeave,
}: Pick<ReturnType<typeof useGate>, "waiting" | "leave"> & { readonly onLeave: () => void }) {
  const dispatch = useAdminDispatch();
  const { showToast } = useToasts();
  const [logOut, { isLoading }] = useLogoutAdministratorMutation();
  const [asking, setAsking] = useState(false);
  const end = async () => {
    setAsking(false);
    const stay = leave();
    try {
      const session = await logOut().unwrap();
      onLeave();
      cacheSession(dispatch, session);
    } catch {
      stay();
      showToast({ kind: "error", title: strings.logout, description: strings.logoutFailed });
    }
  };
  return (
    <>
      <SteadyButton
        variant="outline"
        size="sm"
        inactive={isLoading}
        onClick={() => (waiting > 0 ? setAsking(true) : void end())}
      >
        <LogOut aria-hidden />
        <span>{isLoading ? strings.loggingOut : strings.logout}</span>
      </SteadyButton>
      <Modal
        open={asking}
        role="alertdialog"
        title={strings.leave.title}
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button variant="subtle" onClick={() => void end()}>
              {strings.leave.confirm}
            </Button>
            <Button onClick={() => setAsking(false)}>{strings.leave.stay}</Button>
          </>
        }
      >
        <Text>{strings.leave.text(waiting)}</Text>
      </Modal>
    </>
  );
}

/** The gate of one event, for one person who is logged in. */
export function GateDesk({
  slug,
  username,
  maySell,
  onLeave,
}: {
  readonly slug: string;
  readonly username: string;
  /** Whether her role sells stalls here. */
  readonly maySell: boolean;
  readonly onLeave: () => void;
}) {
  const gate = useGate(slug, username);
  const { list, rows } = gate;
  const sounds = useSignals();
  const selling = useSelling();
  const isSelling = maySell && selling.open !== undefined;
  const [shown, setShown] = useState<Shown>();
  const [scanning, setScanning] = useState(false);
  const [text, setText] = useState("");
  // Arrivals that another account left on this phone.
  const [others] = useState(() => storedTicks().filter((tick) => !tick.sent && tick.username !== username));
  const byId = new Map(rows.map((row) => [row.bookingId, row]));

  /** Ticks, and says what the server made of it if it answers soon. */
  const letIn = async (row: GateRow, answer: Shown["answer"], byHand: boolean) => {
    const { id: tickId } = gate.tick(row);
    const answered = { answer, row, byHand, tickId };
    if (gate.state !== "online") {
      sounds.say("right");
      setShown({ ...answered, unconfirmed: true });
      return;
    }
    const confirmed = await Promise.race([
      gate.sync(true),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), CONFIRM_MS)),
    ]);
    sounds.say("right");
    setShown({ ...answered, unconfirmed: !confirmed });
  };
  const answer = async (code: string) => {
    if (list === undefined) return;
    const found = answerTo({ ...list, day: list.day, entries: rows }, code, await digestOf(code.trim()));
    const row = found.entry;
    if (row !== undefined && letsIn(found.answer)) {
      await letIn(row, found.answer, false);
      return;
    }
    sounds.say(found.answer);
    setShown({
      answer: found.answer,
      row,
      byHand: false,
      tickId: found.answer === "already" ? row?.arrived?.tickId : undefined,
    });
  };
  const choose = (row: GateRow) => {
    sounds.allow();
    const found = answerFor(row, list?.day);
    setShown({ answer: found.answer, row, byHand: true, tickId: row.arrived?.tickId });
  };
  const undo = (tickId: string) => {
    gate.undo(tickId);
    setShown((now) => (now === undefined ? now : { ...now, undone: true }));
  };

  // Somebody else was first, as the server says meanwhile.
  const latest = shown?.row === undefined ? undefined : byId.get(shown.row.bookingId);
  const beaten =
    shown !== undefined &&
    shown.undone !== true &&
    shown.answer !== "already" &&
    shown.tickId !== undefined &&
    latest?.arrived !== undefined &&
    latest.arrived.tickId !== shown.tickId &&
    latest.arrived.again.some(({ tickId }) => tickId === shown.tickId);
  const card = beaten ? { ...shown, answer: "already" as const, row: latest, tickId: shown.tickId } : shown;

  const found = findEntries(rows, text);
  const left = rows.filter(({ arrived }) => arrived === undefined);
  return (
    <>
      <Flex justify="space-between" align="flex-start" gap="3" mb="3">
        <div>
          <PageHeading>{strings.title}</PageHeading>
          {list !== undefined && <Text color="muted">{strings.lead(list.title, list.dates, list.gate)}</Text>}
        </div>
        <Logout waiting={gate.waiting} leave={gate.leave} onLeave={onLeave} />
      </Flex>
      {others.length > 0 && (
        <Text bg="marigold.soft" borderRadius="card" p="4" mb="4">
          {strings.otherAccount(others[0]?.username ?? "", others.length)}
        </Text>
      )}
      {list === undefined ? (
        gate.state === "failed" ? (
          <FailureState message={gate.problem ?? strings.failed} onRetry={() => void gate.sync()} />
        ) : (
          <Text role="status">{strings.loading}</Text>
        )
      ) : (
        <>
          <StateLine gate={gate} />
          {isSelling && (
            <Suspense fallback={null}>
              <WalkIns slug={slug} selling={selling} />
            </Suspense>
          )}
        </>
      )}
      {list !== undefined && !isSelling && (
        <>
          {card !== undefined && (
            <AnswerCard
              shown={card}
              days={dayList(list.days)}
              onLetIn={(row) => void letIn(row, card.answer, card.byHand)}
              onUndo={undo}
              onNext={() => {
                setShown(undefined);
                setText("");
              }}
            />
          )}
          {scanning ? (
            <Scanner onCode={(code) => void answer(code)} onClose={() => setScanning(false)} />
          ) : (
            <Button
              size="lg"
              width="full"
              mb="4"
              onClick={() => {
                sounds.allow();
                setScanning(true);
              }}
            >
              <ScanLine aria-hidden />
              {strings.scan}
            </Button>
          )}
          {maySell && !scanning && (
            <Button variant="outline" width="full" mb="4" onClick={selling.start}>
              <HandCoins aria-hidden />
              {walkInStrings.open}
            </Button>
          )}
          <Notices gate={gate} />
          <Field.Root mb="2">
            <Field.Label>{strings.find}</Field.Label>
            <Input
              value={text}
              onChange={({ target }) => setText(target.value)}
              placeholder={strings.findPlaceholder}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="search"
            />
          </Field.Root>
          {text.trim() !== "" && (
            <chakra.section aria-label={strings.found} mb="4">
              {found.length === 0 && <Text role="status">{strings.nobody}</Text>}
              <ul>
                {found.slice(0, MOST_FOUND).map((row) => (
                  <Row key={row.bookingId} row={row} onChoose={choose} />
                ))}
              </ul>
              {found.length > MOST_FOUND && <Text>{strings.more(found.length - MOST_FOUND)}</Text>}
            </chakra.section>
          )}
          <chakra.details mt="4">
            <chakra.summary minHeight="tap" display="flex" alignItems="center" cursor="pointer" fontWeight="600">
              {strings.list(left.length)}
            </chakra.summary>
            <ul>
              {left.map((row) => (
                <Row key={row.bookingId} row={row} onChoose={choose} />
              ))}
            </ul>
          </chakra.details>
        </>
      )}
    </>
  );
}
