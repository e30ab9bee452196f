import type { Challenge } from "altcha-lib/types";
import { useEffect, useRef, useState } from "react";
import { apiErrorOf, userMessage } from "../../api/failure";
import { useIsLayoutLive } from "../../api/layout-stream";
import { answered, Unreachable } from "../../api/lost-answer";
import {
  type LayoutStall,
  type MyHold,
  useGetLayoutQuery,
  useReleaseStallMutation,
  useReserveStallMutation,
} from "../../api/mela-api";
import { isCookieMissing } from "../../api/visitor-cookie";
import { strings } from "./mela.strings";
import { PATHS, registerPath } from "@sakhi/domain/site/routes";
import { Box, Button, chakra, Flex, Grid, Skeleton, Text } from "@chakra-ui/react";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { List, Map as MapIcon, WifiOff } from "lucide-react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { VIEW } from "../../ui/floor-plan/plan-geometry";
import { useMela } from "../../ui/mela";
import { OfflineNotice } from "../../ui/online";
import { Announcement, BackLink, Hidden, PageBody, PageHeading, useDocumentTitle } from "../../ui/page";
import { FailureState } from "../../ui/states";
import { dismissToast, showToast } from "../../ui/toast";
import { forgetOrder } from "./order-memory";
import type { StallQuery } from "./stall-labels";
import { type MyHoldState, useMyHold } from "./use-my-hold";
import { FloorPlan, FoldedLegend, HoldBanner, Legend, PlanFacts, statusLabel } from "./plan-parts";
import { type LostRace, ConfirmReservation, NetworkBlocked, SimilarStalls } from "./reserve-dialogs";
import { type NoSales, SalesNotice, salesToast, useNoSales } from "./sales";
import { StallList } from "./stall-list";
import { card } from "../../ui/card";

/**
 * Maximum attempts to reserve with a proof. In a rush from one network the required proof can become harder between
 * attempts, each time by more than twice, at most eleven times in a row (domain: live-holds.rules.ts).
 */
const MAX_PROOF_ROUNDS = 12;

/** The challenge of a `proof_required` error. */
function challengeOf(error: unknown): Challenge | undefined {
  const { code, challenge } = apiErrorOf(error);
  if (code !== "proof_required" || typeof challenge !== "object" || challenge === null) return undefined;
  return "parameters" in challenge ? (challenge as Challenge) : undefined;
}

/** The challenge was not solved: no worker threads, too slow, or the solver did not load. */
class ProofFailed extends Error {}

/** The browser keeps no cookie, so that it could not use its own stall. */
class CookieRefused extends Error {}

