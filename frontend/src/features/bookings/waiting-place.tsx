import { Box, Text } from "@chakra-ui/react";
import { registerPath } from "@sakhi/domain/site/routes";
import { Clock3, DoorOpen, FileQuestionMark, MailOpen, TicketCheck } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { lookUpProblem, useAskingAgain } from "../../api/asking-again";
import { useEventPaths } from "../../api/event-facts";
import { userMessage } from "../../api/failure";
import { challengeOf, MAX_LIMIT_ROUNDS } from "../../api/limit-proofs";
import {
  useLeaveWaitingListMutation,
  useReserveStallMutation,
  useViewWaitingPlaceMutation,
  type WaitingPlace,
} from "../../api/mela-api";
import { indianMoment } from "../../shared/refund-label";
import { lazyPart } from "../../ui/lazy-part";
import { LinkButton } from "../../ui/link-button";
import { rupees } from "../../ui/money";
import { OutcomeAwaited, OutcomeFailed, OutcomePage } from "../../ui/outcome";
import { SteadyButton } from "../../ui/steady-button";
import { Support } from "../../ui/support";
import { timeLeft, useIsOver } from "./countdown";
import { EventOfBooking } from "./event-of-booking";
import { TimeLeft } from "./time-left";
import { strings } from "./waiting.strings";

const PlaceLanguage = lazyPart(async () => (await import("./place-language")).PlaceLanguage);

/** Polling interval of a place that is not over, in ms. */
const POLL_MS = 15_000;

/** Fetches a place, until there is an answer, and polls it while it is open. */
function usePlace(token: string) {
  const [view] = useViewWaitingPlaceMutation();
  const [place, setPlace] = useState<WaitingPlace>();
  const [failure, setFailure] = useState<unknown>();
  // Only the response to the latest request counts.
  const latest = useRef(0);
  const update = useCallback((next: WaitingPlace) => {
    latest.current += 1;
    setPlace(next);
    setFailure(undefined);
  }, []);
  const check = useCallback(async () => {
    latest.current += 1;
    const request = latest.current;
    const { data, error } = await view({ token });
    if (request !== latest.current) return;
    if (data !== undefined) update(data);
    else setFailure(error);
  }, [view, token, update]);
  useEffect(() => {
    // Fetched once on mount; the state is set when the response arrives.
    // oxlint-disable-next-line react/set-state-in-effect
    void check();
  }, [check]);
  const isOpen = place !== undefined && ["waiting", "offered", "taken"].includes(place.state);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => void check(), POLL_MS);
    return () => clearInterval(timer);
  }, [isOpen, check]);
  useAskingAgain(isOpen ? undefined : failure, check);
  return { place, problem: lookUpProblem(failure), check, update };
}

interface PartProps {
  readonly token: string;
  readonly place: WaitingPlace;
  readonly check: () => Promise<void>;
  readonly update: (place: WaitingPlace) => void;
}

/** Leaves the list with one press. */
function Leave({ token, update }: Pick<PartProps, "token" | "update">) {
  const [leave, { isLoading }] = useLeaveWaitingListMutation();
  const [problem, setProblem] = useState<string>();
  const press = async () => {
    setProblem(undefined);
    const { data, error } = await leave({ token });
    if (data !== undefined) update(data);
    else setProblem(userMessage(error, strings.noAnswer));
  };
  return (
    <>
      <SteadyButton variant="outline" inactive={isLoading} onClick={() => void press()}>
        {isLoading ? strings.leaving : strings.leave}
      </SteadyButton>
      <Box role="alert" width="full" fontWeight="600" color="alarm.text">
        {problem}
      </Box>
    </>
  );
}

/**
 * Reserves an offered stall with the link's secret, and with the proof of work that the server requires when many reserve from one
 * network. Not by `useReserve`, which is the plan's: this page asks nothing else of a visitor, so that no other answer can bring her
 * another cookie.
 */
function useTake(token: string, { stallId = "", event }: WaitingPlace) {
  const [reserve] = useReserveStallMutation();
  const [isTaking, setIsTaking] = useState(false);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  /** @throws the API's error */
  const take = async () => {
    const { signal } = (leaving.current = new AbortController());
    setIsTaking(true);
    try {
      let proof: string | undefined;
      for (let round = 1; ; round += 1) {
        try {
          return await reserve({ stallId, event, offer: token, ...(proof === undefined ? {} : { proof }) }).unwrap();
        } catch (error) {
          const challenge = challengeOf(error);
          if (challenge === undefined || round === MAX_LIMIT_ROUNDS) throw error;
          const { solveProof } = await import("../../api/proof");
          proof = await solveProof(challenge, signal, () => undefined);
        }
      }
    } finally {
      setIsTaking(false);
    }
  };
  return { take, isTaking };
}

