import { Box, chakra, Flex } from "@chakra-ui/react";
import {
  LISTED_PRICES,
  stallTypeLabel,
  STALL_STATUSES,
  STALL_TYPES,
  type StallType,
} from "@sakhi/domain/stalls/stall.types";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import type { LayoutStall } from "../../api/mela-api";
import { stallStyle } from "../../shared/floor-plan/stall-style";
import { card } from "../../ui/card";
import { rupees } from "../../ui/money";
import { DecorativeIcon } from "../../ui/sign";
import { strings } from "./mela.strings";

const swatch = { width: "2rem", height: "2rem", borderRadius: "4px", borderWidth: "2px", flexShrink: "0" } as const;

function Entry({ sample, name, text }: { readonly sample: ReactNode; readonly name: string; readonly text: string }) {
  return (
    <chakra.li display="flex" gap="3" alignItems="center">
      {sample}
      <Box lineHeight="1.3">
        <Box fontWeight="600">{name}</Box>
        <Box fontSize="0.875rem" color="muted">
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
          <span>{strings.plan.status[status]}</span>
        </Flex>
      ))}
    </Flex>
  );
}

/** Legend for narrow screens: one line that expands. */
export function FoldedLegend({ stalls }: { readonly stalls: readonly LayoutStall[] }) {
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
}

/** Explains the plan's fills, borders and marks, in text as well as colour. */
export function Legend({ stalls }: { readonly stalls: readonly LayoutStall[] }) {
  return (
    <chakra.section aria-labelledby="legend" css={stallStyle}>
      <chakra.h2 id="legend" textStyle="h3" mb="3">
        {strings.plan.legend}
      </chakra.h2>
      <LegendEntries stalls={stalls} />
    </chakra.section>
  );
}

function LegendEntries({ stalls }: { readonly stalls: readonly LayoutStall[] }) {
  const priceOf = (type: StallType) => stalls.find((stall) => stall.type === type)?.price ?? LISTED_PRICES[type];
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
      {STALL_TYPES.map((type) => (
        <Entry
          key={type}
          name={`${stallTypeLabel(type)} ${rupees(priceOf(type))}`}
          text={strings.plan.legendType[type]}
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
export function PlanFacts({ stalls }: { readonly stalls: readonly LayoutStall[] | undefined }) {
  return (
    <Flex as="ul" wrap="wrap" columnGap="2" rowGap="2" textStyle="small">
      {strings.plan.facts(stalls?.length).map((fact) => (
        <chakra.li key={fact} bg="sunk" px="3" py="0.5" borderRadius="full">
          {fact}
        </chakra.li>
      ))}
    </Flex>
  );
}
