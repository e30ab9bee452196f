import { Badge, Box, Button, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { Mail, MapPin, Phone } from "lucide-react";
import { useState } from "react";
import type { Listing } from "../../api/catalogue-api";
import { priceOf } from "../../shared/price";
import { VerifiedBadge } from "../../shared/verified-badge";
import { telephone } from "../../ui/contacts";
import { Modal } from "../../ui/dialog";
import { LazyImage } from "../../ui/lazy-image";
import { CLOSE } from "../../ui/leave";
import { VisitButton } from "../../ui/outbound";
import { Picture, type ShownPicture } from "../../ui/picture";
import { FactWithIcon } from "../../ui/sign";

/** Texts of the listing dialog. */
const strings = {
  visit: "Visit Shop",
  close: CLOSE,
  by: "By",
  india: "India",
  email: "E-mail",
  phone: "Phone",
  place: "Location",
  pictures: "Pictures",
  picture: (nth: number, total: number) => `Picture ${nth} of ${total}`,
} as const;

const fact = { size: 20, ps: "8", minWidth: "0", overflowWrap: "anywhere" } as const;

const trimmed = (text: string | null | undefined) => (text ?? "").trim();

const MAIN_SIZES = "(min-width: 560px) 500px, 92vw";

/** The pictures of a product: one large, the others to choose from. */
function Pictures({ pictures, name }: { readonly pictures: readonly ShownPicture[]; readonly name: string }) {
  const [chosen, setChosen] = useState(0);
  const shown = pictures[chosen] ?? pictures[0];
  if (shown === undefined) return null;
  return (
    <Box mb="4">
      <Box borderRadius="card" overflow="hidden">
        <Picture key={chosen} picture={shown} alt={shown.alt || name} sizes={MAIN_SIZES} ratio="4 / 3" eager />
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
    </Box>
  );
}

/** Dialog with a listing's picture, text, contacts and shop link. */
export function ListingDialog({
  listing,
  open,
  onClose,
}: {
  readonly listing: Listing;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const picture = listing.productImages?.[0]?.imageUrl ?? listing.image;
  const pictures = listing.productPictures ?? [];
  const price = priceOf(listing);
  const partner = trimmed(listing.partnerName) || trimmed(listing.brand) || trimmed(listing.brandName);
  const email = trimmed(listing.contactEmail);
  const phone = trimmed(listing.contactPhone);
  return (
    <Modal
      open={open}
      title={listing.name}
      toRead
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {strings.close}
          </Button>
          <VisitButton website={trimmed(listing.link) || listing.websiteUrl}>{strings.visit}</VisitButton>
        </>
      }
    >
      {/* The key remounts the picture for another listing. */}
      {pictures.length > 0 ? (
        <Pictures key={listing.id} pictures={pictures} name={listing.name} />
      ) : (
        <Box key={listing.id} borderRadius="card" overflow="hidden" mb="4">
          <LazyImage src={picture} alt={listing.name} ratio="4 / 3" eager />
        </Box>
      )}
      <Flex gap="2" wrap="wrap" align="center" mb="3">
        <Badge variant="outline">{listing.category}</Badge>
        {listing.verified === true && <VerifiedBadge />}
        {partner !== "" && (
          <Text textStyle="small" color="muted" overflowWrap="anywhere">
            {strings.by} {partner}
          </Text>
        )}
      </Flex>
      {price !== undefined && (
        <Text textStyle="h3" mb="2" fontVariantNumeric="tabular-nums lining-nums">
          {price}
        </Text>
      )}
      <Text whiteSpace="pre-line">{listing.description}</Text>
      <Grid as="dl" gap="3" mt="5" templateColumns={{ base: "1fr", sm: "1fr 1fr" }}>
        <FactWithIcon icon={MapPin} {...fact} name={strings.place}>
          {trimmed(listing.location) || strings.india}
        </FactWithIcon>
        {email !== "" && (
          <FactWithIcon icon={Mail} {...fact} name={strings.email}>
            <a href={`mailto:${email}`}>{email}</a>
          </FactWithIcon>
        )}
        {phone !== "" && (
          <FactWithIcon icon={Phone} {...fact} name={strings.phone}>
            <a href={telephone(phone)}>{phone}</a>
          </FactWithIcon>
        )}
      </Grid>
    </Modal>
  );
}
