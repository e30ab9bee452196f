import { Box, chakra, Grid, Text } from "@chakra-ui/react";
import { brandPath, eventPath } from "@sakhi/domain/site/routes";
import { Children, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Highlights, PastEvent } from "../../../api/catalogue-api";
import { PastEventFacts } from "../../../shared/past-event";
import { LOGO, PRODUCT_CARD_RATIO } from "../../../shared/pictures/frames";
import { priceOf } from "../../../shared/price";
import { card, tapLinks } from "../../../ui/card";
import { LazyImage, type ShownPicture } from "../../../ui/lazy-image";
import { Skeletons } from "../../../ui/states";
import { strings } from "./home.strings";

const StyledLink = chakra(Link);

/** `highlights` is undefined while loading. */
export interface SectionProps {
  readonly highlights: Highlights | undefined;
}

/** Cards with a heading; renders nothing without cards. */
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
  if (!loading && Children.count(children) === 0) return null;
  return (
    <chakra.section aria-labelledby={id} mb={{ base: "10", md: "14" }}>
      <chakra.h2 id={id} textStyle="h2">
        {title}
      </chakra.h2>
      <Text mt="1" mb="5">
        {lead}
      </Text>
      <Grid
        templateColumns={{ base: "repeat(2, minmax(0, 1fr))", lg: "repeat(4, minmax(0, 1fr))" }}
        gap={{ base: "3", md: "6" }}
        aria-busy={loading}
      >
        {loading ? <Skeletons count={4} /> : children}
      </Grid>
    </chakra.section>
  );
}

/** Width of a card's picture. */
const CARD_SIZES = "(min-width: 1216px) 270px, (min-width: 1024px) 23vw, 46vw";

function Card({
  to,
  image,
  picture,
  fit = "cover",
  price,
  name,
  line,
  text,
}: {
  readonly to: string;
  readonly image: string | null | undefined;
  readonly picture: ShownPicture | null | undefined;
  /** A logo is shown whole. */
  readonly fit?: "cover" | "contain";
  readonly price?: string | undefined;
  readonly name: string;
  readonly line: string;
  readonly text: string;
}) {
  return (
    <StyledLink
      to={to}
      display="flex"
      flexDirection="column"
      {...card}
      color="ink"
      textDecoration="none"
      overflow="hidden"
      _hover={{ borderColor: "rani.solid" }}
    >
      <LazyImage src={image} picture={picture} sizes={CARD_SIZES} alt="" ratio={PRODUCT_CARD_RATIO} fit={fit} />
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
        {price !== undefined && (
          <Text fontWeight="600" fontVariantNumeric="tabular-nums lining-nums">
            {price}
          </Text>
        )}
        <Text textStyle="small" mt="1.5" lineClamp="2" display={{ base: "none", md: "-webkit-box" }}>
          {text}
        </Text>
      </Box>
    </StyledLink>
  );
}

/** Four seasonal brands. */
export function Spotlight({ highlights }: SectionProps) {
  return (
    <Section id="spotlight" title={strings.spotlight} lead={strings.spotlightLead} loading={highlights === undefined}>
      {highlights?.spotlight.slice(0, 4).map((brand) => (
        <Card
          key={brand.name}
          to={brandPath("shops", brand.name)}
          image={brand.logo}
          picture={brand.picture ?? brand.logoPicture}
          fit={brand.picture ? "cover" : LOGO.fit}
          name={brand.name}
          line={brand.location ?? strings.india}
          text={brand.description}
        />
      ))}
    </Section>
  );
}

/** Four bestselling products, linked to their brands. */
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
          to={brandPath("shops", listing.brand)}
          image={listing.image}
          picture={listing.picture}
          price={priceOf(listing)}
          name={listing.name}
          line={strings.by(listing.brand)}
          text={listing.description}
        />
      ))}
    </Section>
  );
}

function PastEventCard({ event }: { readonly event: PastEvent }) {
  return (
    <chakra.article {...card} overflow="hidden" display="flex" flexDirection="column">
      <LazyImage src={event.image} alt="" ratio="16 / 9" />
      <Box p="5">
        <chakra.h3 textStyle="h3" css={tapLinks}>
          <Link to={eventPath(event.title)}>{event.title}</Link>
        </chakra.h3>
        <PastEventFacts event={event} />
        <Text mt="3">{event.description}</Text>
      </Box>
    </chakra.article>
  );
}

/** Three past events. */
export function PastEvents({ highlights }: SectionProps) {
  if (highlights?.pastEvents.length === 0) return null;
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
