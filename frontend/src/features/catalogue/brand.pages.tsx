import { Box, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import type { Category } from "@sakhi/domain/catalogue/category-lists";
import { ngoBrandOf } from "@sakhi/domain/catalogue/ngo-brands";
import { isCatalogueModule } from "@sakhi/domain/site/modules";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { brandPath, categoryPath, MODULE_PATHS, PATHS, WITH_BRAND_PAGES } from "@sakhi/domain/site/routes";
import { slugOf } from "@sakhi/domain/site/slug";
import { useLocation, useParams, useSearchParams } from "react-router-dom";
import type { Listing } from "../../api/catalogue-api";
import { useSearchQuery } from "../../api/catalogue-api";
import { LazyImage } from "../../ui/lazy-image";
import { SocialLinks, VisitButton } from "../../ui/outbound";
import { BackLink, PageBody, PageHeading, useDocumentTitle } from "../../ui/page";
import { pageHead, usePageHead } from "../../ui/page-head";
import { EmptyState, FailureState, Skeletons } from "../../ui/states";
import { aboutBrand, brandOf, firstFilled, groupByBrand, imagesOf, MAX_GALLERY } from "./brand-groups";
import type { BrandGroup } from "./brand-groups";
import { CategoryBadges, gridColumns, ListingCard, LocationBadge, NothingHere } from "./cards";
import { strings } from "./catalogue.strings";
import { StaticNgoBrand } from "./static-ngo-brand";
import { brandListings } from "./listing-filters";
import { failureOf, type Listings, LISTINGS_FAILED, useListings } from "./use-listings";
import { LinkButton } from "../../ui/link-button";

/** Place-holders on brand and provider pages (specification 1, section 9). */
const SKELETONS = 4;

/** So many pictures of the gallery stand in view at once on a phone. */
const IN_VIEW = 2;

interface BrandProfileProps {
  readonly module: CatalogueModule;
  /** The name as the address has it; shown until the listings show how the brand writes it. */
  readonly name: string;
  readonly found: Listings;
  /** Where its back link leads; without one, the category of its listings. */
  readonly category?: Category;
  /** What stands when it has no pictures. */
  readonly empty?: { readonly title: string; readonly text: string };
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
  const first = (read: (listing: Listing) => string | null | undefined) => firstFilled(brand.listings, read);
  return (
    <>
      <LocationBadge>{brand.location}</LocationBadge>
      <Text textStyle="lead" my="4" maxWidth="text">
        {aboutBrand(brand, module)}
      </Text>
      <CategoryBadges categories={brand.categories} />
      <Flex gap="4" mt="6" wrap="wrap" align="center">
        <VisitButton website={first(({ websiteUrl }) => websiteUrl)}>{strings.brand.visit[module]}</VisitButton>
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
function BrandProfile({ module, name, found, category, empty = strings.brand.empty }: BrandProfileProps) {
  // The server compares names without case; the brand writes its own.
  const brand = groupByBrand(found.listings)[0];
  const gallery = galleryOf(brand?.listings ?? []);
  const cover = brand?.logo ?? brand?.firstImage;
  const back = backOfBrand(module, category ?? resolveCategory(module, found.listings[0]?.category ?? ""));
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
        <Grid templateColumns={gridColumns(2, 3, 5)} gap={{ base: "3", md: "5" }} aria-busy={found.loading}>
          {found.loading && <Skeletons count={SKELETONS} />}
          {gallery.map(({ listing, image }, place) => (
            <ListingCard key={image} listing={listing} image={image} eager={place < IN_VIEW} />
          ))}
        </Grid>
        {!found.loading && found.failure === undefined && gallery.length === 0 && (
          <EmptyState title={empty.title}>
            <Text maxWidth="text">{empty.text}</Text>
            <LinkButton to={MODULE_PATHS[module]} variant="outline" label={strings.brand.emptyAction[module]} />
          </EmptyState>
        )}
      </chakra.section>
    </PageBody>
  );
}

/** Where a brand's back link leads: to its category, but for services and NGO categories without brand pages. */
function backOfBrand(module: CatalogueModule, category: Category | undefined): { to: string; label: string } {
  const hasPage = module === "shops" || (module === "ngos" && WITH_BRAND_PAGES.includes(category?.slug ?? ""));
  return category !== undefined && hasPage
    ? { to: categoryPath(module, category.slug), label: strings.backTo(category.name) }
    : { to: MODULE_PATHS[module], label: strings.back[module] };
}

/** What a brand's page says it shows: as the brand writes its name, once one of its listings is known. */
function subjectOf(module: CatalogueModule, asked: string, listing: Listing | undefined) {
  const name = listing === undefined ? asked : brandOf(listing);
  return { name, path: brandPath(module, name), description: listing?.brandDescription };
}

/** The head of a brand's page; where there is no such brand it asks to be left out, as the api's does. */
function useBrandHead(page: string, module: CatalogueModule, asked: string, found: Listings): void {
  const { pathname } = useLocation();
  const [listing] = found.listings;
  const unknown = listing === undefined && !found.loading && found.failure === undefined;
  const subject = { ...subjectOf(module, asked, listing), parent: MODULE_PATHS[module] };
  usePageHead(unknown ? { path: pathname, title: asked } : pageHead(page, subject));
}

/** /brands/{brandName}?module=: a brand of any module; of the shops where the address does not say. */
export function BrandPage() {
  const { brandName = "" } = useParams();
  const asked = useSearchParams()[0].get("module") ?? "";
  const module = isCatalogueModule(asked) ? asked : "shops";
  const found = useListings(brandListings(module, brandName));
  useBrandHead(PATHS.brand, module, brandName, found);
  return <BrandProfile module={module} name={brandName} found={found} />;
}

/** /services/brands/{brandName}: a service provider. */
export function ProviderPage() {
  const { brandName = "" } = useParams();
  const found = useListings(brandListings("services", brandName));
  useBrandHead(PATHS.serviceBrand, "services", brandName, found);
  return <BrandProfile module="services" name={brandName} found={found} empty={strings.brand.providerEmpty} />;
}

/** The most that one answer holds: the category is looked through for the slug. */
const MAX_LISTINGS = 500;

function Unknown() {
  useDocumentTitle(strings.ngos.brandUnknown);
  return <NothingHere title={strings.ngos.brandUnknown} text={strings.ngos.brandUnknownText} />;
}

/** Seeks the live brand with this slug; its name is undefined meanwhile, and when there is none. */
function useBrandName(category: string, slug: string): Listings & { readonly name: string | undefined } {
  // The category's listings first; where it has more than one answer holds, the search is asked too.
  const found = useListings({ module: "ngos", category, limit: MAX_LISTINGS });
  const listing = found.listings.find((candidate) => slugOf(brandOf(candidate)) === slug);
  const words = slug.replaceAll("-", " ");
  const search = useSearchQuery(words, { skip: listing !== undefined || !found.hasMore || words.length < 2 });
  const brand = search.currentData?.brands.find(({ module, name }) => module === "ngos" && slugOf(name) === slug);
  const name = listing === undefined ? brand?.name : brandOf(listing);
  return {
    ...found,
    name,
    loading: found.loading || search.isFetching,
    failure: found.failure ?? (failureOf(search) === undefined ? undefined : LISTINGS_FAILED),
    retry: search.error === undefined ? found.retry : () => void search.refetch(),
  };
}

/** A live NGO brand by its slug, where the address names none of the three with a page of their own. */
function LiveNgoBrand({ slug, category }: { readonly slug: string; readonly category: Category }) {
  const sought = useBrandName(category.name, slug);
  const own = useListings(sought.name === undefined ? undefined : brandListings("ngos", sought.name));
  const found = sought.name === undefined ? { ...sought, listings: [] } : own;
  if (!sought.loading && sought.failure === undefined && sought.name === undefined) return <Unknown />;
  return (
    <>
      {sought.name !== undefined && <Head subject={subjectOf("ngos", sought.name, own.listings[0])} />}
      <BrandProfile module="ngos" name={sought.name ?? slug.replaceAll("-", " ")} found={found} category={category} />
    </>
  );
}

function Head({ subject }: { readonly subject: ReturnType<typeof subjectOf> }) {
  usePageHead(pageHead(PATHS.ngoBrand, subject));
  return null;
}

/** /categories/{categoryName}/{brandSlug}: one of the three static NGO brands, or a live one. */
export function NgoBrandPage() {
  const { categoryName = "", brandSlug = "" } = useParams();
  const brand = ngoBrandOf(brandSlug);
  const category = resolveCategory("ngos", categoryName);
  if (category === undefined) return <Unknown />;
  if (brand !== undefined) return <StaticNgoBrand brand={brand} />;
  return <LiveNgoBrand key={brandSlug} slug={brandSlug} category={category} />;
}
