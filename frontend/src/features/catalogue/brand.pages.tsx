import { Box, chakra, Flex, Grid, Skeleton, Text } from "@chakra-ui/react";
import { VIEW_AFTER_MS } from "@sakhi/domain/brands/views.rules";
import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import type { Category } from "@sakhi/domain/catalogue/category-lists";
import { ngoBrandOf } from "@sakhi/domain/catalogue/ngo-brands";
import { type CatalogueModule, moduleOf } from "@sakhi/domain/site/modules";
import {
  brandPath,
  categoryPath,
  MODULE_PATHS,
  nameInPath,
  PATHS,
  CATEGORIES_WITH_BRAND_PAGES,
} from "@sakhi/domain/site/routes";
import { slugOf } from "@sakhi/domain/site/slug";
import { Suspense, useEffect } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import type { Listing } from "../../api/catalogue-api";
import { useCountBrandViewMutation, useSearchQuery } from "../../api/catalogue-api";
import { COVER_RATIO, LOGO } from "../../shared/pictures/frames";
import { SellingActions } from "../../shared/selling-actions";
import { LazyImage } from "../../ui/lazy-image";
import { lazyPart } from "../../ui/lazy-part";
import { LinkButton } from "../../ui/link-button";
import { SocialLinks, VisitButton } from "../../ui/outbound";
import { BackLink, PageBody, PageHeading, useDocumentTitle, useFocusFallback } from "../../ui/page";
import { pageHead, usePageHead } from "../../ui/page-head";
import { isServer } from "../../ui/server";
import { EmptyState, FailureState, Skeletons } from "../../ui/states";
import { Ask } from "./ask";
import {
  aboutBrand,
  type BrandGroup,
  brandOf,
  firstFilled,
  groupByBrand,
  imagesOf,
  type ListingImage,
  MAX_GALLERY,
} from "./brand-groups";
import { belowFirstScreen, BrandBadges, gridColumns, ListingCard, LocationBadge, NotFound } from "./cards";
import { strings } from "./catalogue.strings";
import { brandListings } from "./listing-filters";
import { StaticNgoBrand } from "./static-ngo-brand";
import { failureOf, type Listings, LISTINGS_FAILED, useListings } from "./use-listings";

/** Lazy: few brands show a stall, and the page comes first. */
const VisitUs = lazyPart(async () => (await import("./visit-us")).VisitUs);

/** Number of skeletons on brand and provider pages (specification 1, section 9). */
const SKELETONS = 4;

/** Number of gallery images initially in view on a phone. */
const EAGER_IMAGES = 2;

interface BrandProfileProps {
  readonly module: CatalogueModule;
  /** The name in the URL; shown until a listing provides the brand's own spelling. */
  readonly name: string;
  readonly list: Listings;
  /** Category of the back link; by default that of the first listing. */
  readonly category?: Category;
  /** Texts of the empty state. */
  readonly empty?: { readonly title: string; readonly text: string };
  /** What its owner sees before others do: its views are not counted, and nobody can write to it. */
  readonly preview?: boolean;
}

/** The first five unique images of a brand's products: the first image of each, then the second of each, and so on. */
function galleryOf(products: readonly Listing[]): { listing: Listing; image: ListingImage }[] {
  const sources = products.map((listing) => ({ listing, images: imagesOf(listing) }));
  const longest = Math.max(0, ...sources.map(({ images }) => images.length));
  const rounds = Array.from({ length: longest }, (_, round) =>
    sources.flatMap(({ listing, images }) => {
      const image = images[round];
      return image === undefined ? [] : [{ listing, image }];
    }),
  );
  const seen = new Set<string>();
  return rounds
    .flat()
    .filter(({ image: { src } }) => !seen.has(src) && seen.add(src))
    .slice(0, MAX_GALLERY);
}

