import { Box, chakra, Flex } from "@chakra-ui/react";
import { useId } from "react";
import type { ReactNode } from "react";
import { card } from "../../../ui/card";

interface PanelProps {
  readonly title: string;
  readonly level?: "h2" | "h3";
  /** What stands at the end of the heading's line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** One part of a view, with its heading. */
export function Panel({ title, level = "h2", aside, children }: PanelProps) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id} {...card} p={{ base: "4", md: "5" }} minWidth="0">
      <Flex justify="space-between" align="center" gap="3" wrap="wrap" mb="3">
        <chakra.h2 as={level} id={id} textStyle="h3">
          {title}
        </chakra.h2>
        {aside}
      </Flex>
      {children}
    </chakra.section>
  );
}

/** One fact: its name and what it is. */
export type Fact = readonly [name: string, value: ReactNode];

/** Facts with their names, in columns as wide as the place allows. */
export function Facts({
  facts,
  minWidth = "11rem",
}: {
  readonly facts: readonly Fact[];
  readonly minWidth?: string;
}) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={`repeat(auto-fill, minmax(min(100%, ${minWidth}), 1fr))`}
      columnGap="5"
      rowGap="3"
    >
      {facts.map(([name, value]) => (
        <Box key={name} minWidth="0">
          <chakra.dt textStyle="label" color="muted" fontWeight="400">
            {name}
          </chakra.dt>
          <chakra.dd m="0" textStyle="small" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
            {value}
          </chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  );
}

/** What something means, by colour; the words beside it say the same. */
export type Tone = "good" | "waiting" | "bad" | "plain";

const TONES = {
  good: { bg: "leaf.soft", color: "leaf.text" },
  waiting: { bg: "marigold.soft", color: "ink" },
  bad: { bg: "alarm.soft", color: "alarm.text" },
  plain: { bg: "sunk", color: "ink" },
} as const satisfies Record<Tone, object>;

/** A word in a coloured chip. */
export function Chip({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      px="2.5"
      py="0.5"
      borderRadius="full"
      fontSize="0.875rem"
      fontWeight="600"
      lineHeight="1.35"
      whiteSpace="nowrap"
      {...TONES[tone]}
    >
      {children}
    </chakra.span>
  );
}

/** A quiet sentence where there is nothing to show. */
export function Nothing({ children }: { readonly children: ReactNode }) {
  return (
    <chakra.p color="muted" py="2">
      {children}
    </chakra.p>
  );
}
