import { Badge, Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { brandPath, PATHS } from "@sakhi/domain/site/routes";
import { MapPin } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { Listing } from "../../api/catalogue-api";
import { LazyImage } from "../../ui/lazy-image";
import { LinkButton } from "../../ui/link-button";
import { PageBody, Spinner } from "../../ui/page";
import { EmptyState } from "../../ui/states";
import { openListing } from "../../ui/open-listing";
import { strings } from "./catalogue.strings";
import { aboutBrand, type BrandGroup, brandOf, imagesOf, MAX_BADGES } from "./brand-groups";
import type { Listings } from "./use-listings";
import { card } from "../../ui/card";

/** The look that all cards share. */
const cardStyle = {
  position: "relative",
  display: "flex",
  flexDirection: "column",
  height: "full",
  ...card,
  overflow: "hidden",
  transitionProperty: "transform, border-color",
  transitionDuration: "moderate",
  _hover: { borderColor: "rani.solid", transform: "translateY(-2px)" },
  _motionReduce: { transition: "none", _hover: { transform: "none" } },
} as const;

/** Columns on phones, tablets and laptops. */
export const gridColumns = (base: number, md: number, lg: number) => ({
  base: `repeat(${base}, minmax(0, 1fr))`,
  md: `repeat(${md}, minmax(0, 1fr))`,
  lg: `repeat(${lg}, minmax(0, 1fr))`,
});

/** For the grid of a long list: cards far down are not laid out until they near the screen. */
export const longListStyle = {
  "& > *:nth-of-type(n + 25)": { contentVisibility: "auto", containIntrinsicSize: "auto 30rem" },
} as const;

/** A link or button whose whole card answers to it. */
const coverStyle = {
  color: "indigo.text",
  textDecoration: "none",
  textAlign: "start",
  overflowWrap: "anywhere",
  cursor: "pointer",
  fontFamily: "inherit",
  fontWeight: "inherit",
  lineHeight: "inherit",
  _before: { content: '""', position: "absolute", inset: "0", borderRadius: "card" },
  _focusVisible: { outline: "none", _before: { outline: "3px solid {colors.rani.text}", outlineOffset: "-3px" } },
} as const;

/** A router link that takes style. */
const StyledLink = chakra(Link);

/** Where a brand is. */
export function LocationBadge({ children }: { readonly children: string }) {
  return (
    <Badge maxWidth="full">
      <MapPin aria-hidden />
      <chakra.span overflow="hidden" textOverflow="ellipsis">
        {children}
      </chakra.span>
    </Badge>
  );
}

/** At most three category badges; `desktopOnly` for cards that are short of room on phones. */
export function CategoryBadges({
  categories,
  desktopOnly = false,
}: {
  readonly categories: readonly string[];
  readonly desktopOnly?: boolean;
}) {
  if (categories.length === 0) return null;
  return (
    <Flex wrap="wrap" gap="1.5" display={desktopOnly ? { base: "none", lg: "flex" } : "flex"}>
      {categories.slice(0, MAX_BADGES).map((category) => (
        <Badge key={category} variant="outline" data-testid="category-badge" whiteSpace="normal">
          {category}
        </Badge>
      ))}
    </Flex>
  );
}

/** A category: its drawn picture, what it is, and how much there is. */
export function CategoryCard({
  to,
  name,
  description,
  image,
  count,
  eager,
}: {
  readonly to: string;
  readonly name: string;
  readonly description: string;
  readonly image: string;
  readonly count: string;
  readonly eager: boolean;
}) {
  return (
    <chakra.article {...cardStyle}>
      <LazyImage src={image} alt="" eager={eager} />
      <Box p={{ base: "3", md: "4" }}>
        <chakra.h2 textStyle="h3" fontSize={{ base: "1.0625rem", md: "1.25rem" }} overflowWrap="anywhere">
          <StyledLink to={to} {...coverStyle}>
            {name}
          </StyledLink>
        </chakra.h2>
        <Text textStyle="small" mt="1" display={{ base: "none", sm: "block" }}>
          {description}
        </Text>
        <Text textStyle="small" color="muted" mt="1">
          {count}
        </Text>
      </Box>
    </chakra.article>
  );
}

const COUNTS = {
  shops: ({ listings }: BrandGroup) => strings.products.count(listings.length),
  services: ({ serviceCount }: BrandGroup) => strings.services.count(serviceCount),
  ngos: ({ listings }: BrandGroup) => strings.ngos.productCount(listings.length),
} as const satisfies Record<CatalogueModule, (brand: BrandGroup) => string>;

/** A brand, provider or NGO: picture with its logo on it, name, words, badges, and the way to its page. */
export function BrandCard({ brand, module }: { readonly brand: BrandGroup; readonly module: CatalogueModule }) {
  const { name, firstImage: cover, logo } = brand;
  const to = brandPath(module, name);
  return (
    <chakra.article {...cardStyle}>
      <LazyImage src={cover ?? logo} alt="" ratio={{ base: "4 / 3", sm: "1 / 1" }} />
      {logo !== undefined && cover !== undefined && (
        <Box
          width="64px"
          mt="-40px"
          ms="4"
          position="relative"
          borderRadius="full"
          overflow="hidden"
          borderWidth="3px"
          borderColor="card"
          flexShrink="0"
        >
          <LazyImage src={logo} alt="" />
        </Box>
      )}
      <Flex direction="column" gap="2.5" p="4" pt={logo === undefined ? "4" : "2"} flex="1">
        <chakra.h2 textStyle="h3" overflowWrap="anywhere">
          <StyledLink to={to} {...coverStyle}>
            {name}
          </StyledLink>
        </chakra.h2>
        <Text textStyle="small" lineClamp="3">
          {aboutBrand(brand, module)}
        </Text>
        <Flex wrap="wrap" gap="1.5" mt="auto">
          <LocationBadge>{brand.location}</LocationBadge>
          <Badge variant="solid">{COUNTS[module](brand)}</Badge>
          <CategoryBadges categories={brand.categories} desktopOnly={module === "services"} />
        </Flex>
        {module !== "ngos" && (
          <StyledLink
            to={to}
            aria-label={strings.exploreLabel(name)}
            position="relative"
            display="flex"
            alignItems="center"
            justifyContent="center"
            minHeight="tap"
            mt="1"
            borderRadius="card"
            borderWidth="2px"
            borderColor="indigo.text"
            color="indigo.text"
            fontWeight="600"
            textDecoration="none"
            _hover={{ bg: "indigo.soft" }}
          >
            {strings.exploreBrand}
          </StyledLink>
        )}
      </Flex>
    </chakra.article>
  );
}

/** A listing; it opens the listing dialog. */
export function ListingCard({
  listing,
  image,
  level = "h3",
  eager = false,
}: {
  readonly listing: Listing;
  /** Another picture than its first. */
  readonly image?: string;
  /** h2 where no heading stands above the cards but the page's own. */
  readonly level?: "h2" | "h3";
  /** Where it stands in view at once. */
  readonly eager?: boolean;
}) {
  return (
    <chakra.article {...cardStyle}>
      <LazyImage src={image ?? imagesOf(listing)[0]} alt="" ratio="1 / 1" eager={eager} />
      <Box p={{ base: "3", md: "4" }}>
        <chakra.h3
          as={level}
          fontFamily="heading"
          fontWeight="600"
          fontSize={{ base: "1.0625rem", md: "1.1875rem" }}
          lineHeight="1.25"
          overflowWrap="anywhere"
        >
          <chakra.button type="button" {...coverStyle} aria-haspopup="dialog" onClick={() => openListing(listing)}>
            {listing.name}
          </chakra.button>
        </chakra.h3>
        <Text textStyle="small" color="muted" mt="1" overflowWrap="anywhere">
          {brandOf(listing)}
        </Text>
      </Box>
    </chakra.article>
  );
}

/**
 * The foot of a long list: how far it goes, and the way to more. Nothing when all is shown at once; when all is shown at
 * last, the focus goes on from here. Another list needs another key.
 */
export function ShowMore({ found, text }: { readonly found: Listings; readonly text: string }) {
  const foot = useRef<HTMLParagraphElement>(null);
  const [asked, setAsked] = useState(false);
  const { hasMore } = found;
  useEffect(() => {
    if (asked && !hasMore) foot.current?.focus({ preventScroll: true });
  }, [asked, hasMore]);
  if (!hasMore && !asked) return null;
  return (
    <Flex direction="column" align="center" gap="3" mt="8">
      <Text ref={foot} color="muted" role="status" tabIndex={-1}>
        {text}
      </Text>
      {hasMore && (
        // Not disabled while more is on its way: it would lose the focus.
        <Button
          variant="outline"
          aria-disabled={found.loadingMore}
          onClick={() => {
            setAsked(true);
            found.showMore();
          }}
        >
          {found.loadingMore && <Spinner />}
          {strings.showMore}
        </Button>
      )}
    </Flex>
  );
}

/** The page of an NGO category or brand that there is none of. */
export function NothingHere({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <PageBody>
      <EmptyState level="h1" title={title}>
        <Text>{text}</Text>
        <LinkButton to={PATHS.ngo} variant="outline" label={strings.back.ngos} />
      </EmptyState>
    </PageBody>
  );
}
