import type { Location, Navigator, NavigationType } from "react-router-dom";

/** React Router's browser history, or its memory history in specs and the server renderer. */
export interface History extends Navigator {
  readonly action: NavigationType;
  readonly location: Location;
  listen(listener: (update: { readonly location: Location; readonly delta: number | null }) => void): () => void;
}

/** In the state of a history entry that was added for what is open over a page. */
export interface OverlayEntry {
  /** The key of the page's own entry. */
  readonly page: string;
  /** How many such entries the page has up to this one. */
  readonly depth: number;
}

/** What the state of a history entry says of it; undefined for a page's own entry. */
export const entryOf = ({ state }: Location): OverlayEntry | undefined =>
  (state as { readonly overlay?: OverlayEntry } | null)?.overlay;

/** The location of the page that an entry belongs to: what is open over it makes no other page of it. */
export function pageOf(location: Location): Location {
  const entry = entryOf(location);
  return entry === undefined ? location : { ...location, key: entry.page };
}

/** What is open over the page, each with a history entry of its own, so that Back closes it. */
export interface OpenOverlays extends Pick<Navigator, "go" | "push" | "replace"> {
  /** Something has opened. @param close closes it @returns a function to call once it is closed */
  readonly open: (close: () => void) => () => void;
  /** Entries of overlays at the current place; 0 on the page's own entry. */
  readonly depth: number;
  /** Handles a navigation that only concerns overlays. @returns whether it did, so that the page need not know of it */
  readonly isTheirs: () => boolean;
}