/** @throws ProofFailed, unless `signal` was aborted */
async function solveChallenge(
  challenge: Challenge,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<string> {
  try {
    const { solveProof } = await import("./proof");
    return await solveProof(challenge, signal, onProgress);
  } catch (error) {
    signal.throwIfAborted();
    throw new ProofFailed("the browser could not be checked", { cause: error });
  }
}

/** How long a reservation waits for the first my-hold response, in ms. */
const FIRST_HOLD_TIMEOUT_MS = 8_000;

/** Reserves a stall, with the proof of work that the server requires when many reserve from one network. */
function useReserve(myHold: MyHoldState) {
  const [reserve, { isLoading }] = useReserveStallMutation();
  const [release] = useReleaseStallMutation();
  const [waitingForCookie, setWaitingForCookie] = useState(false);
  const [checking, setChecking] = useState<number>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  /**
   * A new browser receives its visitor cookie with the my-hold response. If that response arrived after the reservation,
   * it would replace the cookie, and the hold would be lost. The next response shows whether the browser kept it.
   *
   * @throws CookieRefused if it did not: its hold would be nobody's, and taken from others
   */
  const waitForCookie = async () => {
    const isAwaited = () => (myHold.hold === undefined && !myHold.failed) || isCookieMissing();
    if (!isAwaited()) return;
    setWaitingForCookie(true);
    const timeout = new Promise((resolve) => setTimeout(resolve, FIRST_HOLD_TIMEOUT_MS));
    await Promise.race([myHold.refresh(), timeout]);
    if (isCookieMissing()) await Promise.race([myHold.refresh(), timeout]);
    setWaitingForCookie(false);
    if (isCookieMissing()) throw new CookieRefused("the browser refuses cookies");
  };

  /**
   * @returns undefined when cancelled, or when the page was left
   * @throws ProofFailed, CookieRefused, Unreachable, or the API's error
   */
  const reserveStall = async (stallId: string) => {
    const { signal } = (controller.current = new AbortController());
    let proof: string | undefined;
    try {
      await waitForCookie();
      for (let round = 1; ; round += 1) {
        signal.throwIfAborted();
        try {
          const held = await answered<StallQuery, MyHold | null>(
            () => reserve({ stallId, proof }).unwrap(),
            myHold.refresh,
            (hold) => (hold?.stallId === stallId ? hold : undefined),
          );
          if (!signal.aborted) return held;
          // Cancelled meanwhile: release the stall. Errors are ignored (T-156).
          void release({ stallId });
          return undefined;
        } catch (error) {
          const challenge = challengeOf(error);
          if (challenge === undefined || round === MAX_PROOF_ROUNDS) throw error;
          setChecking(0);
          proof = await solveChallenge(challenge, signal, setChecking);
        }
      }
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      setChecking(undefined);
    }
  };
  const pending = waitingForCookie || isLoading || checking !== undefined;
  return { reserveStall, pending, checking, cancel: () => controller.current?.abort() };
}

/** The booking page refreshes the layout every 10 s (specification 2, section 9). */
const POLL_MS = 10_000;

/** Above this number of simultaneous changes, only their count is announced. */
const MAX_NAMED_CHANGES = 3;

/** Announces what changed between two layouts; empty if nothing did. */
export function layoutChanges(before: readonly LayoutStall[], after: readonly LayoutStall[]): string {
  const statusBefore = new Map(before.map((stall) => [stall.stallId, stall.status]));
  const changed = after.filter((stall) => {
    const oldStatus = statusBefore.get(stall.stallId);
    return oldStatus !== undefined && oldStatus !== stall.status;
  });
  if (changed.length === 0) return "";
  const free = after.filter((stall) => stall.status === "Available").length;
  const announced =
    changed.length > MAX_NAMED_CHANGES
      ? strings.plan.changedMany(changed.length)
      : changed.map((stall) => strings.plan.changed(stall.stallId, statusLabel(stall, undefined))).join(" ");
  return `${announced} ${strings.plan.free(free, after.length)}.`;
}

/**
 * Text of the polite live region: what changed with each poll. Changes pushed by the live stream are collected and
 * announced at most every 10 s, like those of a poll.
 */
function useLayoutChanges(layout: readonly LayoutStall[] | undefined, isLive: boolean): string {
  const before = useRef(layout);
  const announcedAt = useRef(-POLL_MS);
  const [announced, setAnnounced] = useState("");
  useEffect(() => {
    if (layout === undefined) return undefined;
    const announce = (): void => {
      const text = before.current === undefined ? "" : layoutChanges(before.current, layout);
      before.current = layout;
      if (text === "") return;
      announcedAt.current = performance.now();
      // The text stays until the next change: some screen readers would read out its removal.
      setAnnounced(text);
    };
    const wait = isLive ? announcedAt.current + POLL_MS - performance.now() : 0;
    if (before.current === undefined || wait <= 0) {
      announce();
      return undefined;
    }
    const timer = setTimeout(announce, wait);
    return () => clearTimeout(timer);
  }, [layout, isLive]);
  return announced;
}

const timeOfDay = new Intl.DateTimeFormat("en-IN", { hour: "2-digit", minute: "2-digit", hour12: false });

function similarOf(error: unknown): StallQuery[] {
  const { similar } = apiErrorOf(error);
  if (!Array.isArray(similar)) return [];
  return similar.flatMap((stall: unknown) => {
    const { stallId, type, price } = (stall ?? {}) as Record<string, unknown>;
    if (typeof stallId !== "string" || typeof price !== "number") return [];
    if (type !== "Premium" && type !== "General") return [];
    return [{ stallId, type: type satisfies StallType, price }];
  });
}

/** Toast for a reservation that failed on this side; undefined if the server refused it. */
function ownFailure(error: unknown, stallId: string): { title: string; description: string } | undefined {
  if (error instanceof ProofFailed) return strings.toasts.checkFailed;
  if (error instanceof CookieRefused) return strings.toasts.cookieRefused;
  return error instanceof Unreachable ? strings.toasts.noAnswer(stallId) : undefined;
}

/** Choosing and reserving: which dialog is open, and what a click on a stall does. */
function useReserving(myHold: MyHoldState, noSales: NoSales | undefined) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<StallQuery>();
  const [lost, setLost] = useState<LostRace>();
  const [blocked, setBlocked] = useState<string>();
  const { reserveStall, pending, checking, cancel } = useReserve(myHold);

  const choose = (stall: LayoutStall) => {
    if (stall.stallId === myHold.hold?.stallId) return void navigate(registerPath(stall));
    switch (stall.status) {
      case "Available":
        // A toast about another stall is out of date.
        dismissToast();
        if (noSales === undefined) setChosen(stall);
        else showToast({ kind: "info", ...salesToast(noSales) });
        break;
      case "Reserved":
        showToast({ kind: "info", ...(stall.blocked ? strings.toasts.blocked : strings.toasts.reserved) });
        break;
      case "Sold":
        showToast({ kind: "info", ...strings.toasts.sold });
        break;
    }
  };
  const confirm = async ({ stallId }: StallQuery) => {
    dismissToast();
    try {
      const held = await reserveStall(stallId);
      if (held === undefined) return;
      setChosen(undefined);
      forgetOrder();
      await navigate(registerPath(held));
    } catch (error) {
      setChosen(undefined);
      const own = ownFailure(error, stallId);
      if (own !== undefined) {
        showToast({ kind: "error", ...own });
        return;
      }
      const { title, description } = strings.toasts.reservationFailed;
      if (apiErrorOf(error).code === "network_blocked") {
        setBlocked(userMessage(error, description));
        return;
      }
      const message = userMessage(error, description);
      const similar = similarOf(error);
      if (apiErrorOf(error).code === "stall_paused") {
        setLost({ stallId, similar, paused: message });
        return;
      }
      showToast({ kind: "error", title, description: message });
      if (similar.length > 0) setLost({ stallId, similar });
    }
  };
  const dismiss = () => {
    cancel();
    setChosen(undefined);
  };
  return { chosen, setChosen, dismiss, lost, setLost, blocked, setBlocked, pending, checking, choose, confirm };
}

