import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { setupMoment } from "@sakhi/domain/events/arrival.rules";
import { indianClock } from "@sakhi/domain/events/indian-time";
import { type GateAnswer, mayLetIn } from "@sakhi/domain/gate/ticket.rules";
import {
  Ban,
  CalendarX2,
  Check,
  CircleHelp,
  FileWarning,
  MoveRight,
  Repeat2,
  TicketX,
  type LucideIcon,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { strings } from "./gate.strings";
import type { GateRow } from "./use-gate";

/** What stands on the card. */
export interface Shown {
  readonly answer: GateAnswer;
  readonly row: GateRow | undefined;
  /** Found by hand: she comes in by a press, not by the scan. */
  readonly byHand: boolean;
  /** The tick that this answer made, or that is in the list. */
  readonly tickId: string | undefined;
  readonly undone?: boolean;
  /** The server has not confirmed it yet. */
  readonly unconfirmed?: boolean;
}

const ICONS: Readonly<Record<GateAnswer, LucideIcon>> = {
  right: Check,
  already: Repeat2,
  papers: FileWarning,
  moved: MoveRight,
  cancelled: Ban,
  other_day: CalendarX2,
  other_event: TicketX,
  unknown: CircleHelp,
};

/** Colours: come in, look, stop. */
function tone(answer: GateAnswer, waits: boolean) {
  if (waits) return { bg: "indigo.soft", color: "indigo.text" } as const;
  if (answer === "right") return { bg: "leaf.solid", color: "white" } as const;
  if (mayLetIn(answer)) return { bg: "marigold.solid", color: "marigold.on" } as const;
  // The same red in both colour schemes: it is seen from the side, in the sun.
  return { bg: "#A32115", color: "white" } as const;
}

/** The sentence below the word. */
function textOf({ answer, row, byHand, tickId, undone, unconfirmed }: Shown, days: string): string {
  const { texts } = strings;
  if (undone === true) return texts.undone;
  const letIn = unconfirmed === true ? `${texts.right} ${texts.unconfirmed}` : texts.right;
  switch (answer) {
    case "right":
      return tickId === undefined && byHand ? texts.found : letIn;
    case "already":
      return row?.arrived === undefined ? "" : texts.already(indianClock(new Date(row.arrived.at)), row.arrived.by);
    case "papers":
      return tickId === undefined ? texts.papers(row?.missing.join(", ") ?? "") : letIn;
    case "moved":
      return tickId === undefined ? texts.moved(row?.stallId ?? "") : letIn;
    case "other_day":
      return texts.other_day(days);
    case "cancelled":
    case "other_event":
    case "unknown":
      return texts[answer];
  }
}

/** The answer to a ticket or a person: a colour, a word, a sentence, and what can be done. */
export function AnswerCard({
  shown,
  days,
  onLetIn,
  onUndo,
  onNext,
}: {
  readonly shown: Shown;
  readonly days: string;
  readonly onLetIn: (row: GateRow) => void;
  readonly onUndo: (tickId: string) => void;
  readonly onNext: () => void;
}) {
  const { answer, row, byHand, tickId, undone = false } = shown;
  const Icon = ICONS[answer];
  const isIn = tickId !== undefined && !undone;
  const asks =
    tickId === undefined && !undone && row !== undefined && (mayLetIn(answer) || (answer === "right" && byHand));
  const waits = undone || (answer === "right" && !isIn);
  const { bg, color } = tone(isIn && mayLetIn(answer) ? "right" : answer, waits);
  const [scannedAt] = useState(() => Date.now());
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    card.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  const word =
    undone || (answer === "right" && waits) ? undefined : strings.answers[isIn && mayLetIn(answer) ? "right" : answer];
  return (
    <chakra.section
      ref={card}
      aria-label={strings.answers[answer]}
      bg={bg}
      color={color}
      borderRadius="18px"
      p="5"
      mb="4"
      data-answer={answer}
    >
      <div role="alert">
        {word !== undefined && (
          <Flex align="center" gap="3">
            <Icon size={44} aria-hidden style={{ flexShrink: 0 }} />
            <chakra.strong fontFamily="heading" fontSize="2rem" lineHeight="1.1" overflowWrap="anywhere">
              {word}
            </chakra.strong>
          </Flex>
        )}
        {row !== undefined && (
          <Box mt={word === undefined ? "0" : "3"} overflowWrap="anywhere">
            <Text fontFamily="heading" fontWeight="800" fontSize="2.75rem" lineHeight="1">
              {row.stallId}
            </Text>
            <Text fontWeight="700" fontSize="1.125rem" mt="1">
              {row.brand === "" ? row.name : row.brand}
            </Text>
            {row.brand !== "" && <Text>{row.name}</Text>}
            {row.setup !== undefined && (
              <Text mt="1" fontWeight="600">
                {strings.setup[setupMoment(row.setup, scannedAt)](row.setup.words)}
              </Text>
            )}
          </Box>
        )}
        <Text mt="2" overflowWrap="anywhere">
          {textOf(shown, days)}
        </Text>
      </div>
      <Flex gap="3" mt="4" wrap="wrap">
        {asks && (
          <Button size="lg" flex="1 1 9rem" onClick={() => onLetIn(row)}>
            {mayLetIn(answer) ? strings.letInAnyway : strings.letIn}
          </Button>
        )}
        {tickId !== undefined && !undone && (
          <Button variant="subtle" flex="1 1 7rem" onClick={() => onUndo(tickId)}>
            {strings.undo}
          </Button>
        )}
        <Button variant="subtle" flex="1 1 7rem" onClick={onNext}>
          {strings.next}
        </Button>
      </Flex>
    </chakra.section>
  );
}
