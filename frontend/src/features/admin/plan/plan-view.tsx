import { Box, Button, chakra, Flex, Grid, type SystemStyleObject, Text } from "@chakra-ui/react";
import { skipToken } from "@reduxjs/toolkit/query";
import { type Ground, STANDARD_GROUND } from "@sakhi/domain/plans/plan.types";
import { dashboardPath } from "@sakhi/domain/site/routes";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { PencilRuler, Unlock } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import {
  type ManagedEvent,
  type PlanStall,
  type PlanState,
  useGetDesignedPlanQuery,
  useGetPlanQuery,
} from "../../../api/admin-api";
import { LOOK_TEXTS } from "../../../shared/floor-plan/look.strings";
import { byNumber } from "../../../shared/floor-plan/plan-geometry";
import { StallPlan } from "../../../shared/floor-plan/stall-plan";
import { cross, hatch, stripes } from "../../../shared/floor-plan/stall-style";
import { Choice } from "../../../ui/choice";
import { lazyPart } from "../../../ui/lazy-part";
import { rupees } from "../../../ui/money";
import { BookingDialog } from "../booking/booking-dialog";
import { useAddress } from "../parts/address";
import { useChosenEvent, useEventSlug } from "../parts/chosen-event";
import { timeOf } from "../parts/labels";
import { Loaded, Panel, RefreshButton } from "../parts/panel";
import { PrintButton } from "../parts/print-dialog";
import { useSession } from "../parts/session";
import { strings, unpaidStrings } from "./plan.strings";
import { StallDialog } from "./stall-dialog";
import { UnpaidRelease } from "./unpaid-release";

const STATES = Object.keys(strings.states) as PlanState[];

const dots = "radial-gradient(circle at 50% 50%, rgb(36 26 23 / 55%) 0 1.2px, transparent 1.6px)";

/** Fills of the six stall states, distinguished by pattern as well as colour. */
const planStateStyle: SystemStyleObject = {
  "& [data-status=available]": { bg: "stall.free" },
  "& [data-status=held]": { bg: "stall.held", backgroundImage: hatch },
  "& [data-status=registered]": { bg: "stall.held" },
  "& [data-status=paying]": {
    bg: "marigold.solid",
    color: "marigold.on",
    backgroundImage: dots,
    backgroundSize: "6px 6px",
  },
  "& [data-status=sold]": { bg: "stall.sold", backgroundImage: cross },
  "& [data-status=blocked]": { bg: "sunk", backgroundImage: stripes },
};

type Type = ManagedEvent["types"][number];

/** Legend of the fills and of the event's types, with the number of stalls in each state. */
function PlanLegend({ stalls, types }: { readonly stalls: readonly PlanStall[]; readonly types: readonly Type[] }) {
  const shown = types.filter(({ key }) => stalls.some(({ type }) => type === key));
  return (
    <chakra.section aria-labelledby="plan-legend">
      <chakra.h3 id="plan-legend" textStyle="h3" mb="3">
        {strings.legend}
      </chakra.h3>
      <chakra.ul
        display="grid"
        gap="2.5"
        gridTemplateColumns={{ base: "repeat(2, minmax(0, 1fr))", sm: "repeat(3, minmax(0, 1fr))", lg: "1fr" }}
      >
        {STATES.map((state) => (
          <chakra.li key={state} display="flex" gap="3" alignItems="center" lineHeight="1.3">
            <Box
              aria-hidden
              data-status={state}
              width="1.75rem"
              height="1.75rem"
              borderRadius="4px"
              borderWidth="1px"
              flexShrink="0"
            />
            <Box minWidth="0">
              <Box fontWeight="600">
                <span>{`${strings.states[state]} `}</span>
                <chakra.span data-count fontVariantNumeric="tabular-nums">
                  {stalls.filter((stall) => stall.state === state).length}
                </chakra.span>
              </Box>
              <Box fontSize="0.875rem" color="muted">
                {strings.checks[state]}
              </Box>
            </Box>
          </chakra.li>
        ))}
      </chakra.ul>
      <Box mt="4" fontSize="0.875rem" color="muted">
        {shown.map(({ key, look }) => strings.look({ type: stallTypeLabel(key), look: LOOK_TEXTS[look] })).join(" ")}
      </Box>
    </chakra.section>
  );
}

/**
 * Area and fixtures of the published plan: another than the standard hall only if a publication says so.
 *
 * @returns no `ground` until it is known which
 */
function useDashboardGround(slug: string | undefined, stalls: readonly PlanStall[] | undefined) {
  const isOther = stalls?.[0]?.drawing !== undefined;
  const { currentData, isError, refetch } = useGetDesignedPlanQuery(isOther && slug !== undefined ? slug : skipToken);
  const ground: Ground | undefined = isOther ? currentData?.published : STANDARD_GROUND;
  return { ground, isError: isOther && isError, refetch };
}

