import { Badge, Box, Button, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { Mail, MapPin, Phone } from "lucide-react";
import type { ReactNode } from "react";
import type { Listing } from "../../api/catalogue-api";
import { Modal } from "../../ui/dialog";
import { LazyImage } from "../../ui/lazy-image";
import { VisitButton } from "../../ui/outbound";

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

function Fact({
  icon,
  name,
  children,
}: {
  readonly icon: ReactNode;
  readonly name: string;
  readonly children: ReactNode;
}) {
  return (
    <Box position="relative" ps="8" minWidth="0">
      <chakra.dt textStyle="label" color="muted">
        <Box as="span" position="absolute" insetInlineStart="0" top="1" color="rani.text" aria-hidden>
          {icon}
        </Box>
        {name}
      </chakra.dt>
      <chakra.dd overflowWrap="anywhere">{children}</chakra.dd>
    </Box>
  );
}

const filled = (text: string | null | undefined) => (text ?? "").trim();

/** A listing over the page that is shown: picture, words, whom to ask, and the way to the shop. */
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
  const partner = filled(listing.partnerName) || filled(listing.brand) || filled(listing.brandName);
  const email = filled(listing.contactEmail);
  const phone = filled(listing.contactPhone);
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
      {/* The key keeps nothing of a listing that was shown before. */}
      <Box key={listing.id} borderRadius="card" overflow="hidden" mb="4">
        <LazyImage src={picture} alt={listing.name} ratio="4 / 3" eager />
      </Box>
      <Flex gap="2" wrap="wrap" align="center" mb="3">
        <Badge variant="outline">{listing.category}</Badge>
        {partner !== "" && (
          <Text textStyle="small" color="muted">
            {strings.by} {partner}
          </Text>
        )}
      </Flex>
      <Text whiteSpace="pre-line">{listing.description}</Text>
      <Grid as="dl" gap="3" mt="5" templateColumns={{ base: "1fr", sm: "1fr 1fr" }}>
        <Fact icon={<MapPin size={20} />} name={strings.place}>
          {filled(listing.location) || strings.india}
        </Fact>
        {email !== "" && (
          <Fact icon={<Mail size={20} />} name={strings.email}>
            <a href={`mailto:${email}`}>{email}</a>
          </Fact>
        )}
        {phone !== "" && (
          <Fact icon={<Phone size={20} />} name={strings.phone}>
            <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</a>
          </Fact>
        )}
      </Grid>
    </Modal>
  );
}
