import { Button, chakra, Text } from "@chakra-ui/react";
import { Modal } from "../../ui/dialog";
import { Support } from "../../ui/support";
import { strings } from "./mela.strings";
import type { ChosenStall, StallQuery } from "./stall-labels";

interface BlockedProps {
  /** The server's message, with the contact address. */
  readonly message: string | undefined;
  readonly onClose: () => void;
}

/** Explains that the network is blocked, and links to support. */
function NetworkBlocked({ message, onClose }: BlockedProps) {
  return (
    <Modal
      open={message !== undefined}
      title={strings.blocked.title}
      toRead
      onClose={onClose}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            {strings.blocked.close}
          </Button>
          <Support solid />
        </>
      }
    >
      <Text overflowWrap="anywhere">{message}</Text>
    </Modal>
  );
}

/** A stall that the visitor could not have: lost to somebody else, or paused for her; and the most similar free ones. */
export interface LostRace {
  readonly stallId: string;
  readonly event: ChosenStall["event"];
  readonly similar: readonly StallQuery[];
  /** Why she must leave it to others for some minutes. */
  readonly paused?: string;
}

interface SimilarProps {
  readonly lost: LostRace | undefined;
  readonly onChoose: (stall: ChosenStall) => void;
  readonly onClose: () => void;
}

function titleOf(lost: LostRace | undefined): string {
  if (lost === undefined) return "";
  return lost.paused === undefined ? strings.similar.title(lost.stallId) : strings.similar.paused(lost.stallId);
}

/** Offers similar free stalls after a lost race, or for a paused stall. */
function SimilarStalls({ lost, onChoose, onClose }: SimilarProps) {
  return (
    <Modal
      open={lost !== undefined}
      title={titleOf(lost)}
      onClose={onClose}
      footer={
        <Button variant="subtle" onClick={onClose}>
          {strings.similar.close}
        </Button>
      }
    >
      {lost?.paused !== undefined && <Text mb={lost.similar.length > 0 ? "3" : "0"}>{lost.paused}</Text>}
      {(lost?.paused === undefined || lost.similar.length > 0) && (
        <Text>{lost?.paused === undefined ? strings.similar.text : strings.similar.free}</Text>
      )}
      <chakra.ul mt="4" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2">
        {lost?.similar.map((stall) => (
          <li key={stall.stallId}>
            <Button
              variant="outline"
              width="full"
              justifyContent="flex-start"
              onClick={() => onChoose({ ...stall, event: lost.event })}
            >
              {strings.similar.choose(stall)}
            </Button>
          </li>
        ))}
      </chakra.ul>
    </Modal>
  );
}

/** Why a stall could not be reserved, and what else is free. */
export function ReserveOutcomes({
  blocked,
  similar,
}: {
  readonly blocked: BlockedProps;
  readonly similar: SimilarProps;
}) {
  return (
    <>
      <NetworkBlocked {...blocked} />
      <SimilarStalls {...similar} />
    </>
  );
}