/** The logo, or the first product's picture; with a cover above it. */
function Identity({ brand }: { readonly brand: BrandGroup | undefined }) {
  const { logo, logoPicture, firstImage, firstPicture, coverPicture } = brand ?? {};
  return (
    <Box
      width={{ base: "132px", md: "220px" }}
      borderRadius="card"
      overflow="hidden"
      boxShadow="card"
      {...(coverPicture === undefined ? {} : { position: "relative", mt: { base: "-72px", md: "-96px" } })}
    >
      <LazyImage
        src={logo ?? firstImage}
        picture={logoPicture ?? (logo === undefined ? firstPicture : undefined)}
        sizes="(min-width: 768px) 220px, 132px"
        alt=""
        {...(logo === undefined && logoPicture === undefined ? {} : LOGO)}
        eager
      />
    </Box>
  );
}

function About({ brand, module }: { readonly brand: BrandGroup; readonly module: CatalogueModule }) {
  const first = (read: (listing: Listing) => string | null | undefined) => firstFilled(brand.listings, read);
  return (
    <>
      <LocationBadge>{brand.location}</LocationBadge>
      <Text textStyle="lead" my="4" maxWidth="text">
        {aboutBrand(brand, module)}
      </Text>
      <Flex wrap="wrap" gap="1.5">
        <BrandBadges brand={brand} />
      </Flex>
      <Box mt="6">
        <SellingActions
          brand={brand.name}
          whatsapp={first(({ whatsappUrl }) => whatsappUrl)}
          path={brandPath(module, brand.name)}
        >
          <VisitButton website={first(({ websiteUrl }) => websiteUrl)} variant="outline" size="lg" px="5">
            {strings.brand.visit[module]}
          </VisitButton>
        </SellingActions>
      </Box>
      <Box mt="4">
        <SocialLinks
          of={brand.name}
          addresses={{
            LinkedIn: first(({ linkedinUrl }) => linkedinUrl),
            Facebook: first(({ facebookUrl }) => facebookUrl),
            Instagram: first(({ instagramUrl }) => instagramUrl),
            WhatsApp: first(({ whatsappUrl }) => whatsappUrl),
          }}
        />
      </Box>
    </>
  );
}

