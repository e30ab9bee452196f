import { Badge, Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { brandPath, PATHS } from "@sakhi/domain/site/routes";
import { MapPin } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { Listing } from "../../api/catalogue-api";
import { openAtAddress, openListing } from "../../shared/open-listing";
import { CARD_RATIO, LOGO, PRODUCT_CARD_RATIO } from "../../shared/pictures/frames";
import { priceOf } from "../../shared/price";
import { addressOf } from "../../shared/product-link";
import { strings as product } from "../../shared/product.strings";
import { VerifiedBadge } from "../../shared/verified-badge";
import { card } from "../../ui/card";
import { LazyImage, type ShownPicture } from "../../ui/lazy-image";
import { LinkButton } from "../../ui/link-button";
import { PageBody, Spinner } from "../../ui/page";
import { EmptyState } from "../../ui/states";
import { aboutBrand, type BrandGroup, brandOf, imagesOf, type ListingImage, MAX_BADGES } from "./brand-groups";
import { strings } from "./catalogue.strings";
import type { Listings } from "./use-listings";

/** Shared style of all cards. */
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

/** Grid columns for phones, tablets and laptops. */
export const gridColumns = (base: number, md: number, lg: number) => ({
  base: `repeat(${base}, minmax(0, 1fr))`,
  md: `repeat(${md}, minmax(0, 1fr))`,
  lg: `repeat(${lg}, minmax(0, 1fr))`,
});

/** Skips the layout of cards far down a long list until they are close to the viewport. */
export const longListStyle = {
  "& > *:nth-of-type(n + 25)": { contentVisibility: "auto", containIntrinsicSize: "auto 30rem" },
} as const;

/** Skips the layout and painting of listing cards until they are close to the viewport. */
export const belowFirstScreen = { "& > *": { contentVisibility: "auto", containIntrinsicSize: "auto 18rem" } } as const;

/** Widths of cards in the grids, as `sizes` of their pictures. */
const BRAND_CARD_SIZES = "(min-width: 1216px) 270px, (min-width: 1024px) 23vw, (min-width: 480px) 46vw, 92vw";
const LISTING_CARD_SIZES = "(min-width: 1216px) 215px, (min-width: 768px) 30vw, 46vw";

/** A link or button whose clickable area covers the whole card. */
const wholeCardStyle = {
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

/** Router link with Chakra style props. */
const StyledLink = chakra(Link);

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

/**
 * At most three badges: "Verified" if the brand is, and its categories. `desktopOnly` leaves out the categories where
 * cards have little space on phones.
 */
export function BrandBadges({
  brand: { categories, verified },
  desktopOnly = false,
}: {
  readonly brand: Pick<BrandGroup, "categories" | "verified">;
  readonly desktopOnly?: boolean;
}) {
  return (
    <>
      {verified && <VerifiedBadge />}
      {categories.length > 0 && (
        <Flex wrap="wrap" gap="1.5" display={desktopOnly ? { base: "none", lg: "flex" } : "flex"}>
          {categories.slice(0, verified ? MAX_BADGES - 1 : MAX_BADGES).map((category) => (
            <Badge key={category} variant="outline" data-testid="category-badge" whiteSpace="normal">
              {categoryLabel(category)}
            </Badge>
          ))}
        </Flex>
      )}
    </>
  );
}

/** Card of a category: a photograph of a product in it, else its drawing, with description and count. */
export function CategoryCard({
  to,
  name,
  description,
  image,
  picture,
  count,
  eager,
}: {
  readonly to: string;
  readonly name: string;
  readonly description: string;
  readonly image: string;
  readonly picture: ShownPicture | null | undefined;
  readonly count: string;
  readonly eager: boolean;
}) {
  return (
    <chakra.article {...cardStyle}>
      <LazyImage src={image} picture={picture} sizes={LISTING_CARD_SIZES} alt="" ratio={CARD_RATIO} eager={eager} />
      <Box p={{ base: "3", md: "4" }}>
        <chakra.h2 textStyle="h3" fontSize={{ base: "1.0625rem", md: "1.25rem" }} overflowWrap="anywhere">
          <StyledLink to={to} {...wholeCardStyle}>
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
  shops: ({ products }: BrandGroup) => strings.products.count(products.length),
  services: ({ serviceCount }: BrandGroup) => strings.services.count(serviceCount),
  ngos: ({ products }: BrandGroup) => strings.ngos.productCount(products.length),
} as const satisfies Record<CatalogueModule, (brand: BrandGroup) => string>;

/** Card of a brand, provider or NGO: image with logo, name, text, badges and link. */
export function BrandCard({
  brand,
  module,
  eager = false,
}: {
  readonly brand: BrandGroup;
  readonly module: CatalogueModule;
  /** For a card that is initially in view. */
  readonly eager?: boolean;
}) {
  const { name, firstImage: cover, firstPicture, logo, logoPicture } = brand;
  const to = brandPath(module, name);
  return (
    <chakra.article {...cardStyle}>
      <LazyImage
        src={cover ?? logo}
        picture={firstPicture ?? (cover === undefined ? logoPicture : undefined)}
        sizes={BRAND_CARD_SIZES}
        alt=""
        ratio={CARD_RATIO}
        fit={firstPicture === undefined && cover === undefined ? LOGO.fit : "cover"}
        eager={eager}
      />
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
          <LazyImage src={logo} picture={logoPicture} sizes="58px" alt="" {...LOGO} eager={eager} />
        </Box>
      )}
      <Flex direction="column" gap="2.5" p="4" pt={logo === undefined ? "4" : "2"} flex="1">
        <chakra.h2 textStyle="h3" overflowWrap="anywhere">
          <StyledLink to={to} {...wholeCardStyle}>
            {name}
          </StyledLink>
        </chakra.h2>
        <Text textStyle="small" lineClamp="3">
          {aboutBrand(brand, module)}
        </Text>
        <Flex wrap="wrap" gap="1.5" mt="auto">
          <LocationBadge>{brand.location}</LocationBadge>
          <Badge variant="solid">{COUNTS[module](brand)}</Badge>
          <BrandBadges brand={brand} desktopOnly={module === "services"} />
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

/** The link of a listing's card: its page, which a press opens as a dialog over this one. */
function ListingLink({ listing }: { readonly listing: Listing }) {
  const address = addressOf(listing);
  if (address === undefined) {
    return (
      <chakra.button type="button" {...wholeCardStyle} aria-haspopup="dialog" onClick={() => openListing(listing)}>
        {listing.name}
      </chakra.button>
    );
  }
  return (
    <chakra.a
      href={address}
      {...wholeCardStyle}
      onClick={(event) => {
        // Another tab or window, or a file: as the browser does it.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        openAtAddress(listing, address);
      }}
    >
      {listing.name}
    </chakra.a>
  );
}

/** Card of a listing, which opens the listing dialog. */
export function ListingCard({
  listing,
  image,
  level = "h3",
  eager = false,
}: {
  readonly listing: Listing;
  /** Overrides the listing's first image. */
  readonly image?: ListingImage | undefined;
  /** h2 if only the page's h1 is above the cards. */
  readonly level?: "h2" | "h3";
  /** For a card that is initially in view. */
  readonly eager?: boolean;
}) {
  const shown = image ?? imagesOf(listing)[0];
  const price = priceOf(listing);
  return (
    <chakra.article {...cardStyle}>
      <LazyImage
        src={shown?.src}
        picture={shown?.picture}
        sizes={LISTING_CARD_SIZES}
        alt={shown?.picture?.alt ?? ""}
        ratio={PRODUCT_CARD_RATIO}
        eager={eager}
      />
      <Box p={{ base: "3", md: "4" }}>
        <chakra.h3
          as={level}
          fontFamily="heading"
          fontWeight="600"
          fontSize={{ base: "1.0625rem", md: "1.1875rem" }}
          lineHeight="1.25"
          overflowWrap="anywhere"
        >
          <ListingLink listing={listing} />
        </chakra.h3>
        <Text textStyle="small" color="muted" mt="1" overflowWrap="anywhere">
          {brandOf(listing)}
        </Text>
        {price !== undefined && (
          <Text fontWeight="600" mt="1" fontVariantNumeric="tabular-nums lining-nums">
            {price}
          </Text>
        )}
        {listing.paused === true && (
          <Text textStyle="small" mt="1" fontWeight="600">
            {product.paused}
          </Text>
        )}
      </Box>
    </chakra.article>
  );
}

/**
 * Progress and "Show more" button of a long list; renders nothing for a single page. After the last page the progress text
 * takes the focus of the removed button. Use a key per list.
 */
export function ShowMore({ list, text }: { readonly list: Listings; readonly text: string }) {
  const progress = useRef<HTMLParagraphElement>(null);
  const [requested, setRequested] = useState(false);
  const { hasMore } = list;
  useEffect(() => {
    if (requested && !hasMore) progress.current?.focus({ preventScroll: true });
  }, [requested, hasMore]);
  if (!hasMore && !requested) return null;
  return (
    <Flex direction="column" align="center" gap="3" mt="8">
      <Text ref={progress} color="muted" role="status" tabIndex={-1}>
        {text}
      </Text>
      {hasMore && (
        // aria-disabled while loading: `disabled` would lose the focus.
        <Button
          variant="outline"
          aria-disabled={list.loadingMore}
          onClick={() => {
            setRequested(true);
            list.showMore();
          }}
        >
          {list.loadingMore && <Spinner />}
          <span>{strings.showMore}</span>
        </Button>
      )}
    </Flex>
  );
}

/** Page of an unknown NGO category or brand. */
export function NotFound({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <PageBody>
      <EmptyState level="h1" title={title}>
        <Text>{text}</Text>
        <LinkButton to={PATHS.ngo} variant="outline" label={strings.back.ngos} />
      </EmptyState>
    </PageBody>
  );
}