/** Polling interval, in ms; the same as the public plan's. */
const POLL_MS = 10_000;

function Tip({ stall }: { readonly stall: PlanStall }) {
  const { stallId, type, price, state, holderName, deadline, networkStalls = 0 } = stall;
  return (
    <>
      <Box fontWeight="600">{`${stallId} · ${stallTypeLabel(type)} · ${rupees(price)}`}</Box>
      <Box>{deadline === undefined ? strings.states[state] : strings.until(state, timeOf(deadline))}</Box>
      {holderName !== undefined && <Box>{holderName}</Box>}
      {networkStalls > 1 && <Box>{strings.stall.network(networkStalls)}</Box>}
    </>
  );
}

const DesignerView = lazyPart(async () => (await import("./designer/designer-view")).DesignerView);

/** ?view=plan: the floor plan with live states, or with `draw=on` the designer. */
export function PlanView() {
  const isDrawn = useAddress().get("draw") === "on";
  return isDrawn ? <DesignerView /> : <StallStates />;
}

/** The floor plan with live states; a click opens the stall's history and actions. */
function StallStates() {
  const { get, put } = useAddress();
  const event = useChosenEvent();
  const slug = useEventSlug();
  const plan = useGetPlanQuery(slug, { pollingInterval: POLL_MS, refetchOnMountOrArgChange: true });
  // Never another event's plan, while the chosen one is being fetched; nor its stalls in another hall.
  const known = useDashboardGround(event?.slug, plan.currentData);
  const { ground } = known;
  const data =
    ground === undefined || plan.currentData === undefined ? undefined : { stalls: plan.currentData, ground };
  const query = {
    ...{ data, currentData: data, fulfilledTimeStamp: plan.fulfilledTimeStamp, isFetching: plan.isFetching },
    isError: plan.isError || known.isError,
    refetch: () => Promise.all([plan.refetch(), ...(known.isError ? [known.refetch()] : [])]),
  };
  const stallId = get("stall");
  const bookingId = get("booking");
  const { canEdit } = useSession();
  const [releasing, setReleasing] = useState(false);
  const isHeld = data?.stalls.some(({ state }) => state === "held" || state === "registered" || state === "paying");
  return (
    <Panel
      title={strings.title}
      aside={
        <Flex gap="3" wrap="wrap">
          {event !== undefined && (
            <Button asChild data-unprinted size="sm" variant="outline">
              <Link to={dashboardPath({ view: "plan", draw: "on", event: event.slug })}>
                <PencilRuler aria-hidden />
                <span>{strings.draw}</span>
              </Link>
            </Button>
          )}
          {event !== undefined && canEdit && isHeld === true && (
            <Button size="sm" variant="outline" onClick={() => setReleasing(true)}>
              <Unlock aria-hidden />
              <span>{unpaidStrings.open}</span>
            </Button>
          )}
          <PrintButton event={event} />
          <RefreshButton query={query} />
        </Flex>
      }
    >
      <Text color="muted" mb="4">
        {strings.lead}
      </Text>
      <Loaded query={query} loading={strings.loading} failed={strings.failed}>
        {({ stalls, ground: hall }) => (
          <Grid
            templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 46rem) 16rem" }}
            gap={{ base: "6", lg: "10" }}
            justifyContent="center"
            css={planStateStyle}
          >
            <Box mx={{ base: "-4", md: "0" }} minWidth="0">
              <StallPlan
                stalls={stalls}
                ground={hall}
                label={strings.label(stalls.length)}
                statusOf={({ state }) => state}
                nameOf={strings.name}
                tipOf={(stall) => <Tip stall={stall} />}
                onChoose={(stall) => put({ stall: stall.stallId })}
              />
            </Box>
            <chakra.aside>
              <PlanLegend stalls={stalls} types={event?.types ?? []} />
              <Box mt="5">
                <Choice
                  label={strings.goTo}
                  value=""
                  onChange={(chosen) => put({ stall: chosen })}
                  options={[
                    ["", strings.choose],
                    ...stalls
                      .toSorted(byNumber)
                      .map((stall) => [stall.stallId, `${stall.stallId}, ${strings.states[stall.state]}`] as const),
                  ]}
                />
              </Box>
            </chakra.aside>
            {stallId !== "" && bookingId === "" && (
              <StallDialog
                // Another event's stall of this number is another stall: its open questions are not this one's.
                key={`${slug} ${stallId}`}
                event={{ slug, title: event?.title ?? slug }}
                stallId={stallId}
                stall={stalls.find((known) => known.stallId === stallId)}
                onBooking={(id) => put({ booking: id })}
                onClose={() => put({ stall: "" })}
              />
            )}
          </Grid>
        )}
      </Loaded>
      {releasing && event !== undefined && <UnpaidRelease event={event.slug} onClose={() => setReleasing(false)} />}
      {bookingId !== "" && <BookingDialog id={bookingId} onClose={() => put({ booking: "" })} />}
    </Panel>
  );
}