/** Counts that the page was opened, for its owner; nothing about the visitor is sent or stored. */
export function useCountedView(module: CatalogueModule, name: string | undefined): void {
  const [count] = useCountBrandViewMutation();
  useEffect(() => {
    if (name === undefined) return;
    const timer = setTimeout(() => void count({ module, brandName: name }), VIEW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [count, module, name]);
}

/** Placeholder of About, which prevents a layout shift. */
function AboutSkeleton() {
  return (
    <Box aria-hidden mt="3">
      {["29px", "4.5rem", "1.75rem", "2.75rem"].map((height, index) => (
        <Skeleton
          key={height}
          height={height}
          mt={index === 0 ? "0" : "5"}
          width={index === 1 ? "full" : "10rem"}
          maxWidth="text"
        />
      ))}
    </Box>
  );
}

/** A name that no live brand has: mistyped, or withdrawn. */
export function NoSuchBrand({ module, name }: { readonly module: CatalogueModule; readonly name: string }) {
  const texts = strings.brand.unknown;
  return (
    <PageBody>
      <EmptyState level="h1" title={texts.title}>
        <Text maxWidth="text" overflowWrap="anywhere">
          {texts.text(name)}
        </Text>
        <Flex gap="3" wrap="wrap" justify="center">
          <LinkButton to={`${PATHS.home}?q=${encodeURIComponent(name)}`} label={texts.search} />
          <LinkButton to={MODULE_PATHS[module]} variant="outline" label={strings.brand.emptyAction[module]} />
        </Flex>
      </EmptyState>
    </PageBody>
  );
}

/** Page of a brand, initiative or provider: description, links and gallery. */
export function BrandProfile(props: BrandProfileProps) {
  const { module, name, list, category, empty = strings.brand.empty, preview = false } = props;
  // The server compares names case-insensitively; the listing has the brand's own spelling.
  const brand = groupByBrand(list.listings)[0];
  useCountedView(module, preview ? undefined : brand?.name);
  const galleryHeading = useFocusFallback();
  if (brand === undefined && !list.loading && list.failure === undefined) {
    return <NoSuchBrand module={module} name={name} />;
  }
  const products = brand?.products ?? [];
  const gallery = galleryOf(products);
  const others = products.filter((product) => !gallery.some(({ listing }) => listing === product));
  const cover = brand?.coverPicture;
  const back = backOfBrand(module, category ?? resolveCategory(module, list.listings[0]?.category ?? ""));
  return (
    <PageBody>
      {!preview && <BackLink to={back.to}>{back.label}</BackLink>}
      {cover !== undefined && (
        <Box borderRadius="card" overflow="hidden">
          <LazyImage
            src={undefined}
            picture={cover}
            sizes="(min-width: 1216px) 1152px, 94vw"
            alt={cover.alt}
            ratio={COVER_RATIO}
            eager
            first
          />
        </Box>
      )}
      <Grid
        templateColumns={{ base: "minmax(0, 1fr)", md: "220px minmax(0, 1fr)" }}
        gap={{ base: "5", md: "10" }}
        alignItems={cover === undefined ? "center" : "start"}
      >
        <Identity brand={brand} />
        <Box mt={cover === undefined ? undefined : { md: "6" }} minWidth="0">
          <PageHeading>{brand?.name ?? name}</PageHeading>
          {brand !== undefined && (
            <Box mt="3">
              <About brand={brand} module={module} />
              {!preview && !isServer && (
                <Suspense fallback={null}>
                  <VisitUs module={module} name={brand.name} />
                </Suspense>
              )}
            </Box>
          )}
          {list.loading && <AboutSkeleton />}
        </Box>
      </Grid>
      <chakra.section aria-labelledby="gallery" mt={{ base: "8", md: "12" }}>
        {/* It has the focus after a retry, which may find that there is no such brand. */}
        <chakra.h2 ref={galleryHeading} id="gallery" textStyle="h2" mb="5">
          {strings.brand.gallery[module]}
        </chakra.h2>
        {list.failure !== undefined && <FailureState message={list.failure} onRetry={list.retry} />}
        <Grid templateColumns={gridColumns(2, 3, 5)} gap={{ base: "3", md: "5" }} aria-busy={list.loading}>
          {list.loading && <Skeletons count={SKELETONS} />}
          {gallery.map(({ listing, image }, index) => (
            <ListingCard key={image.src} listing={listing} image={image} eager={index < EAGER_IMAGES} />
          ))}
        </Grid>
        {!list.loading && list.failure === undefined && gallery.length === 0 && (
          <EmptyState title={empty.title}>
            <Text maxWidth="text">{empty.text}</Text>
            <LinkButton to={MODULE_PATHS[module]} variant="outline" label={strings.brand.emptyAction[module]} />
          </EmptyState>
        )}
      </chakra.section>
      {others.length > 0 && (
        <chakra.section aria-labelledby="more" mt={{ base: "8", md: "12" }}>
          <chakra.h2 id="more" textStyle="h2" mb="5">
            {strings.brand.more[module]}
          </chakra.h2>
          <Grid templateColumns={gridColumns(2, 3, 5)} gap={{ base: "3", md: "5" }} css={belowFirstScreen}>
            {others.map((listing) => (
              <ListingCard key={listing.id} listing={listing} />
            ))}
          </Grid>
        </chakra.section>
      )}
      {brand !== undefined && !preview && <Ask key={brand.name} module={module} name={brand.name} />}
    </PageBody>
  );
}

/** Target of a brand's back link: its category, except for services and NGO categories without brand pages. */
function backOfBrand(module: CatalogueModule, category: Category | undefined): { to: string; label: string } {
  const hasPage =
    module === "shops" || (module === "ngos" && CATEGORIES_WITH_BRAND_PAGES.includes(category?.slug ?? ""));
  return category !== undefined && hasPage
    ? { to: categoryPath(module, category.slug), label: strings.backTo(category.name) }
    : { to: MODULE_PATHS[module], label: strings.back[module] };
}

/** Subject for the page's head, with the brand's own spelling of its name once a listing is known. */
function subjectOf(module: CatalogueModule, urlName: string, listing: Listing | undefined) {
  const name = listing === undefined ? urlName : brandOf(listing);
  return { name, path: brandPath(module, name), description: listing?.brandDescription };
}

/** Sets the head of a brand's page; noindex if there is no such brand, as in the head that the api renders. */
function useBrandHead(page: string, module: CatalogueModule, urlName: string, list: Listings): void {
  const [listing] = list.listings;
  const unknown = listing === undefined && !list.loading && list.failure === undefined;
  const subject = { ...subjectOf(module, urlName, listing), parent: MODULE_PATHS[module] };
  usePageHead(unknown ? { path: page, title: urlName } : pageHead(page, subject));
}

/** /brands/{brandName}?module=: a brand of any module; shops by default. */
export function BrandPage() {
  const brandName = nameInPath(useParams()["brandName"] ?? "");
  const module = moduleOf(useSearchParams()[0].get("module"));
  const list = useListings(brandListings(module, brandName));
  useBrandHead(PATHS.brand, module, brandName, list);
  return <BrandProfile module={module} name={brandName} list={list} />;
}

/** /services/brands/{brandName}: a service provider. */
export function ProviderPage() {
  const brandName = nameInPath(useParams()["brandName"] ?? "");
  const list = useListings(brandListings("services", brandName));
  useBrandHead(PATHS.serviceBrand, "services", brandName, list);
  return <BrandProfile module="services" name={brandName} list={list} empty={strings.brand.providerEmpty} />;
}

/** Maximum listings of one response, in which the slug is searched. */
const MAX_LISTINGS = 500;

function UnknownBrand() {
  useDocumentTitle(strings.ngos.brandUnknown);
  return <NotFound title={strings.ngos.brandUnknown} text={strings.ngos.brandUnknownText} />;
}

/** Finds the name of the live brand with this slug; undefined while loading and if there is none. */
function useBrandName(category: string, slug: string): Listings & { readonly name: string | undefined } {
  // The category's listings first; if they exceed one response, the search too.
  const list = useListings({ module: "ngos", category, limit: MAX_LISTINGS });
  const listing = list.listings.find((candidate) => slugOf(brandOf(candidate)) === slug);
  const query = slug.replaceAll("-", " ");
  const search = useSearchQuery(query, { skip: listing !== undefined || !list.hasMore || query.length < 2 });
  const brand = search.currentData?.brands.find(({ module, name }) => module === "ngos" && slugOf(name) === slug);
  const name = listing === undefined ? brand?.name : brandOf(listing);
  return {
    ...list,
    name,
    loading: list.loading || search.isFetching,
    failure: list.failure ?? (failureOf(search) === undefined ? undefined : LISTINGS_FAILED),
    retry: search.error === undefined ? list.retry : () => void search.refetch(),
  };
}

/** Page of a live NGO brand by its slug; the three static brands have their own page. */
function LiveNgoBrand({ slug, category }: { readonly slug: string; readonly category: Category }) {
  const search = useBrandName(category.name, slug);
  const ofBrand = useListings(search.name === undefined ? undefined : brandListings("ngos", search.name));
  const list = search.name === undefined ? { ...search, listings: [] } : ofBrand;
  if (!search.loading && search.failure === undefined && search.name === undefined) return <UnknownBrand />;
  return (
    <>
      {search.name !== undefined && <Head subject={subjectOf("ngos", search.name, ofBrand.listings[0])} />}
      <BrandProfile module="ngos" name={search.name ?? slug.replaceAll("-", " ")} list={list} category={category} />
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
  if (category === undefined) return <UnknownBrand />;
  if (brand !== undefined) return <StaticNgoBrand brand={brand} />;
  return <LiveNgoBrand key={brandSlug} slug={brandSlug} category={category} />;
}
