import { Box, chakra } from "@chakra-ui/react";
import type { PlanStall, PlanState } from "../../../api/admin-api";
import { strings } from "./plan.strings";

const STATES = Object.keys(strings.states) as PlanState[];

/** What the fills mean, and how many stalls stand so. */
export function PlanLegend({ stalls }: { readonly stalls: readonly PlanStall[] }) {
  return (
    <chakra.section aria-labelledby="plan-legend">
      <chakra.h3 id="plan-legend" textStyle="h3" mb="3">
        {strings.legend}
      </chakra.h3>
      <chakra.ul
        listStyleType="none"
        p="0"
        display="grid"
        gap="2.5"
        gridTemplateColumns={{
          base: "repeat(2, minmax(0, 1fr))",
          sm: "repeat(3, minmax(0, 1fr))",
          lg: "1fr",
        }}
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
              borderStyle="solid"
              borderColor="line"
              flexShrink="0"
            />
            <Box minWidth="0">
              <Box fontWeight="600">
                {strings.states[state]}{" "}
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
        {strings.types}
      </Box>
    </chakra.section>
  );
}
