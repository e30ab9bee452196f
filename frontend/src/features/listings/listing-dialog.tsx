import { Badge, Box, Button, Flex, Grid, Text } from "@chakra-ui/react";
import { Mail, MapPin, Phone } from "lucide-react";
import type { Listing } from "../../api/catalogue-api";
import { Modal } from "../../ui/dialog";
import { LazyImage } from "../../ui/lazy-image";
import { VisitButton } from "../../ui/outbound";
import { FactWithIcon } from "../../ui/sign";
import { telephone } from "../../ui/contacts";

/** Texts of the listing dialog. */
const strings = {
  visit: "Visit Shop",
  close: "Close",
  by: "By",
  india: "India",
  email: "E-mail",
  phone: "Phone",
  place: "Location",
} as const;

const fact = { size: 20, ps: "8", minWidth: "0", overflowWrap: "anywhere" } as const;

const trimmed = (text: string | null | undefined) => (text ?? "").trim();

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
          <VisitButton website={listing.websiteUrl}>{strings.visit}</VisitButton>
        </>
      }
    >
      {/* The key remounts the picture for another listing. */}
      <Box key={listing.id} borderRadius="card" overflow="hidden" mb="4">
        <LazyImage src={picture} alt={listing.name} ratio="4 / 3" eager />
      </Box>
      <Flex gap="2" wrap="wrap" align="center" mb="3">
        <Badge variant="outline">{listing.category}</Badge>
        {partner !== "" && (
          <Text textStyle="small" color="muted" overflowWrap="anywhere">
            {strings.by} {partner}
          </Text>
        )}
      </Flex>
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
