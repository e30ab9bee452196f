import { Badge, Box, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import { Mail, MapPin, Phone } from "lucide-react";
import { useState } from "react";
import type { Listing } from "../api/catalogue-api";
import { tapLinks } from "../ui/card";
import { telephone } from "../ui/contacts";
import { LazyImage } from "../ui/lazy-image";
import { VisitButton } from "../ui/outbound";
import { Picture } from "../ui/picture";
import { FactWithIcon } from "../ui/sign";
import { largeRatio } from "./pictures/frames";
import { priceOf } from "./price";
import { addressOf, brandNameOf } from "./product-link";
import { strings } from "./product.strings";
import { SellingActions } from "./selling-actions";
import { VerifiedBadge } from "./verified-badge";

const fact = { size: 20, ps: "8", minWidth: "0", overflowWrap: "anywhere" } as const;

const trimmed = (text: string | null | undefined) => (text ?? "").trim();

const MAIN_SIZES = "(min-width: 560px) 560px, 92vw";

/** The pictures of a product: one large, the others to choose from; its drawing if it has none. */
export function ProductPictures({ listing }: { readonly listing: Listing }) {
  const pictures = listing.productPictures ?? [];
  const [chosen, setChosen] = useState(0);
  const shown = pictures[chosen] ?? pictures[0];
  if (shown === undefined) {
    const drawing = listing.productImages?.[0]?.imageUrl ?? listing.image;
    return (
      <Box borderRadius="card" overflow="hidden">
        <LazyImage src={drawing} alt={listing.name} ratio="4 / 3" eager />
      </Box>
    );
  }
  return (
    <div>
      <Box borderRadius="card" overflow="hidden">
        <Picture
          key={chosen}
          picture={shown}
          alt={shown.alt || listing.name}
          sizes={MAIN_SIZES}
          // All have the shape of the first: the thumbnails keep their place.
          ratio={largeRatio(pictures[0] ?? shown)}
          eager
          first
        />
      </Box>
      {pictures.length > 1 && (
        <Flex role="group" aria-label={strings.pictures} gap="2" mt="2">
          {pictures.map((picture, index) => (
            <chakra.button
              key={index}
              type="button"
              aria-label={strings.picture(index + 1, pictures.length)}
              aria-pressed={index === chosen}
              onClick={() => setChosen(index)}
              flex="1"
              minWidth="tap"
              maxWidth="5rem"
              borderRadius="small"
              overflow="hidden"
              borderWidth="3px"
              borderColor={index === chosen ? "rani.solid" : "transparent"}
            >
              <Picture picture={picture} alt="" sizes="80px" ratio="1 / 1" eager />
            </chakra.button>
          ))}
        </Flex>
      )}
    </div>
  );
}

/** What a product costs, where it comes from and who makes it. */
export function ProductSummary({ listing }: { readonly listing: Listing }) {
  const price = priceOf(listing);
  const partner = trimmed(listing.partnerName) || brandNameOf(listing);
  return (
    <>
      <Flex gap="2" wrap="wrap" align="center" mb="3">
        <Badge variant="outline">{categoryLabel(listing.category)}</Badge>
        {listing.verified === true && <VerifiedBadge />}
        {partner !== "" && (
          <Text textStyle="small" color="muted" overflowWrap="anywhere">
            {strings.by} {partner}
          </Text>
        )}
      </Flex>
      {price !== undefined && (
        <Text textStyle="h2" mb="2" fontVariantNumeric="tabular-nums lining-nums">
          {price}
        </Text>
      )}
      {listing.paused === true && (
        <Text mb="2" fontWeight="600">
          {strings.paused}
        </Text>
      )}
    </>
  );
}

/** A product's text, and the contacts that its brand shows to everyone. */
export function ProductText({ listing }: { readonly listing: Listing }) {
  const email = trimmed(listing.contactEmail);
  const phone = trimmed(listing.contactPhone);
  return (
    <>
      <Text whiteSpace="pre-line">{listing.description}</Text>
      <Grid as="dl" gap="3" mt="5" templateColumns={{ base: "1fr", sm: "1fr 1fr" }}>
        <FactWithIcon icon={MapPin} {...fact} name={strings.place}>
          {trimmed(listing.location) || strings.india}
        </FactWithIcon>
        {email !== "" && (
          <FactWithIcon icon={Mail} {...fact} css={tapLinks} name={strings.email}>
            <a href={`mailto:${email}`}>{email}</a>
          </FactWithIcon>
        )}
        {phone !== "" && (
          <FactWithIcon icon={Phone} {...fact} css={tapLinks} name={strings.phone}>
            <a href={telephone(phone)}>{phone}</a>
          </FactWithIcon>
        )}
      </Grid>
    </>
  );
}

/** Where a product is bought or asked about; only the shop for a listing without a page. */
export function ProductActions({ listing }: { readonly listing: Listing }) {
  const path = addressOf(listing);
  const website = trimmed(listing.link) || listing.websiteUrl;
  if (path === undefined) return <VisitButton website={website}>{strings.visit}</VisitButton>;
  return (
    <SellingActions
      brand={brandNameOf(listing)}
      whatsapp={listing.whatsappUrl}
      product={{ name: listing.name, price: priceOf(listing) }}
      path={path}
    >
      <VisitButton website={website} variant="outline" size="lg" px="5">
        {strings.visit}
      </VisitButton>
    </SellingActions>
  );
}
