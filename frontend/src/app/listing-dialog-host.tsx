import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Listing } from "../api/catalogue-api";
import type { ListingDialog } from "../features/listings/listing-dialog";
import { listingOfEvent, OPEN_LISTING } from "../ui/open-listing";
import { openPart } from "./open-part";

interface Shown {
  readonly Dialog: typeof ListingDialog;
  readonly listing: Listing;
  readonly at: string;
  readonly open: boolean;
}

/** Listens for the window event `openListing` and shows its listing over whatever page is in view. */
export function ListingDialogHost() {
  const { key } = useLocation();
  const [shown, setShown] = useState<Shown>();

  useEffect(() => {
    const show = (event: Event) => {
      const listing = listingOfEvent(event);
      if (listing === undefined) return;
      openPart(import("../features/listings/listing-dialog"), ({ ListingDialog: Dialog }) =>
        setShown({ Dialog, listing, at: key, open: true }),
      );
    };
    globalThis.addEventListener(OPEN_LISTING, show);
    return () => globalThis.removeEventListener(OPEN_LISTING, show);
  }, [key]);

  if (shown === undefined) return null;
  const close = () => setShown({ ...shown, open: false });
  // A navigation leaves the dialog behind, also for who comes back to where it was opened.
  if (shown.open && shown.at !== key) close();
  return <shown.Dialog listing={shown.listing} open={shown.open} onClose={close} />;
}
