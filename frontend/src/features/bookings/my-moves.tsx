import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { useEffect, useId, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { userMessage } from "../../api/failure";
import {
  type MyBooking,
  type MyMovesResponse,
  type StallMoveResponse,
  useAskMyMoveMutation,
  useGetMyMovesQuery,
  usePayMyMoveMutation,
  useWithdrawMyMoveMutation,
} from "../../api/mela-api";
import { useCheckout } from "../../shared/payments/use-checkout";
import { indianMoment } from "../../shared/refund-label";
import { asInput, Select } from "../../ui/choice";
import { Part } from "../../ui/outcome";
import { SteadyButton } from "../../ui/steady-button";
import { strings } from "./my-moves.strings";
import { typeName } from "./stall-labels";

const CHECKOUT = { faults: { script: strings.gateway, setup: strings.gateway, redirect: strings.gateway } } as const;
/** How often a move that is being paid is read again, in ms; and one that waits. */
const PAID_POLL_MS = 3_000;
const POLL_MS = 20_000;

interface Props {
  readonly booking: MyBooking["booking"];
  /** The booking stands on another stall now. */
  readonly onMoved: () => void;
  /**
   * Where on the page this is. A move that waits for its money when the page opens, or that she comes back from paying, is right below
   * the ticket; one that she asks for stays where she does.
   */
  readonly place: "first" | "below";
}

/** The booking's moves: one that waits for its money, or the stalls that it can move to. Nothing where the event offers none. */
export function MyMoves({ booking, onMoved, place }: Props) {
  // The payment page returns with the order's number.
  const isBack = useSearchParams()[0].get("order_id")?.startsWith("MOVE") === true;
  const [isOpen, setOpen] = useState(false);
  const [isFirst, setFirst] = useState<boolean>();
  const poll = isBack ? PAID_POLL_MS : POLL_MS;
  const { data } = useGetMyMovesQuery(undefined, {
    pollingInterval: isOpen ? poll : 0,
    refetchOnMountOrArgChange: true,
  });
  const { stallId } = data ?? {};
  const waits = data?.open !== undefined;
  if (waits !== isOpen) setOpen(waits);
  if (data !== undefined && isFirst === undefined) setFirst(isBack || waits);
  const movedTo = stallId === booking.stallId ? undefined : stallId;
  const reported = useRef<string>(undefined);
  useEffect(() => {
    // Once for a stall: the page reads the booking again, and shows what it has read.
    if (place === "below" || movedTo === undefined || movedTo === reported.current) return;
    reported.current = movedTo;
    onMoved();
  }, [place, movedTo, onMoved]);
  if (data === undefined || (place === "first") !== isFirst) return null;
  const [last] = data.ended;
  if (!data.isOffered && data.open === undefined && last === undefined) return null;
  return (
    <Part id="moves" title={strings.title}>
      <Box aria-live="polite">{data.open === undefined && last !== undefined && <Ended move={last} />}</Box>
      {data.open !== undefined && <OpenMove move={data.open} isBack={isBack} />}
      {data.isOffered && <ChooseStall moves={data} />}
    </Part>
  );
}

function Ended({ move: { state, fromStallId, toStallId } }: { readonly move: StallMoveResponse }) {
  const text = state === "moved" ? strings.moved : state === "lapsed" ? strings.lapsed : strings.withdrawn;
  return (
    <Text mb="4" fontWeight="600">
      {text(fromStallId, toStallId)}
    </Text>
  );
}

function Problem({ text }: { readonly text: string | undefined }) {
  return (
    <Box role="alert" mt="3" fontWeight="600" color="alarm.text">
      {text}
    </Box>
  );
}

/** A dearer stall that is kept until the difference is paid. */
function OpenMove({ move, isBack }: { readonly move: StallMoveResponse; readonly isBack: boolean }) {
  const { id, fromStallId, toStallId, toPay, until } = move;
  const [pay] = usePayMyMoveMutation();
  const [withdraw] = useWithdrawMyMoveMutation();
  const checkout = useCheckout(CHECKOUT);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<string | undefined>) => {
    setProblem(undefined);
    setBusy(true);
    setProblem(await work());
    setBusy(false);
  };
  const start = () =>
    run(async () => {
      const { data, error } = await pay(id);
      if (data === undefined) return userMessage(error, strings.payFailed);
      await checkout(data);
      return undefined;
    });
  const stay = () =>
    run(async () => {
      const { error } = await withdraw(id);
      return error === undefined ? undefined : userMessage(error, strings.withdrawFailed);
    });
  return (
    <>
      <Text>{strings.open(fromStallId, toStallId, until === undefined ? "" : indianMoment(until))}</Text>
      <Text mt="2" fontWeight="600">
        {strings.toPay(toPay)}
      </Text>
      {isBack && (
        <Text mt="2" role="status">
          {strings.checking}
        </Text>
      )}
      <Flex mt="4" gap="3" wrap="wrap">
        <SteadyButton type="button" inactive={isBusy} onClick={() => void start()}>
          {isBusy ? strings.paying : strings.pay(toPay)}
        </SteadyButton>
        <SteadyButton type="button" variant="outline" inactive={isBusy} onClick={() => void stay()}>
          {strings.withdraw(fromStallId)}
        </SteadyButton>
      </Flex>
      <Problem text={problem} />
    </>
  );
}

/** The free stalls with what each costs more or less, and what choosing one does. */
function ChooseStall({ moves: { stallId: own, stalls } }: { readonly moves: MyMovesResponse }) {
  const [ask, { isLoading }] = useAskMyMoveMutation();
  const [chosenId, setChosen] = useState("");
  const [problem, setProblem] = useState<string>();
  const field = useId();
  const chosen = stalls.find(({ stallId }) => stallId === chosenId);
  if (stalls.length === 0) return <Text>{strings.none}</Text>;
  const options = stalls.map(
    ({ stallId, type, difference }) => [stallId, strings.option(stallId, typeName(type), difference)] as const,
  );
  const move = async () => {
    if (chosen === undefined) return;
    setProblem(undefined);
    const { stallId: toStallId, difference: seenDifference } = chosen;
    const { error } = await ask({ toStallId, seenDifference });
    if (error !== undefined) setProblem(userMessage(error, strings.failed));
  };
  return (
    <>
      <Text>{strings.lead(own)}</Text>
      <Box mt="4" maxWidth="24rem">
        <chakra.label htmlFor={field} textStyle="label">
          {strings.choose}
        </chakra.label>
        <Select
          {...asInput}
          id={field}
          value={chosenId}
          options={[["", strings.chooseOne], ...options]}
          onChange={(event) => {
            setProblem(undefined);
            setChosen(event.currentTarget.value);
          }}
        />
      </Box>
      <Box aria-live="polite" mt="3">
        {chosen !== undefined && <Text>{consequenceOf(chosen, own)}</Text>}
      </Box>
      {chosen !== undefined && (
        <Button mt="4" type="button" aria-disabled={isLoading} onClick={() => void (isLoading ? undefined : move())}>
          {isLoading ? strings.moving : chosen.toPay > 0 ? strings.keep(chosen.stallId) : strings.move(chosen.stallId)}
        </Button>
      )}
      <Problem text={problem} />
    </>
  );
}

function consequenceOf({ stallId, toPay, refund }: MyMovesResponse["stalls"][number], own: string): string {
  if (toPay > 0) return strings.dearer(stallId, toPay);
  return refund > 0 ? strings.cheaper(stallId, refund, own) : strings.same(stallId, own);
}
