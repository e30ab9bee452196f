import { Box, chakra, Text } from "@chakra-ui/react";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { Clock3, ShieldCheck, UsersRound } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { MyHold } from "../../api/mela-api";
import { Modal } from "../../ui/dialog";
import { EventText } from "../../ui/event-text";
import { lazyPart } from "../../ui/lazy-part";
import { rupees } from "../../ui/money";
import { priceDates } from "../../ui/price-words";
import { DecorativeIcon } from "../../ui/sign";
import { SteadyButton } from "../../ui/steady-button";
import { PartDone, WaitingNotice } from "../../ui/waiting-notice";
import { strings } from "./mela.strings";
import { type ChosenStall, idsOf } from "./stall-labels";
import type { Checking } from "./use-reserve";

/** Lazy: for who holds a stall, and wants another. */
const AddToBooking = lazyPart(async () => (await import("./add-to-booking")).AddToBooking);

/** A fact of the stall. */
export function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Box
      display="flex"
      justifyContent="space-between"
      gap="4"
      py="2.5"
      borderBottomWidth="1px"
      borderBottomStyle="dashed"
    >
      <chakra.dt color="muted">{name}</chakra.dt>
      <chakra.dd fontWeight="600" fontVariantNumeric="tabular-nums" textAlign="end">
        {children}
      </chakra.dd>
    </Box>
  );
}

/** Why it was not reserved. */
export interface ReserveProblem {
  readonly title: string;
  readonly description: string;
}

interface ConfirmProps {
  readonly stall: ChosenStall | undefined;
  /** The hold that a new reservation would replace. */
  readonly held: MyHold | null | undefined;
  readonly pending: boolean;
  /** How far a proof of work is, if the browser solves one; it can be cancelled. */
  readonly checking: Checking | undefined;
  /** Whether it is tried again because many people are here; it can be cancelled. */
  readonly crowded: boolean;
  /** Why the last try reserved nothing, for as long as the dialog is open. */
  readonly problem: ReserveProblem | undefined;
  readonly onCancel: () => void;
  readonly onConfirm: (stall: ChosenStall) => void;
  /** Adds it to the booking that a new reservation would replace. */
  readonly onAdd: (stall: ChosenStall) => void;
}

/** "Confirm Stall Reservation" (T-147, T-148). */
export function ConfirmReservation(props: ConfirmProps) {
  const { stall, held, pending, checking, crowded, problem, onCancel, onConfirm, onAdd } = props;
  const locked = pending && checking === undefined && !crowded;
  // Only a hold of the same event is given up.
  const isHers = held?.stallId === stall?.stallId || held?.stalls?.some(({ stallId }) => stallId === stall?.stallId);
  const isReplaced = held?.event === stall?.event.slug && isHers !== true;
  const replaced = isReplaced ? (held ?? undefined) : undefined;
  // Then a Yes gives up what she holds: it is not the first choice.
  const canAdd = replaced?.canAdd !== undefined;
  const dates = priceDates(stall ?? {});
  return (
    <Modal
      open={stall !== undefined}
      title={strings.confirm.title}
      onClose={() => {
        if (!locked) onCancel();
      }}
      footer={
        <>
          <SteadyButton variant="subtle" inactive={locked} onClick={onCancel}>
            {strings.confirm.cancel}
          </SteadyButton>
          <SteadyButton
            data-yes
            variant={canAdd ? "outline" : "solid"}
            inactive={pending}
            onClick={() => stall !== undefined && onConfirm(stall)}
          >
            {pending ? strings.confirm.pending : strings.confirm.yes}
          </SteadyButton>
        </>
      }
    >
      {stall !== undefined && (
        <>
          <Text fontWeight="600" mb="1" overflowWrap="anywhere">
            <EventText>{stall.event.line}</EventText>
          </Text>
          {/* Before the facts, so that phones show it without scrolling. */}
          {canAdd && (
            <Suspense fallback={<Box minHeight="9rem" />}>
              <AddToBooking {...{ stallId: stall.stallId, held: replaced, pending }} onAdd={() => onAdd(stall)} />
            </Suspense>
          )}
          {/* It is known that no other stall would be given up: a Yes to the first question counts (first-question.tsx). */}
          <chakra.dl data-question={held !== undefined && replaced === undefined ? "" : undefined}>
            <Row name={strings.confirm.number}>{stall.stallId}</Row>
            <Row name={strings.confirm.type}>{stallTypeLabel(stall.type)}</Row>
            {stall.size !== undefined && <Row name={strings.confirm.size}>{stall.size}</Row>}
            <Row name={strings.confirm.price}>
              <span>{rupees(stall.price)}</span>
              {dates !== undefined && (
                <Text as="span" display="block" textStyle="small" fontWeight="400">
                  {dates}
                </Text>
              )}
            </Row>
          </chakra.dl>
          <Text mt="2" textStyle="small" color="muted">
            {strings.confirm.terms}
          </Text>
          <Text mt="4" display="flex" gap="3" alignItems="flex-start" bg="marigold.soft" borderRadius="card" p="4">
            <DecorativeIcon icon={Clock3} size={20} as="span" pt="1" flexShrink="0" />
            {strings.confirm.note}
          </Text>
          {/* Rendered before it has text, because screen readers announce only changes. */}
          <Box aria-live="polite">
            {crowded && (
              <WaitingNotice
                mt="3"
                icon={UsersRound}
                title={strings.confirm.crowd}
                text={strings.confirm.crowdText(stall.stallId)}
                spins
              />
            )}
            {checking !== undefined && (
              <WaitingNotice
                mt="3"
                icon={ShieldCheck}
                title={strings.confirm.checking}
                text={strings.confirm.checkingText}
                spins
              >
                <Text mt="1">{strings.confirm.left(checking.secondsLeft)}</Text>
                <PartDone part={checking.part} label={strings.confirm.progress} />
              </WaitingNotice>
            )}
          </Box>
          <Box role="alert">
            {problem !== undefined && (
              <Box mt="3" borderInlineStartWidth="6px" borderColor="alarm.text" ps="3" overflowWrap="anywhere">
                <Text fontWeight="600">{problem.title}</Text>
                <Text>{problem.description}</Text>
              </Box>
            )}
          </Box>
          {replaced !== undefined && (
            <Text mt="3" color="alarm.text" fontWeight="600">
              {replaced.state === "paying"
                ? strings.confirm.replacesPaying(idsOf(replaced))
                : strings.confirm.replaces(idsOf(replaced))}
            </Text>
          )}
        </>
      )}
    </Modal>
  );
}
