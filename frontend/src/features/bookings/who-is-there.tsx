import { Box, Button, chakra, Input, Text } from "@chakra-ui/react";
import { brandsFound } from "@sakhi/domain/brands/met-brands";
import { isOpenToVisitors } from "@sakhi/domain/events/running-event";
import { brandPath } from "@sakhi/domain/site/routes";
import { useEffect, useId, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { useListBrandsAtQuery } from "../../api/catalogue-api";
import { useEventFacts } from "../../api/event-facts";
import { useServerTime } from "../../api/server-clock";
import { tapLinks } from "../../ui/card";
import { EventText } from "../../ui/event-text";
import type { MetOnPlan } from "./visitors-plan";
import { whoStrings } from "./who-is-there.strings";

interface WhoIsThereProps {
  /** Notifies the plan who is met where, and which of them are searched for. */
  readonly onMet: (met: MetOnPlan | undefined) => void;
  /** Whether the stalls are shown as a plan. */
  readonly hasPlan: boolean;
}

const MINUTE_MS = 60_000;

/** Moves the focus to a stall of the plan, which scrolls to it and says who is there. */
function showOnPlan(stallId: string): void {
  document.querySelector<HTMLElement>(`[data-stall="${stallId}"]`)?.focus();
}

/** The brands that show their stall, with a search, each with the way to its page; nothing without one. */
export function WhoIsThere({ onMet, hasPlan }: WhoIsThereProps) {
  const { slug, name, openingDays } = useEventFacts();
  const { currentData } = useListBrandsAtQuery(slug);
  const readIsOpen = (now: number) => (isOpenToVisitors(openingDays, new Date(now)) ? 1 : 0);
  const isOpen = useServerTime(true, readIsOpen, MINUTE_MS) === 1;
  const [typed, setTyped] = useState("");
  const id = useId();
  const brands = useMemo(() => currentData ?? [], [currentData]);
  const found = useMemo(() => brandsFound(brands, typed), [brands, typed]);
  const isSearched = found.length < brands.length;
  useEffect(() => {
    if (brands.length === 0) return undefined;
    onMet({
      brands: new Map(brands.map(({ stallId, brandName }) => [stallId, brandName])),
      found: new Set(isSearched ? found.map(({ stallId }) => stallId) : []),
      here: isOpen ? whoStrings.here : undefined,
    });
    return () => onMet(undefined);
  }, [brands, found, isSearched, isOpen, onMet]);
  if (brands.length === 0) return null;
  return (
    <chakra.section aria-labelledby="who" mt={{ base: "8", md: "12" }}>
      <chakra.h2 id="who" textStyle="h3" mb="3">
        <EventText>{whoStrings.title(name)}</EventText>
      </chakra.h2>
      <Box maxWidth="30rem" mb="3">
        <chakra.label htmlFor={id} textStyle="label">
          {whoStrings.search}
        </chakra.label>
        <Input
          id={id}
          type="search"
          autoComplete="off"
          maxLength={100}
          value={typed}
          aria-describedby={`${id}-help`}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Text id={`${id}-help`} textStyle="small" color="muted" mt="1">
          {whoStrings.searchHelp}
        </Text>
      </Box>
      <Text role="status" color="muted" mb="2" overflowWrap="anywhere">
        {found.length === 0 ? whoStrings.none(typed) : whoStrings.found(found.length, brands.length)}
      </Text>
      {found.length === 0 && (
        <Button variant="outline" size="sm" onClick={() => setTyped("")}>
          {whoStrings.clear}
        </Button>
      )}
      <chakra.ul
        listStyleType="none"
        display="grid"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", sm: "1fr 1fr", lg: "repeat(3, 1fr)" }}
        columnGap="6"
      >
        {found.map(({ stallId, brandName, module, categories }) => (
          <chakra.li key={stallId} display="flex" gap="3" alignItems="center" minHeight="tap" minWidth="0" py="1">
            {hasPlan ? (
              <Button
                size="sm"
                variant="subtle"
                minWidth="4rem"
                fontVariantNumeric="tabular-nums"
                aria-label={whoStrings.show(stallId, brandName)}
                onClick={() => showOnPlan(stallId)}
              >
                {stallId}
              </Button>
            ) : (
              <chakra.strong fontVariantNumeric="tabular-nums" minWidth="4rem">
                {stallId}
              </chakra.strong>
            )}
            <chakra.span css={tapLinks} overflowWrap="anywhere" minWidth="0">
              <Link to={brandPath(module, brandName)}>{brandName}</Link>
              <chakra.span display="block" textStyle="small" color="muted">
                {categories.join(", ")}
              </chakra.span>
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}
