import { Box, type BoxProps, chakra, Flex, Text } from "@chakra-ui/react";
import { specifiedLook, STALL_STATUSES, stallTypeLabel, type StallType } from "@sakhi/domain/stalls/stall.types";
import { ChevronDown } from "lucide-react";
import { memo, type ReactNode } from "react";
import { useShownEvent } from "../../api/event-facts";
import type { LayoutStall } from "../../api/mela-api";
import { stallStyle, typeMark } from "../../shared/floor-plan/stall-style";
import { useGround } from "../../shared/floor-plan/use-ground";
import { card } from "../../ui/card";
import { rupees } from "../../ui/money";
import { DecorativeIcon } from "../../ui/sign";
import { strings } from "./mela.strings";
import { legendStrings } from "./plan-legend.strings";
import { planPrices, typesOf } from "./plan-prices";

/** Characters of types and prices that stand beside each other on a phone. */
const ONE_LINE = 32;

const swatch = { width: "2rem", height: "2rem", borderRadius: "4px", borderWidth: "2px", flexShrink: "0" } as const;

interface OfStalls {
  readonly stalls: readonly LayoutStall[];
}

function Entry({ sample, name, text }: { readonly sample: ReactNode; readonly name: string; readonly text: string }) {
  return (
    <chakra.li display="flex" gap="3" alignItems="center">
      {sample}
      {/* With text of 200 % a long word is wider than what is left beside the sample; each element has its own rule, by Chakra's reset. */}
      <Box lineHeight="1.3" minWidth="0">
        <Box fontWeight="600" overflowWrap="anywhere">
          {name}
        </Box>
        <Box fontSize="0.875rem" color="muted" overflowWrap="anywhere">
          {text}
        </Box>
      </Box>
    </chakra.li>
  );
}

/** The three status colours with their names, on one line. */
function LegendLine() {
  return (
    <Flex as="span" aria-hidden columnGap="2" wrap="wrap" textStyle="label" color="muted">
      {STALL_STATUSES.map((status) => (
        <Flex as="span" key={status} gap="1" align="center">
          <Box as="span" data-status={status} {...swatch} width="0.875rem" height="0.875rem" borderWidth="0" />
          <Box as="span" minWidth="0" overflowWrap="anywhere">
            {strings.plan.status[status]}
          </Box>
        </Flex>
      ))}
    </Flex>
  );
}

/** Legend for narrow screens: one line that expands. */
export const FoldedLegend = memo(function FoldedLegend({ stalls }: OfStalls) {
  return (
    <chakra.details
      {...card}
      mb="2"
      css={{
        ...stallStyle,
        "& summary": { listStyle: "none" },
        "& summary::-webkit-details-marker": { display: "none" },
        "&[open] summary [data-arrow]": { transform: "rotate(180deg)" },
        "&[open] summary [data-line]": { visibility: "hidden" },
      }}
    >
      <chakra.summary
        display="flex"
        alignItems="center"
        gap="2"
        minHeight="tap"
        px="2.5"
        fontSize="1rem"
        fontWeight="600"
        cursor="pointer"
      >
        <span>{strings.plan.legend}</span>
        <Box data-line flex="1" minWidth="0">
          <LegendLine />
        </Box>
        <DecorativeIcon icon={ChevronDown} size={20} data-arrow flexShrink="0" color="indigo.text" />
      </chakra.summary>
      <Box px="3" pb="4" pt="1">
        <LegendEntries stalls={stalls} />
      </Box>
    </chakra.details>
  );
});

/** Explains the plan's fills, borders and marks, in text as well as colour. */
export function Legend({ stalls }: OfStalls) {
  return (
    <chakra.section aria-labelledby="legend" css={stallStyle}>
      <chakra.h2 id="legend" textStyle="h3" mb="3">
        {strings.plan.legend}
      </chakra.h2>
      <LegendEntries stalls={stalls} />
    </chakra.section>
  );
}

