import { Box } from "@chakra-ui/react";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { LayoutStall } from "../../../api/mela-api";
import { StallPlan } from "../../../ui/floor-plan/stall-plan";
import { rupees } from "../../../ui/money";
import { strings } from "../mela.strings";

interface FloorPlanProps {
  readonly stalls: readonly LayoutStall[];
  /** The visitor's own stall, if any. */
  readonly own: string | undefined;
  readonly onChoose: (stall: LayoutStall) => void;
}

/** What is read out and shown of a stall's status. */
export function statusLabel(stall: LayoutStall, own: string | undefined): string {
  return stall.stallId === own ? strings.plan.reservedForYou : strings.plan.status[stall.status];
}

/** The floor plan as visitors see it; the list view offers the same. */
export function FloorPlan({ stalls, own, onChoose }: FloorPlanProps) {
  return (
    <StallPlan
      stalls={stalls}
      label={strings.plan.planLabel(stalls.length)}
      statusOf={(stall) => stall.status}
      nameOf={(stall) => strings.plan.stallName(stall, statusLabel(stall, own))}
      tipOf={(stall) => (
        <>
          <Box fontWeight="600">
            {stall.stallId} · {stallTypeLabel(stall.type)}
          </Box>
          <Box fontVariantNumeric="tabular-nums">
            {rupees(stall.price)} · {statusLabel(stall, own)}
          </Box>
        </>
      )}
      onChoose={onChoose}
      flagged={own === undefined ? undefined : { stallId: own, words: strings.plan.yours }}
    />
  );
}
