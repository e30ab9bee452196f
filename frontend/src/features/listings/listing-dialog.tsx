import { Box, Button } from "@chakra-ui/react";
import type { Listing } from "../../api/catalogue-api";
import { ProductActions, ProductSummary, ProductPictures, ProductText } from "../../shared/product-details";
import { productHead } from "../../shared/product-head";
import { addressOf } from "../../shared/product-link";
import { strings } from "../../shared/product.strings";
import { Modal } from "../../ui/dialog";
import { usePageHead } from "../../ui/page-head";

/** The head of the dialog's own address, for the browser's Share and bookmarks. */
function Head({ listing }: { readonly listing: Listing }) {
  usePageHead(productHead(listing), [], true);
  return null;
}

/** Dialog with a listing's picture, price, text, contacts and the ways to ask for it. */
export function ListingDialog({
  listing,
  open,
  atAddress,
  onClose,
}: {
  readonly listing: Listing;
  readonly open: boolean;
  /** It is open at the listing's own address. */
  readonly atAddress: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      open={open}
      title={listing.name}
      toRead
      hasAddress={atAddress}
      onClose={onClose}
      footer={
        <Button variant="ghost" onClick={onClose}>
          {strings.close}
        </Button>
      }
    >
      {atAddress && addressOf(listing) !== undefined && <Head listing={listing} />}
      {/* The key remounts the picture for another listing. */}
      <Box key={listing.id} mb="4">
        <ProductPictures listing={listing} />
      </Box>
      <ProductSummary listing={listing} />
      <Box mb="5" mt="4">
        <ProductActions listing={listing} />
      </Box>
      <ProductText listing={listing} />
    </Modal>
  );
}
