import type { FactPlaceholders } from "@sakhi/domain/events/event-facts";
import { documentTitle } from "@sakhi/domain/site/page-heads";
import type { NamedSubject } from "@sakhi/domain/site/site.pages";
import { useEffect } from "react";
import { useEventFacts } from "../api/event-facts";
import { sellsStalls, useSalesState } from "../api/sales-state";
import { codeOf } from "./code";
import { useOverlay } from "./navigation";
import type * as WriteHead from "./write-head";

/** Path of the page whose head the server rendered. */
const SERVED_PATH = globalThis.location.pathname;

/** Head data for a path of SITE_PAGES. */
export const pageHead = (path: string, subject?: NamedSubject): WriteHead.PageHeadData => ({ path, subject });

/** Loaded after the first paint, since the server renders the first head. */
export const headWriter = codeOf<typeof WriteHead>(() => import("./write-head"));

/**
 * Sets title, description, canonical URL, Open Graph tags and breadcrumb data of the current page; the api renders the
 * first ones into the HTML. While something is open over the page at an address of its own, that one's head is written.
 *
 * @param data further structured data
 * @param inOverlay for what is open over a page
 */
export function usePageHead(page: WriteHead.PageHeadData, data: readonly object[] = [], inOverlay = false): void {
  const isCovered = useOverlay() !== undefined && !inOverlay;
  const facts = useEventFacts();
  const { dates, city, locality, organisation } = facts;
  const sells = sellsStalls(useSalesState(facts));
  const words: FactPlaceholders = { dates, city, locality, officeCity: organisation.city };
  const key = JSON.stringify([page, data, words, sells]);
  useEffect(() => {
    if (isCovered) return undefined;
    const [head, structuredData, placeholders, isSelling] = JSON.parse(key) as [
      WriteHead.PageHeadData,
      object[],
      FactPlaceholders,
      boolean,
    ];
    const write = ({ setHead }: typeof WriteHead) =>
      setHead(head, structuredData, placeholders, globalThis.location.pathname === SERVED_PATH, isSelling);
    const writer = headWriter.loaded;
    if (writer !== undefined) {
      write(writer);
      return undefined;
    }
    if (head.title !== undefined) document.title = documentTitle(head.title);
    let isCurrent = true;
    headWriter.load().then(
      (loaded) => isCurrent && write(loaded),
      // Offline: the next page sets its head.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [key, isCovered]);
}
