import { Box, Button, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { Link } from "react-router-dom";
import type { Listing } from "../../../api/catalogue-api";
import { LazyImage } from "../../../ui/lazy-image";
import { SocialLinks, VisitButton } from "../../../ui/outbound";
import { BackLink, PageBody, PageHeading } from "../../../ui/page";
import { EmptyState, FailureState, Skeletons } from "../../../ui/states";
import { strings } from "../catalogue.strings";
import { aboutBrand, groupByBrand, imagesOf, MAX_GALLERY } from "./brand-groups";
import type { BrandGroup } from "./brand-groups";
import { CategoryBadges, ListingCard, LocationBadge } from "./cards";
import type { Listings } from "./use-listings";

/** Place-holders on brand and provider pages (specification 1, section 9). */
const SKELETONS = 4;

interface BrandProfileProps {
  readonly module: CatalogueModule;
  /** The name as the address has it; shown until the listings show how the brand writes it. */
  readonly name: string;
  readonly found: Listings;
  readonly back: { readonly to: string; readonly label: string };
  readonly empty: {
    readonly title: string;
    readonly text: string;
    readonly action: string;
    readonly to: string;
  };
}

/** The pictures of a brand's listings, at most five: one of each listing first, then the others. */
function galleryOf(listings: readonly Listing[]): { listing: Listing; image: string }[] {
  const pictures = listings.map((listing) => ({ listing, images: imagesOf(listing) }));
  const longest = Math.max(0, ...pictures.map(({ images }) => images.length));
  const turns = Array.from({ length: longest }, (_, turn) =>
    pictures.flatMap(({ listing, images }) => {
      const image = images[turn];
      return image === undefined ? [] : [{ listing, image }];
    }),
  );
  const seen = new Set<string>();
  return turns
    .flat()
    .filter(({ image }) => !seen.has(image) && seen.add(image))
    .slice(0, MAX_GALLERY);
}

function About({ brand, module }: { readonly brand: BrandGroup; readonly module: CatalogueModule }) {
  const first = (read: (listing: Listing) => string | null | undefined) =>
    brand.listings.map(read).find((text) => (text ?? "").trim() !== "");
  return (
    <>
      <LocationBadge>{brand.location}</LocationBadge>
      <Text textStyle="lead" my="4" maxWidth="text">
        {aboutBrand(brand, module)}
      </Text>
      <CategoryBadges categories={brand.categories} />
      <Flex gap="4" mt="6" wrap="wrap" align="center">
        <VisitButton website={first(({ websiteUrl }) => websiteUrl)}>
          {strings.brand.visit[module]}
        </VisitButton>
        <SocialLinks
          of={brand.name}
          addresses={{
            LinkedIn: first(({ linkedinUrl }) => linkedinUrl),
            Facebook: first(({ facebookUrl }) => facebookUrl),
            Instagram: first(({ instagramUrl }) => instagramUrl),
            WhatsApp: first(({ whatsappUrl }) => whatsappUrl),
          }}
        />
      </Flex>
    </>
  );
}

/** Holds the place of what a brand says of itself, so that its pictures stand where they will stand. */
function AboutToCome() {
  const bar = { bg: "sunk", borderRadius: "small", animation: "breathe 1.6s ease-in-out infinite" } as const;
  return (
    <Box aria-hidden mt="3">
      {["29px", "4.5rem", "1.75rem", "2.75rem"].map((height, place) => (
        <Box
          key={height}
          {...bar}
          height={height}
          mt={place === 0 ? "0" : "5"}
          width={place === 1 ? "full" : "10rem"}
          maxWidth="text"
          _motionReduce={{ animation: "none" }}
        />
      ))}
    </Box>
  );
}

/** A brand, initiative or provider: who it is, where to go, and at most five of its pictures. */
export function BrandProfile({ module, name, found, back, empty }: BrandProfileProps) {
  // The server compares names without case; the brand writes its own.
  const brand = groupByBrand(found.listings)[0];
  const gallery = galleryOf(brand?.listings ?? []);
  const cover = brand?.logo ?? brand?.firstImage;
  return (
    <PageBody>
      <BackLink to={back.to}>{back.label}</BackLink>
      <Grid
        templateColumns={{ base: "minmax(0, 1fr)", md: "220px minmax(0, 1fr)" }}
        gap={{ base: "5", md: "10" }}
        alignItems="center"
      >
        <Box width={{ base: "132px", md: "220px" }} borderRadius="card" overflow="hidden" boxShadow="card">
          <LazyImage src={cover} alt="" eager />
        </Box>
        <div>
          <PageHeading>{brand?.name ?? name}</PageHeading>
          {brand !== undefined && (
            <Box mt="3">
              <About brand={brand} module={module} />
            </Box>
          )}
          {found.loading && <AboutToCome />}
        </div>
      </Grid>
      <chakra.section aria-labelledby="gallery" mt={{ base: "8", md: "12" }}>
        <chakra.h2 id="gallery" textStyle="h2" mb="5">
          {strings.brand.gallery[module]}
        </chakra.h2>
        {found.failure !== undefined && <FailureState message={found.failure} onRetry={found.retry} />}
        <Grid
          templateColumns={{
            base: "repeat(2, minmax(0, 1fr))",
            md: "repeat(3, minmax(0, 1fr))",
            lg: "repeat(5, minmax(0, 1fr))",
          }}
          gap={{ base: "3", md: "5" }}
          aria-busy={found.loading}
        >
          {found.loading && <Skeletons count={SKELETONS} />}
          {gallery.map(({ listing, image }) => (
            <ListingCard key={image} listing={listing} image={image} />
          ))}
        </Grid>
        {!found.loading && found.failure === undefined && gallery.length === 0 && (
          <EmptyState title={empty.title}>
            <Text maxWidth="text">{empty.text}</Text>
            <Button asChild variant="outline">
              <Link to={empty.to}>{empty.action}</Link>
            </Button>
          </EmptyState>
        )}
      </chakra.section>
    </PageBody>
  );
}
