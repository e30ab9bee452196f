import { Box, chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { sheet } from "./card";

/** A name and its value. */
export type OrderFact = readonly [name: string, value: string];

/** What is known of an order, on the pages that show its payment, and what else there is to say. */
export function OrderFacts({
  title,
  rows,
  children,
}: {
  readonly title: string;
  readonly rows: readonly OrderFact[];
  readonly children?: ReactNode;
}) {
  return (
    <chakra.section aria-labelledby="order" {...sheet} p="5">
      <chakra.h2 id="order" textStyle="h3" mb="3">
        {title}
      </chakra.h2>
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", sm: "auto minmax(0, 1fr)" }}
        columnGap="6"
        rowGap={{ base: "1", sm: "2" }}
      >
        {rows.map(([name, value]) => (
          <Box key={name} display="contents">
            <chakra.dt color="muted">{name}</chakra.dt>
            <chakra.dd fontWeight="600" overflowWrap="anywhere">
              {value}
            </chakra.dd>
          </Box>
        ))}
      </chakra.dl>
      {children}
    </chakra.section>
  );
}
