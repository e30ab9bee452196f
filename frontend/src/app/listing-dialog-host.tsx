import { useEffect, useState } from "react";
import type { Listing } from "../api/catalogue-api";
import type { ListingDialog } from "../features/listings/listing-dialog";
import { listingOfEvent, OPEN_LISTING } from "../shared/open-listing";
import { useOpenPart } from "./open-lazily";
import { useOnPage } from "./use-on-page";

interface Shown {
  readonly Dialog: typeof ListingDialog;
  readonly listing: Listing;
}

/** Opens a dialog with the listing of each `openListing` window event, on any page. */
export function ListingDialogHost() {
  const openLazily = useOpenPart();
  const [shown, setShown] = useState<Shown>();
  const [open = false, setOpen] = useOnPage<boolean>();

  useEffect(() => {
    const show = (event: Event) => {
      const listing = listingOfEvent(event);
      if (listing === undefined) return;
      openLazily(
        () => import("../features/listings/listing-dialog"),
        ({ ListingDialog: Dialog }) => {
          setShown({ Dialog, listing });
          setOpen(true);
        },
      );
    };
    globalThis.addEventListener(OPEN_LISTING, show);
    return () => globalThis.removeEventListener(OPEN_LISTING, show);
  }, [setOpen, openLazily]);

  if (shown === undefined) return null;
  return <shown.Dialog listing={shown.listing} open={open} onClose={() => setOpen(false)} />;
}
