import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Listing } from "../api/catalogue-api";
import { listingOfEvent, OPEN_LISTING } from "../ui/open-listing";

const ListingDialog = lazy(async () => ({
  default: (await import("../features/listings/listing-dialog")).ListingDialog,
}));

/** Listens for the window event `openListing` and shows its listing over whatever page is in view. */
export function ListingDialogHost() {
  const { key } = useLocation();
  const [shown, setShown] = useState<{ readonly listing: Listing; readonly at: string; readonly open: boolean }>();

  useEffect(() => {
    const show = (event: Event) => {
      const listing = listingOfEvent(event);
      if (listing !== undefined) setShown({ listing, at: key, open: true });
    };
    globalThis.addEventListener(OPEN_LISTING, show);
    return () => globalThis.removeEventListener(OPEN_LISTING, show);
  }, [key]);

  if (shown === undefined) return null;
  return (
    <Suspense>
      <ListingDialog
        listing={shown.listing}
        // A navigation leaves the dialog behind.
        open={shown.open && shown.at === key}
        onClose={() => setShown({ ...shown, open: false })}
      />
    </Suspense>
  );
}