function ViewSwitch({ list }: { readonly list: boolean }) {
  const [, setParams] = useSearchParams();
  const option = (name: string, active: boolean, Icon: typeof List, go: () => void) => (
    <Button size="sm" variant={active ? "solid" : "subtle"} aria-pressed={active} onClick={go}>
      <Icon aria-hidden />
      <span>{name}</span>
    </Button>
  );
  return (
    <Flex role="group" aria-label={strings.plan.view} gap="2">
      {option(strings.plan.mapView, !list, MapIcon, () => setParams({}))}
      {option(strings.plan.listView, list, List, () => setParams({ view: "list" }))}
    </Flex>
  );
}

/** /paid-events/mela: choose a stall on the plan or in the list, and reserve it. */
export function FloorPlanPage() {
  const facts = useMela();
  useDocumentTitle(strings.plan.title);
  const [params] = useSearchParams();
  const list = params.get("view") === "list";
  const isLive = useIsLayoutLive();
  const { data, isError, refetch, fulfilledTimeStamp } = useGetLayoutQuery(undefined, {
    pollingInterval: POLL_MS,
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
    refetchOnFocus: true,
  });
  const myHold = useMyHold();
  const own = myHold.hold?.stallId;
  const noSales = useNoSales();
  const { chosen, setChosen, dismiss, lost, setLost, blocked, setBlocked, pending, checking, choose, confirm } =
    useReserving(myHold, noSales);
  const changes = useLayoutChanges(data, isLive);
  const free = data?.filter((stall) => stall.status === "Available").length ?? 0;

  return (
    <PageBody>
      <Flex justify="space-between" columnGap="6" wrap="wrap">
        <BackLink to={PATHS.events}>{strings.plan.back}</BackLink>
        <chakra.span display="inline-flex" alignItems="center" minHeight="tap" color="indigo.text">
          <Link to={PATHS.findBooking}>{strings.plan.find}</Link>
        </chakra.span>
      </Flex>
      <PageHeading>{strings.plan.title}</PageHeading>
      <Box mt="4">
        <OfflineNotice text={strings.plan.offline} />
        {noSales !== undefined && <SalesNotice {...noSales} />}
        <HoldBanner myHold={myHold} />
      </Box>
      <Announcement>{changes}</Announcement>
      <Grid
        templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 17rem" }}
        gap={{ base: "6", lg: "10" }}
        alignItems="start"
      >
        {/* The plan comes first; its legend and facts follow, or stand beside it on wide screens. */}
        <Box minWidth="0">
          <Flex justify="space-between" align="center" columnGap="3" rowGap="1" wrap="wrap" mb="2">
            <Text fontWeight="600">{data === undefined ? "" : strings.plan.free(free, data.length)}</Text>
            <ViewSwitch list={list} />
          </Flex>
          {!list && (
            <Box hideFrom="lg">
              <FoldedLegend stalls={data ?? []} />
            </Box>
          )}
          {isError && data !== undefined && fulfilledTimeStamp !== undefined && (
            <Text
              role="status"
              mb="3"
              px="4"
              py="2.5"
              bg="marigold.soft"
              borderRadius="card"
              display="flex"
              gap="2"
              alignItems="center"
            >
              <WifiOff size={18} aria-hidden />
              <span>{strings.plan.stale(timeOfDay.format(fulfilledTimeStamp))}</span>
            </Text>
          )}
          {data === undefined ? (
            isError ? (
              <FailureState
                message={strings.plan.unavailable}
                hint={strings.plan.unavailableText}
                onRetry={() => void refetch()}
              />
            ) : (
              <>
                <Hidden>
                  <span role="status">{strings.plan.loading}</span>
                </Hidden>
                <Skeleton
                  mt="3.25rem"
                  width="full"
                  aspectRatio={{ md: VIEW.width / VIEW.height }}
                  height={{ base: "min(35rem, max(62dvh, 100vw))", md: "auto" }}
                />
              </>
            )
          ) : (
            // On phones the plan spans the full screen width, to make the stalls as large as possible.
            <Box mx={{ base: "-4", md: "0" }}>
              {list ? (
                <StallList stalls={data} own={own} onChoose={choose} />
              ) : (
                <FloorPlan stalls={data} own={own} onChoose={choose} />
              )}
            </Box>
          )}
        </Box>
        <Grid as="aside" gap="5" position={{ lg: "sticky" }} top={{ lg: "6" }}>
          <Text textStyle={{ base: "lead", lg: "small" }}>{strings.plan.lead(facts)}</Text>
          <Box {...card} p="5" hideBelow={list ? undefined : "lg"}>
            <Legend stalls={data ?? []} />
          </Box>
          <PlanFacts />
        </Grid>
      </Grid>
      <ConfirmReservation
        stall={chosen}
        held={myHold.hold}
        pending={pending}
        checking={checking}
        onCancel={dismiss}
        onConfirm={(stall) => void confirm(stall)}
      />
      <NetworkBlocked message={blocked} onClose={() => setBlocked(undefined)} />
      <SimilarStalls
        lost={lost}
        onClose={() => setLost(undefined)}
        onChoose={(stall) => {
          setLost(undefined);
          setChosen(stall);
        }}
      />
    </PageBody>
  );
}
