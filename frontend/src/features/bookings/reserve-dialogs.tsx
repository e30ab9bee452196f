import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { Clock3, ShieldCheck, UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import type { MyHold } from "../../api/mela-api";
import { Modal } from "../../ui/dialog";
import { rupees } from "../../ui/money";
import { Spinner } from "../../ui/page";
import { PartDone } from "../../ui/part-done";
import { DecorativeIcon } from "../../ui/sign";
import { SteadyButton } from "../../ui/steady-button";
import { Support } from "../../ui/support";
import { strings } from "./mela.strings";
import type { ChosenStall, StallQuery } from "./stall-labels";
import type { Checking } from "./use-reserve";

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
      <chakra.dd fontWeight="600" fontVariantNumeric="tabular-nums">
        {children}
      </chakra.dd>
    </Box>
  );
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
  readonly onCancel: () => void;
  readonly onConfirm: (stall: ChosenStall) => void;
}

/** "Confirm Stall Reservation" (T-147, T-148). */
export function ConfirmReservation({ stall, held, pending, checking, crowded, onCancel, onConfirm }: ConfirmProps) {
  const locked = pending && checking === undefined && !crowded;
  // Only a hold of the same event is given up.
  const isReplaced = held?.event === stall?.event.slug && held?.stallId !== stall?.stallId;
  const replaced = isReplaced ? (held ?? undefined) : undefined;
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
          <SteadyButton data-yes inactive={pending} onClick={() => stall !== undefined && onConfirm(stall)}>
            {pending ? strings.confirm.pending : strings.confirm.yes}
          </SteadyButton>
        </>
      }
    >
      {stall !== undefined && (
        <>
          <Text fontWeight="600" mb="1" overflowWrap="anywhere">
            {stall.event.line}
          </Text>
          {/* It is known that no other stall would be given up: a Yes to the first question counts (first-question.tsx). */}
          <chakra.dl data-question={held !== undefined && replaced === undefined ? "" : undefined}>
            <Row name={strings.confirm.number}>{stall.stallId}</Row>
            <Row name={strings.confirm.type}>{stallTypeLabel(stall.type)}</Row>
            <Row name={strings.confirm.price}>{rupees(stall.price)}</Row>
          </chakra.dl>
          <Text mt="4" display="flex" gap="3" alignItems="flex-start" bg="marigold.soft" borderRadius="card" p="4">
            <DecorativeIcon icon={Clock3} size={20} as="span" pt="1" flexShrink="0" />
            {strings.confirm.note}
          </Text>
          {/* Rendered before it has text, because screen readers announce only changes. */}
          <Box aria-live="polite">
            {crowded && (
              <Box mt="3" display="flex" gap="3" alignItems="flex-start">
                <DecorativeIcon icon={UsersRound} size={20} as="span" pt="1" flexShrink="0" color="indigo.text" />
                <Box flex="1">
                  <Text fontWeight="600" display="flex" gap="2" alignItems="center">
                    <span>{strings.confirm.crowd}</span>
                    <Spinner size={16} />
                  </Text>
                  <Text textStyle="small" color="muted">
                    {strings.confirm.crowdText(stall.stallId)}
                  </Text>
                </Box>
              </Box>
            )}
            {checking !== undefined && (
              <Box mt="3" display="flex" gap="3" alignItems="flex-start">
                <DecorativeIcon icon={ShieldCheck} size={20} as="span" pt="1" flexShrink="0" color="indigo.text" />
                <Box flex="1">
                  <Text fontWeight="600" display="flex" gap="2" alignItems="center">
                    {strings.confirm.checking} <Spinner size={16} />
                  </Text>
                  <Text textStyle="small" color="muted">
                    {strings.confirm.checkingText}
                  </Text>
                  <Text mt="1">{strings.confirm.left(checking.secondsLeft)}</Text>
                  <PartDone part={checking.part} label={strings.confirm.progress} />
                </Box>
              </Box>
            )}
          </Box>
          {replaced !== undefined && (
            <Text mt="3" color="alarm.text" fontWeight="600">
              {replaced.state === "paying"
                ? strings.confirm.replacesPaying(replaced.stallId)
                : strings.confirm.replaces(replaced.stallId)}
            </Text>
          )}
        </>
      )}
    </Modal>
  );
}

interface BlockedProps {
  /** The server's message, with the contact address. */
  readonly message: string | undefined;
  readonly onClose: () => void;
}

/** Explains that the network is blocked, and links to support. */
export function NetworkBlocked({ message, onClose }: BlockedProps) {
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
export function SimilarStalls({ lost, onChoose, onClose }: SimilarProps) {
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
