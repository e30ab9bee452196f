import { Box, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { PATHS } from "@sakhi/domain/site/routes";
import { useEffect, useRef } from "react";
import { useHighlightsQuery } from "../../../api/catalogue-api";
import { useEventFacts } from "../../../api/event-facts";
import { useSalesState } from "../../../api/sales-state";
import { BlockPrintBand } from "../../../ui/block-print";
import { frame } from "../../../ui/card";
import { EventText } from "../../../ui/event-text";
import { LinkButton } from "../../../ui/link-button";
import { usePrefersReducedMotion } from "../../../ui/media-query";
import { PageHeading } from "../../../ui/page";
import { pageHead, usePageHead } from "../../../ui/page-head";
import { FailureState } from "../../../ui/states";
import { HomeCarousels } from "./carousels";
import { strings } from "./home.strings";
import { Bestsellers, PastEvents, Spotlight } from "./sections";

/** Structured data about the organisation and the site's search. */
function siteData({ name, supportEmail }: PublicFacts["organisation"]): object[] {
  const { origin } = globalThis.location;
  return [
    { "@type": "Organization", name, url: origin, email: supportEmail },
    {
      "@type": "WebSite",
      name,
      url: origin,
      potentialAction: {
        "@type": "SearchAction",
        target: `${origin}/?q={search_term_string}`,
        "query-input": "required name=search_term_string",
      },
    },
  ];
}

/** Duration and start delay of a counter, in ms (specification 1, section 4). */
const COUNT_MS = 2000;
const DELAY_MS = 100;

const indian = new Intl.NumberFormat("en-IN");

/** A number that counts up from 0 with an ease-out; shown at once if the visitor prefers reduced motion. */
function Counter({ target, suffix }: { readonly target: number; readonly suffix: string }) {
  const reducedMotion = usePrefersReducedMotion();
  const ref = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const text = ref.current;
    if (reducedMotion || text === null) return;
    let frame = 0;
    const count = (start: number) => {
      const progress = Math.min(1, (performance.now() - start) / COUNT_MS);
      // Bypasses React: rendering four counters in each frame would block a phone's main thread.
      text.textContent = indian.format(Math.round(target * (1 - (1 - progress) ** 3))) + suffix;
      if (progress < 1) frame = requestAnimationFrame(() => count(start));
    };
    const timer = setTimeout(() => count(performance.now()), DELAY_MS);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [target, suffix, reducedMotion]);

  return <span ref={ref}>{indian.format(reducedMotion ? target : 0) + suffix}</span>;
}

function Statistics() {
  return (
    <chakra.section aria-label={strings.statistics} bg="indigo.solid" color="indigo.on">
      <Grid
        as="dl"
        {...frame}
        py={{ base: "6", md: "8" }}
        gap="6"
        templateColumns={{ base: "repeat(2, minmax(0, 1fr))", lg: "1.6fr 1fr 1fr 1fr" }}
      >
        {strings.figures.map(({ target, suffix, label }) => (
          <Flex key={label} direction="column-reverse">
            <chakra.dt>{label}</chakra.dt>
            <chakra.dd
              fontFamily="heading"
              fontWeight="700"
              fontSize={{ base: "1.75rem", md: "2.5rem" }}
              lineHeight="1.15"
              fontVariantNumeric="tabular-nums lining-nums"
              color="marigold.solid"
            >
              <Counter target={target} suffix={suffix} />
            </chakra.dd>
          </Flex>
        ))}
      </Grid>
    </chakra.section>
  );
}

/** How the Mela stands, and whether its stalls can be booked now; the server checks each booking by its own. */
function useMelaState() {
  const mela = useEventFacts();
  const state = useSalesState(mela);
  return { mela, state, isBookable: state === "open" };
}

/** One line below the heading while stalls can be booked, so that the Mela is found on a phone's first screen. */
function MelaLine() {
  const { mela, isBookable } = useMelaState();
  if (!isBookable) return null;
  return (
    <Box
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="3"
      rowGap="1"
      mb="4"
      bg="rani.soft"
      borderRadius="card"
      px="4"
      py="2"
      width="fit-content"
      maxWidth="full"
    >
      <span>
        <EventText>{`${strings.melaNow(mela)} `}</EventText>
      </span>
      <LinkButton to={PATHS.plan} size="sm" label={strings.melaNowAction} />
    </Box>
  );
}

/** The Mela: dates and links, with an invitation while stalls can be booked. */
function MelaBand() {
  const { mela, state, isBookable } = useMelaState();
  return (
    <Box bg="rani.soft" my={{ base: "10", md: "14" }}>
      <BlockPrintBand />
      <Flex
        {...frame}
        py={{ base: "7", md: "9" }}
        gap="6"
        direction={{ base: "column", md: "row" }}
        align={{ md: "center" }}
        justify="space-between"
      >
        <div>
          <Text color="rani.text" fontWeight="600">
            <EventText>{strings.melaKicker(mela, state)}</EventText>
          </Text>
          <chakra.h2 textStyle="h2" mt="1">
            <EventText>{strings.melaHeading(mela)}</EventText>
          </chakra.h2>
          {isBookable && <Text mt="2">{strings.melaText}</Text>}
        </div>
        <Flex gap="3" wrap="wrap" flexShrink="0">
          <LinkButton to={PATHS.plan} size="lg" label={isBookable ? strings.melaAction : strings.melaLook} />
          <LinkButton
            to={PATHS.events}
            aria-label={`${strings.melaAbout}: ${mela.name}`}
            size="lg"
            variant="outline"
            label={strings.melaAbout}
          />
        </Flex>
      </Flex>
      <BlockPrintBand />
    </Box>
  );
}

/** /: introduction, highlights of the catalogue, the Mela, and past events. */
export function HomePage() {
  usePageHead(pageHead(PATHS.home), siteData(useEventFacts().organisation));
  const { currentData, error, isFetching, refetch } = useHighlightsQuery(undefined);
  const failed = currentData === undefined && error !== undefined && !isFetching;
  return (
    <>
      <Box {...frame} pt={{ base: "7", md: "10" }} pb={{ base: "6", md: "8" }}>
        <Grid
          templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1.5fr) minmax(0, 1fr)" }}
          gap={{ base: "5", lg: "12" }}
          alignItems="end"
        >
          <div>
            <MelaLine />
            <Text color="rani.text" fontWeight="600" mb="2">
              {strings.kicker}
            </Text>
            <PageHeading style="display">{strings.heading}</PageHeading>
          </div>
          <div>
            <Text textStyle="lead">{strings.lead}</Text>
            <Flex gap="3" mt="4" wrap="wrap">
              <LinkButton to={PATHS.products} label={strings.shop} />
              <LinkButton to={PATHS.services} variant="outline" label={strings.services} />
            </Flex>
          </div>
        </Grid>
      </Box>
      <Box {...frame} pb={{ base: "8", md: "10" }}>
        {failed ? (
          <FailureState message={strings.failed} onRetry={() => void refetch()} />
        ) : (
          <HomeCarousels highlights={currentData} />
        )}
      </Box>
      <Statistics />
      {!failed && (
        <Box {...frame} pt={{ base: "10", md: "14" }}>
          <Spotlight highlights={currentData} />
          <Bestsellers highlights={currentData} />
        </Box>
      )}
      <MelaBand />
      {!failed && (
        <Box {...frame}>
          <PastEvents highlights={currentData} />
        </Box>
      )}
    </>
  );
}
