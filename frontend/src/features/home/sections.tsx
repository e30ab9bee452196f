import { Box, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Highlights, Listing, PastEvent } from "../../api/catalogue-api";
import { Carousel } from "../../ui/carousel";
import { LazyImage } from "../../ui/lazy-image";
import { shopBrandPath } from "../../ui/paths";
import { Skeletons } from "../../ui/states";
import { strings } from "./home.strings";

/** A home carousel advances every 5 seconds (specification 1, section 9). */
const ADVANCE_MS = 5000;
const StyledLink = chakra(Link);

/** What the sections are given: undefined while it is on its way. */
interface SectionProps {
  readonly highlights: Highlights | undefined;
}

const brandOf = ({ brand, brandName }: Listing) => brand ?? brandName ?? "";

function Slide({
  picture,
  kicker,
  title,
  children,
}: {
  readonly picture: string | null | undefined;
  readonly kicker: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <Grid
      templateColumns={{ base: "1fr", sm: "1fr 1.1fr" }}
      templateRows={{ base: "12rem auto", sm: "minmax(18rem, 1fr)" }}
      color="indigo.on"
    >
      <LazyImage src={picture} alt="" ratio="fill" eager />
      <Flex direction="column" justify="center" gap="2" p={{ base: "5", md: "7" }}>
        <Text color="marigold.solid" fontWeight="600">
          {kicker}
        </Text>
        <chakra.h3 textStyle="h2" color="indigo.on">
          {title}
        </chakra.h3>
        {children}
      </Flex>
    </Grid>
  );
}