/** A stall of a type, as the plan draws it: its border and mark are its own, also without colours. */
function TypeSample({ mark, ...box }: BoxProps & { readonly mark: string }) {
  return (
    <Box aria-hidden data-status="" data-type={mark} {...swatch} {...box} position="relative" bg="card">
      <Box
        data-mark={mark}
        position="absolute"
        top="0"
        insetInlineStart="0"
        width="10px"
        height="10px"
        m={mark === "General" ? "2px" : "0"}
      />
    </Box>
  );
}

/** What a stall of each type costs and how large it is, with tax and the rule on refunds: known before anything is chosen. */
export const PlanPrices = memo(function PlanPrices({ stalls }: OfStalls) {
  const { types, size } = planPrices(stalls);
  if (types.length === 0) return null;
  // Decided by the words, and not by the width of their letters: a font that comes late would move the plan.
  const isOneLine = types.map(({ words }) => words).join("").length <= ONE_LINE;
  return (
    <Box mb="2" css={stallStyle} data-prices>
      <Flex
        as="ul"
        direction={{ base: isOneLine ? "row" : "column", sm: "row" }}
        wrap={{ base: "nowrap", sm: "wrap" }}
        columnGap="3"
        rowGap="1"
        listStyleType="none"
      >
        {types.map(({ type, words }) => (
          <Flex as="li" key={type} gap="1.5" align="center" fontSize="0.9375rem" fontWeight="600" minWidth="0">
            <TypeSample mark={typeEntry(stalls, type).mark} width="1.25rem" height="1.25rem" />
            {/* With text of 200 % two words are wider than a phone. */}
            <Box as="span" minWidth="0" overflowWrap="anywhere">
              {words}
            </Box>
          </Flex>
        ))}
      </Flex>
      <Text textStyle="small" color="muted">
        {legendStrings.terms(size)}
      </Text>
    </Box>
  );
});

/** A type in the legend, as its stalls have it. */
function typeEntry(stalls: readonly LayoutStall[], type: StallType) {
  const stall = stalls.find((candidate) => candidate.type === type);
  const look = stall?.look ?? specifiedLook(type);
  return {
    mark: typeMark({ type, look: stall?.look }),
    price: stall?.price ?? 0,
    text: look === undefined ? "" : legendStrings.look[look],
  };
}

function LegendEntries({ stalls }: OfStalls) {
  return (
    <chakra.ul display="grid" gap="3" gridTemplateColumns={{ base: "1fr", sm: "repeat(2, minmax(0, 1fr))", lg: "1fr" }}>
      {STALL_STATUSES.map((status) => {
        const [name, text] = strings.plan.legendStatus[status];
        return (
          <Entry
            key={status}
            name={name}
            text={text}
            sample={<Box aria-hidden data-status={status} {...swatch} borderColor="transparent" />}
          />
        );
      })}
      {stalls.some(({ blocked }) => blocked) && (
        <Entry
          name={strings.plan.legendBlocked[0]}
          text={strings.plan.legendBlocked[1]}
          sample={<Box aria-hidden data-status="Blocked" {...swatch} borderColor="transparent" />}
        />
      )}
      {typesOf(stalls)
        .map((type) => ({ type, ...typeEntry(stalls, type) }))
        .map(({ type, mark, price, text }) => (
          <Entry
            key={type}
            name={`${stallTypeLabel(type)} ${rupees(price)}`}
            text={text}
            sample={<TypeSample mark={mark} />}
          />
        ))}
      <Entry
        name={strings.plan.legendYours[0]}
        text={strings.plan.legendYours[1]}
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
  );
}

/** Size and number of the stalls, and that the layout is tentative. */
export function PlanDetails({ stalls }: OfStalls) {
  const ground = useGround(useShownEvent(), stalls);
  if (ground === undefined) return null;
  const sizes = new Set(stalls.map(({ width = 10, height = 10 }) => `${width}' x ${height}'`));
  const facts = legendStrings.facts(ground, [...sizes].slice(0, 3).join(", ") || "10' x 10'", stalls.length);
  return (
    <Flex as="ul" wrap="wrap" columnGap="2" rowGap="2" textStyle="small">
      {facts.map((fact) => (
        <chakra.li key={fact} bg="sunk" px="3" py="0.5" borderRadius="full">
          {fact}
        </chakra.li>
      ))}
    </Flex>
  );
}
