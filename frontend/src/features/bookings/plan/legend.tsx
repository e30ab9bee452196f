import { Box, chakra, Flex } from "@chakra-ui/react";
import { STALL_STATUSES, STALL_TYPES, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import type { ReactNode } from "react";
import type { LayoutStall } from "../../../api/mela-api";
import { stallStyle } from "../../../ui/floor-plan/stall-style";
import { rupees } from "../../../ui/money";
import { strings } from "../mela.strings";

/** What stands in the legend until the layout has told the prices (specification 2, section 9); in rupees. */
const LISTED_PRICES: Readonly<Record<StallType, number>> = { Premium: 36_000, General: 27_000 };

const swatch = {
  width: "2rem",
  height: "2rem",
  borderRadius: "4px",
  borderWidth: "2px",
  flexShrink: "0",
} as const;

function Entry({
  sample,
  name,
  words,
}: {
  readonly sample: ReactNode;
  readonly name: string;
  readonly words: string;
}) {
  return (
    <chakra.li display="flex" gap="3" alignItems="center">
      {sample}
      <Box lineHeight="1.3">
        <Box fontWeight="600">{name}</Box>
        <Box fontSize="0.875rem" color="muted" display={{ base: "none", sm: "block" }}>
          {words}
        </Box>
      </Box>
    </chakra.li>
  );
}

/** What the fills, borders and marks of the plan mean, in words as well. */
export function Legend({ stalls }: { readonly stalls: readonly LayoutStall[] }) {
  const priceOf = (type: StallType) =>
    stalls.find((stall) => stall.type === type)?.price ?? LISTED_PRICES[type];
  return (
    <chakra.section aria-labelledby="legend" css={stallStyle}>
      <chakra.h2 id="legend" textStyle="h3" mb="3">
        {strings.plan.legend}
      </chakra.h2>
      <chakra.ul
        listStyleType="none"
        p="0"
        display="grid"
        gap="3"
        gridTemplateColumns={{
          base: "repeat(2, minmax(0, 1fr))",
          md: "repeat(3, minmax(0, 1fr))",
          lg: "1fr",
        }}
      >
        {STALL_STATUSES.map((status) => {
          const [name, words] = strings.plan.legendStatus[status];
          return (
            <Entry
              key={status}
              name={name}
              words={words}
              sample={<Box aria-hidden data-status={status} {...swatch} borderColor="transparent" />}
            />
          );
        })}
        {STALL_TYPES.map((type) => (
          <Entry
            key={type}
            name={`${stallTypeLabel(type)} ${rupees(priceOf(type))}`}
            words={strings.plan.legendType[type]}
            sample={
              <Box aria-hidden data-status="" data-type={type} {...swatch} position="relative" bg="card">
                <Box
                  data-mark={type}
                  position="absolute"
                  top="0"
                  insetInlineStart="0"
                  width="10px"
                  height="10px"
                  m={type === "General" ? "2px" : "0"}
                />
              </Box>
            }
          />
        ))}
        <Entry
          name={strings.plan.legendYours[0]}
          words={strings.plan.legendYours[1]}
          sample={
            <Box aria-hidden {...swatch} display="grid" placeItems="center" borderColor="transparent">
              <Box
                width="18px"
                height="18px"
                borderRadius="3px"
                bg="stall.held"
                boxShadow="0 0 0 2px {colors.card}, 0 0 0 5px {colors.rani.text}"
              />
            </Box>
          }
        />
      </chakra.ul>
    </chakra.section>
  );
}

/** Size and number of the stalls, and that the layout is tentative. */
export function PlanFacts() {
  return (
    <Flex as="ul" wrap="wrap" columnGap="2" rowGap="2" listStyleType="none" p="0" textStyle="small">
      {strings.plan.facts.map((fact) => (
        <chakra.li key={fact} bg="sunk" px="3" py="0.5" borderRadius="full">
          {fact}
        </chakra.li>
      ))}
    </Flex>
  );
}
