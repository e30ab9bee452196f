import { Box, Button, Flex } from "@chakra-ui/react";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { ClipboardList } from "lucide-react";
import type { PlanStall } from "../../../api/admin-api";
import { Modal } from "../../../ui/dialog";
import { rupees } from "../../../ui/money";
import { Section } from "../booking/sections";
import { useSession } from "../frame/session";
import type { Fact } from "../parts/panel";
import { Facts, Nothing } from "../parts/panel";
import { momentOf } from "../parts/when";
import { StallActions } from "./stall-actions";
import { strings } from "./plan.strings";
import { StallHistoryList } from "./stall-history";

function factsOf(stall: PlanStall): Fact[] {
  const { facts } = strings.stall;
  const { type, price, state, holderName, businessName, since, deadline, blockReason } = stall;
  const all: readonly (Fact | undefined)[] = [
    [facts.state, <strong key="state">{strings.states[state]}</strong>],
    [facts.type, stallTypeLabel(type)],
    [facts.price, rupees(price)],
    holderName === undefined ? undefined : [facts.holder, holderName],
    businessName === undefined ? undefined : [facts.business, businessName],
    since === undefined ? undefined : [facts.since, momentOf(since)],
    deadline === undefined ? undefined : [facts.deadline, momentOf(deadline)],
    blockReason === undefined ? undefined : [facts.reason, blockReason],
  ];
  return all.filter((fact) => fact !== undefined);
}

interface StallDialogProps {
  readonly stallId: string;
  /** The stall as the plan shows it; absent where the address names none that exists. */
  readonly stall: PlanStall | undefined;
  readonly onBooking: (bookingId: string) => void;
  readonly onClose: () => void;
}

/** One stall: how it stands, what can be done with it, and why it came to stand so. */
export function StallDialog({ stallId, stall, onBooking, onClose }: StallDialogProps) {
  const { mayChange } = useSession();
  const words = strings.stall;
  const bookingId = stall?.bookingId;
  return (
    <Modal
      open
      wide
      toRead
      title={words.title(stallId)}
      onClose={onClose}
      footer={
        <Flex width="full" gap="3" wrap="wrap" justify="flex-end">
          {mayChange && stall !== undefined && <StallActions stall={stall} />}
          {bookingId !== undefined && stall?.state !== "blocked" && (
            <Button onClick={() => onBooking(bookingId)}>
              <ClipboardList aria-hidden />
              {words.details}
            </Button>
          )}
          <Button variant="subtle" onClick={onClose}>
            {words.close}
          </Button>
        </Flex>
      }
    >
      {stall === undefined ? (
        <Nothing>{words.unknown}</Nothing>
      ) : (
        <>
          <Section title={words.now}>
            <Facts facts={factsOf(stall)} minWidth="8rem" />
          </Section>
          <Box mt="6">
            <Section title={words.history}>
              <StallHistoryList stallId={stallId} onBooking={onBooking} />
            </Section>
          </Box>
        </>
      )}
    </Modal>
  );
}
