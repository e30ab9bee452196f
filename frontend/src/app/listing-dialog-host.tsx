import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Listing } from "../api/catalogue-api";
import type { ListingDialog } from "../features/listings/listing-dialog";
import { addressOfEvent, listingOfEvent, OPEN_LISTING } from "../shared/open-listing";
import { overlayState, useHistory, useOverlay } from "../ui/navigation";
import { useOpenPart } from "./open-lazily";
import { useOnPage } from "./use-on-page";

/**
 * Opens a dialog with the listing of each `openListing` window event, on any page. One with an address is an entry of the
 * browser's history over the page, which Back closes and Forward opens again.
 */
export function ListingDialogHost() {
  const openLazily = useOpenPart();
  const history = useHistory();
  const page = useLocation();
  const overlay = useOverlay<Listing>();
  const [Dialog, setDialog] = useState<typeof ListingDialog>();
  // Of an event without an address.
  const [here, setHere] = useOnPage<Listing>();
  // Stays while the dialog closes.
  const [last, setLast] = useState<Listing>();
  // The entry that is being left: closed twice, it goes back once.
  const leaving = useRef<string>(undefined);
  const listing = overlay?.shown ?? here;
  if (listing !== undefined && listing !== last) setLast(listing);

  useEffect(() => {
    // Forward can open it again.
    if (overlay === undefined) leaving.current = undefined;
  }, [overlay]);

  useEffect(() => {
    const show = (event: Event) => {
      const wanted = listingOfEvent(event);
      if (wanted === undefined) return;
      const address = addressOfEvent(event);
      const { key } = history.location;
      openLazily(
        () => import("../features/listings/listing-dialog"),
        (part) => {
          setDialog(() => part.ListingDialog);
          if (address === undefined) {
            setHere(wanted);
            return;
          }
          // Somebody who went on meanwhile stays where she is.
          if (history.location.key !== key) return;
          // In place of one that is open: a single Back leads to the page.
          if (overlay === undefined) history.push(address, overlayState(page, wanted));
          else history.replace(address, overlayState(page, wanted));
        },
      );
    };
    globalThis.addEventListener(OPEN_LISTING, show);
    return () => globalThis.removeEventListener(OPEN_LISTING, show);
  }, [setHere, openLazily, history, page, overlay]);

  if (Dialog === undefined || last === undefined) return null;
  return (
    <Dialog
      listing={last}
      open={listing !== undefined}
      atAddress={overlay !== undefined}
      onClose={() => {
        const { key } = history.location;
        if (here !== undefined) setHere(undefined);
        else if (overlay !== undefined && leaving.current !== key) {
          leaving.current = key;
          history.go(-1);
        }
      }}
    />
  );
}
