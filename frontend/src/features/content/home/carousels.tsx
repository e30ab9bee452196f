import { chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import { brandPath } from "@sakhi/domain/site/routes";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Carousel } from "../../../ui/carousel";
import { LazyImage, type ShownPicture } from "../../../ui/lazy-image";
import { Skeletons } from "../../../ui/states";
import { strings } from "./home.strings";
import type { SectionProps } from "./sections";

/** Time per slide, in ms (specification 1, section 9). */
const ADVANCE_MS = 5000;
const StyledLink = chakra(Link);

/** Width of a slide's picture. */
const SLIDE_SIZES = "(min-width: 1216px) 270px, (min-width: 1024px) 22vw, (min-width: 480px) 45vw, 92vw";

function Slide({
  index,
  image,
  picture,
  kicker,
  title,
  children,
}: {
  readonly index: number;
  readonly image: string | null | undefined;
  readonly picture?: ShownPicture | null | undefined;
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
      <LazyImage src={image} picture={picture} sizes={SLIDE_SIZES} alt="" ratio="fill" eager={index === 0} />
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

function Slides({
  title,
  slides,
}: {
  readonly title: string;
  readonly slides: readonly { readonly key: string; readonly content: ReactNode }[];
}) {
  if (slides.length === 0) return null;
  return (
    <Flex direction="column" gap="3">
      <chakra.h2 textStyle="h3">{title}</chakra.h2>
      <Carousel label={title} everyMs={ADVANCE_MS} slides={slides} />
    </Flex>
  );
}

/** Carousels of featured products and of events, side by side on wide screens. */
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
      <Slides
        title={strings.featured}
        slides={highlights.featured.slice(0, 3).map((listing, index) => ({
          key: listing.id,
          content: (
            <Slide
              index={index}
              image={listing.image}
              picture={listing.picture}
              kicker={categoryLabel(listing.category)}
              title={listing.name}
            >
              <Text lineClamp="3">{listing.description}</Text>
              <StyledLink
                to={brandPath("shops", listing.brand)}
                color="indigo.on"
                fontWeight="600"
                textDecoration="underline"
                textUnderlineOffset="4px"
                minHeight="tap"
                display="inline-flex"
                alignItems="center"
                _focusVisible={{ outlineColor: "marigold.solid" }}
              >
                {strings.seeBrand(listing.brand)}
              </StyledLink>
            </Slide>
          ),
        }))}
      />
      <Slides
        title={strings.offers}
        slides={highlights.pastEvents.slice(0, 3).map((event, index) => ({
          key: event.id,
          content: (
            <Slide index={index} image={event.image} kicker={event.date} title={event.title}>
              <Text lineClamp="3">{event.description}</Text>
              {event.venue !== null && <Text fontWeight="600">{event.venue}</Text>}
            </Slide>
          ),
        }))}
      />
    </Grid>
  );
}