/** The stall that is kept for her, or that she holds: takes it, and continues to the registration. */
function Offered({ token, place, check, update }: PartProps) {
  const { state, stallId = "", offerUntil, price, event } = place;
  const navigate = useNavigate();
  const { take, isTaking } = useTake(token, place);
  const [problem, setProblem] = useState<string>();
  const isOver = useIsOver(offerUntil);
  useEffect(() => {
    if (isOver) void check();
  }, [isOver, check]);
  const press = async () => {
    setProblem(undefined);
    try {
      await navigate(registerPath(await take(), event));
    } catch (error) {
      setProblem(userMessage(error, strings.noAnswer));
      // Whatever went wrong, show the server's current state.
      await check();
    }
  };
  const isTaken = state === "taken";
  const go = isTaken ? strings.goOn : strings.take(stallId);
  return (
    <OutcomePage
      icon={Clock3}
      tone="good"
      title={isTaken ? strings.taken(stallId) : strings.offered(stallId)}
      text={
        offerUntil === undefined
          ? [strings.how]
          : [
              strings.offeredText(indianMoment(offerUntil), price === undefined ? "" : rupees(price)),
              isTaken ? strings.takenText : strings.how,
            ]
      }
      actions={
        <>
          <SteadyButton inactive={isTaking} onClick={() => void press()}>
            {isTaking ? strings.taking : go}
          </SteadyButton>
          <Leave token={token} update={update} />
        </>
      }
    >
      {offerUntil !== undefined && !isOver && (
        <Box bg="marigold.soft" borderRadius="card" p="5">
          <Text fontWeight="700" fontSize="1.25rem" fontVariantNumeric="tabular-nums">
            <TimeLeft endsAt={offerUntil} text={(left) => strings.left(timeLeft(left))} />
          </Text>
        </Box>
      )}
      <Box role="alert" mt="4" fontWeight="600" color="alarm.text">
        {problem}
      </Box>
      <PlaceLanguage {...{ token, place, update }} />
    </OutcomePage>
  );
}

function ToPlan({ children }: { readonly children?: ReactNode }) {
  const { plan } = useEventPaths();
  return (
    <>
      <LinkButton to={plan} label={strings.plan} />
      {children}
    </>
  );
}

function Place(props: PartProps) {
  const { token, place, update } = props;
  const { state, stallType, place: number = 1, confirmed, stallId = "" } = place;
  switch (state) {
    case "waiting":
      return (
        <OutcomePage
          icon={confirmed ? Clock3 : MailOpen}
          tone="open"
          title={confirmed ? strings.waiting(number) : strings.unconfirmed}
          text={
            confirmed
              ? [strings.waitingText(stallType)]
              : [strings.unconfirmedText(number, stallType), strings.unconfirmedMore]
          }
          actions={
            <ToPlan>
              <Leave token={token} update={update} />
            </ToPlan>
          }
        >
          <PlaceLanguage {...{ token, place, update }} />
        </OutcomePage>
      );
    case "offered":
    case "taken":
      return <Offered {...props} />;
    case "bought":
      return (
        <OutcomePage
          icon={TicketCheck}
          tone="good"
          title={strings.bought(stallId)}
          text={[strings.boughtText]}
          actions={<ToPlan />}
        />
      );
    case "left":
    case "lapsed":
    case "removed":
    case "closed": {
      const [title, text] = strings.over[state];
      return <OutcomePage icon={DoorOpen} tone="open" title={title} text={[text]} actions={<ToPlan />} />;
    }
  }
}

function Unknown() {
  return (
    <OutcomePage
      icon={FileQuestionMark}
      tone="open"
      title={strings.unknown}
      text={[strings.unknownText]}
      actions={<Support solid />}
    />
  );
}

/**
 * A place on the waiting list. The link's secret is in the address's fragment; it is sent only in the bodies of our own requests.
 */
export function WaitingPlacePage() {
  const token = useLocation().hash.slice(1);
  return token === "" ? <Unknown /> : <Found key={token} token={token} />;
}

function Found({ token }: { readonly token: string }) {
  const { place, problem, check, update } = usePlace(token);
  if (problem === "unknown") return <Unknown />;
  if (place === undefined) {
    if (problem === undefined) return <OutcomeAwaited title={strings.title} text={strings.loading} />;
    return <OutcomeFailed title={strings.title} message={strings.lookUpFailed} onRetry={() => void check()} />;
  }
  return (
    <EventOfBooking event={place.event}>
      <Place {...{ token, place, check, update }} />
    </EventOfBooking>
  );
}