/** Two carousels side by side, or one under the other: products, and what is or was on. */
export function HomeCarousels({ highlights }: SectionProps) {
  if (highlights === undefined) {
    return (
      <Grid templateColumns={{ base: "1fr", lg: "1fr 1fr" }} gap="6" mt="10">
        <Skeletons count={2} ratio="16 / 10" />
      </Grid>
    );
  }
  return (
    <Grid templateColumns={{ base: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" }} gap="6">
      <Flex direction="column" gap="3">
        <chakra.h2 textStyle="h3">{strings.featured}</chakra.h2>
        <Carousel
          label={strings.featured}
          everyMs={ADVANCE_MS}
          slides={highlights.featured.slice(0, 3).map((listing) => ({
            key: listing.id,
            content: (
              <Slide
                picture={listing.image ?? listing.productImages?.[0]?.imageUrl}
                kicker={listing.category}
                title={listing.name}
              >
                <Text lineClamp="3">{listing.description}</Text>
                <StyledLink
                  to={shopBrandPath(brandOf(listing))}
                  color="indigo.on"
                  fontWeight="600"
                  textDecoration="underline"
                  textUnderlineOffset="4px"
                  minHeight="tap"
                  display="inline-flex"
                  alignItems="center"
                  _focusVisible={{ outlineColor: "marigold.solid" }}
                >
                  {strings.seeBrand(brandOf(listing))}
                </StyledLink>
              </Slide>
            ),
          }))}
        />
      </Flex>
      <Flex direction="column" gap="3">
        <chakra.h2 textStyle="h3">{strings.offers}</chakra.h2>
        <Carousel
          label={strings.offers}
          everyMs={ADVANCE_MS}
          slides={highlights.pastEvents.slice(0, 3).map((event) => ({
            key: event.id,
            content: (
              <Slide picture={event.image} kicker={event.date} title={event.title}>
                <Text lineClamp="3">{event.description}</Text>
                {event.venue !== null && <Text fontWeight="600">{event.venue}</Text>}
              </Slide>
            ),
          }))}
        />
      </Flex>
    </Grid>
  );
}

function Section({
  id,
  title,
  lead,
  loading,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly loading: boolean;
  readonly children: ReactNode;
}) {
  return (
    <chakra.section aria-labelledby={id} mb={{ base: "10", md: "14" }}>
      <chakra.h2 id={id} textStyle="h2">
        {title}
      </chakra.h2>
      <Text mt="1" mb="5">
        {lead}
      </Text>
      <Grid
        templateColumns={{
          base: "repeat(2, minmax(0, 1fr))",
          lg: "repeat(4, minmax(0, 1fr))",
        }}
        gap={{ base: "3", md: "6" }}
        aria-busy={loading}
      >
        {loading ? <Skeletons count={4} /> : children}
      </Grid>
    </chakra.section>
  );
}

function Card({
  to,
  picture,
  name,
  line,
  text,
}: {
  readonly to: string;
  readonly picture: string | null | undefined;
  readonly name: string;
  readonly line: string;
  readonly text: string;
}) {
  return (
    <StyledLink
      to={to}
      display="flex"
      flexDirection="column"
      bg="card"
      color="ink"
      textDecoration="none"
      borderRadius="card"
      borderWidth="1px"
      borderStyle="solid"
      borderColor="line"
      boxShadow="card"
      overflow="hidden"
      _hover={{ borderColor: "rani.solid" }}
    >
      <LazyImage src={picture} alt="" />
      <Box p={{ base: "3", md: "4" }}>
        <chakra.h3
          fontFamily="heading"
          fontWeight="600"
          fontSize={{ base: "1.0625rem", md: "1.25rem" }}
          lineHeight="1.25"
          overflowWrap="anywhere"
        >
          {name}
        </chakra.h3>
        <Text textStyle="small" color="muted">
          {line}
        </Text>
        <Text textStyle="small" mt="1.5" lineClamp="2" display={{ base: "none", md: "-webkit-box" }}>
          {text}
        </Text>
      </Box>
    </StyledLink>
  );
}

/** Four brands for the season. */
export function Spotlight({ highlights }: SectionProps) {
  return (
    <Section
      id="spotlight"
      title={strings.spotlight}
      lead={strings.spotlightLead}
      loading={highlights === undefined}
    >
      {highlights?.spotlight.slice(0, 4).map((brand) => (
        <Card
          key={brand.name}
          to={shopBrandPath(brand.name)}
          picture={brand.logo}
          name={brand.name}
          line={brand.location ?? strings.india}
          text={brand.description}
        />
      ))}
    </Section>
  );
}

/** Four products that sell; each leads to its maker. */
export function Bestsellers({ highlights }: SectionProps) {
  return (
    <Section
      id="bestsellers"
      title={strings.bestsellers}
      lead={strings.bestsellersLead}
      loading={highlights === undefined}
    >
      {highlights?.bestsellers.slice(0, 4).map((listing) => (
        <Card
          key={listing.id}
          to={shopBrandPath(brandOf(listing))}
          picture={listing.image ?? listing.productImages?.[0]?.imageUrl}
          name={listing.name}
          line={strings.by(brandOf(listing))}
          text={listing.description}
        />
      ))}
    </Section>
  );
}

function PastEventCard({ event }: { readonly event: PastEvent }) {
  const facts = [
    { name: strings.date, value: event.date },
    { name: strings.time, value: event.time },
    { name: strings.venue, value: event.venue },
  ].filter(({ value }) => value !== null);
  return (
    <chakra.article
      bg="card"
      borderRadius="card"
      borderWidth="1px"
      borderStyle="solid"
      borderColor="line"
      boxShadow="card"
      overflow="hidden"
      display="flex"
      flexDirection="column"
    >
      <LazyImage src={event.image} alt="" ratio="16 / 9" />
      <Box p="5">
        <chakra.h3 textStyle="h3">{event.title}</chakra.h3>
        <chakra.dl mt="2" display="grid" gridTemplateColumns="auto 1fr" columnGap="3">
          {facts.map(({ name, value }) => (
            <Box key={name} display="contents">
              <chakra.dt color="muted">{name}</chakra.dt>
              <chakra.dd>{value}</chakra.dd>
            </Box>
          ))}
        </chakra.dl>
        <Text mt="3">{event.description}</Text>
      </Box>
    </chakra.article>
  );
}

/** Three events of the past. */
export function PastEvents({ highlights }: SectionProps) {
  return (
    <chakra.section aria-labelledby="past-events" mb={{ base: "6", md: "10" }}>
      <chakra.h2 id="past-events" textStyle="h2">
        {strings.pastEvents}
      </chakra.h2>
      <Text mt="1" mb="5">
        {strings.pastEventsLead}
      </Text>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 1fr))" }} gap="6">
        {highlights === undefined ? (
          <Skeletons count={3} ratio="4 / 3" />
        ) : (
          highlights.pastEvents.slice(0, 3).map((event) => <PastEventCard key={event.id} event={event} />)
        )}
      </Grid>
    </chakra.section>
  );
}
