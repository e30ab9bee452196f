import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { PATHS } from "@sakhi/domain/site/routes";
import { Box, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { useHighlightsQuery } from "../../../api/catalogue-api";
import { BlockPrintBand } from "../../../ui/block-print";
import { useMela } from "../../../ui/mela";
import { usePrefersReducedMotion } from "../../../ui/motion";
import { PageHeading } from "../../../ui/page";
import { pageHead, usePageHead } from "../../../ui/page-head";
import { FailureState } from "../../../ui/states";
import { HomeCarousels } from "./carousels";
import { strings } from "./home.strings";
import { Bestsellers, PastEvents, Spotlight } from "./sections";
import { LinkButton } from "../../../ui/link-button";
import { frame } from "../../../ui/card";

/** Who we are, and where our search answers, for search engines. */
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

/** How long a counter runs, and when it starts, in ms (specification 1, section 4). */
const COUNT_MS = 2000;
const DELAY_MS = 100;

const indian = new Intl.NumberFormat("en-IN");

/** A number that counts up from 0, fast first and slow at the end; it stands at once for those who want no motion. */
function Counter({ target, suffix }: { readonly target: number; readonly suffix: string }) {
  const still = usePrefersReducedMotion();
  const place = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const text = place.current;
    if (still || text === null) return;
    let frame = 0;
    const count = (start: number) => {
      const part = Math.min(1, (performance.now() - start) / COUNT_MS);
      // Past React: four of these, drawn by it in each frame, keep a phone from everything else.
      text.textContent = indian.format(Math.round(target * (1 - (1 - part) ** 3))) + suffix;
      if (part < 1) frame = requestAnimationFrame(() => count(start));
    };
    const timer = setTimeout(() => count(performance.now()), DELAY_MS);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [target, suffix, still]);

  return <span ref={place}>{indian.format(still ? target : 0) + suffix}</span>;
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

/** The Mela: an invitation to book a stall, as long as there are any to book. */
function MelaBand() {
  const mela = useMela();
  // By this browser's clock: the server judges each booking by its own (domain/src/events/sales.rules.ts). ISO 8601 UTC
  // compares as text.
  // oxlint-disable-next-line react/purity
  const now = new Date().toISOString();
  const isOver = mela.openingDays.every(
    ({ date, closes }) => now >= new Date(`${date}T${closes}:00+05:30`).toISOString(),
  );
  const isBookable = !isOver && now >= (mela.salesOpenAt ?? "") && !(mela.salesCloseAt && now >= mela.salesCloseAt);
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
            {strings.melaKicker(mela, isOver)}
          </Text>
          <chakra.h2 textStyle="h2" mt="1">
            {strings.melaHeading}
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

/** /: what the bazaar is, what stands out in it, and where it has been. */
export function HomePage() {
  usePageHead(pageHead(PATHS.home), siteData(useMela().organisation));
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
