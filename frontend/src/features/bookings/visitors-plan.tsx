import { Box, Skeleton } from "@chakra-ui/react";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { LayoutStall } from "../../api/mela-api";
import { StallPlan } from "../../shared/floor-plan/stall-plan";
import { statusMark } from "../../shared/floor-plan/stall-style";
import { useGround } from "../../shared/floor-plan/use-ground";
import { Hidden } from "../../ui/page";
import { priceWords } from "../../ui/price-words";
import { stallLink } from "./first-question";
import { strings } from "./mela.strings";

/** What the plan shows of the brands that show their stall. */
export interface MetOnPlan {
  /** Names by stall. */
  readonly brands: ReadonlyMap<string, string>;
  /** The stalls that are searched for; none without a search. */
  readonly found: ReadonlySet<string>;
  /** Said at the entrance while the event is open to visitors. */
  readonly here: string | undefined;
}

interface FloorPlanProps {
  /** Slug of the plan's event. */
  readonly event: string;
  readonly stalls: readonly LayoutStall[];
  /** The visitor's own stall, if any. */
  readonly own: string | undefined;
  /** Undefined if nobody shows her stall, or that is not known yet. */
  readonly met: MetOnPlan | undefined;
  readonly onChoose: (stall: LayoutStall) => void;
}

/** Label of a stall's status, on screen and for screen readers. */
export function statusLabel(stall: LayoutStall, own: string | undefined): string {
  if (stall.stallId === own) return strings.plan.reservedForYou;
  return stall.blocked ? strings.plan.blocked : strings.plan.status[stall.status];
}

/** The visitors' floor plan. The list view is its equivalent. */
export function FloorPlan({ event, stalls, own, met, onChoose }: FloorPlanProps) {
  const ground = useGround(event, stalls);
  if (ground === undefined) {
    return (
      <>
        <Hidden>
          <span role="status">{strings.plan.loading}</span>
        </Hidden>
        <Skeleton mt={{ md: "3.25rem" }} width="full" height="min(35rem, max(62dvh, 100vw))" />
      </>
    );
  }
  return (
    <StallPlan
      stalls={stalls}
      ground={ground}
      label={strings.plan.planLabel(stalls.length)}
      statusOf={statusMark}
      nameOf={(stall) =>
        [strings.plan.stallName(stall, statusLabel(stall, own)), met?.brands.get(stall.stallId)]
          .filter((part) => part !== undefined)
          .join(", ")
      }
      tipOf={(stall) => (
        <>
          <Box fontWeight="600">{`${stall.stallId} · ${stallTypeLabel(stall.type)}`}</Box>
          {met?.brands.has(stall.stallId) === true && (
            <Box overflowWrap="anywhere">{met.brands.get(stall.stallId)}</Box>
          )}
          <Box fontVariantNumeric="tabular-nums">{`${priceWords(stall)} · ${statusLabel(stall, own)}`}</Box>
        </>
      )}
      onChoose={onChoose}
      linkOf={stallLink}
      ringed={met?.found}
      here={met?.here}
      flagged={own === undefined ? undefined : { stallId: own, words: strings.plan.yours }}
    />
  );
}
