import type { FactWords } from "@sakhi/domain/events/event-facts";
import { documentTitle } from "@sakhi/domain/site/site-name";
import type { NamedSubject } from "@sakhi/domain/site/site.pages";
import { useEffect } from "react";
import { useMela } from "./mela";
import type * as Writer from "./write-head";

/** The page that the server wrote the head of. */
const SERVED_PATH = globalThis.location.pathname;

/** The page at one of SITE_PAGES. */
export const pageHead = (path: string, subject?: NamedSubject): Writer.AskedPage => ({ path, subject });

/** What all pages say of themselves: fetched after the first paint, for the server has written the first head. */
let writer: typeof Writer | undefined;

export async function loadPages(): Promise<typeof Writer> {
  writer ??= await import("./write-head");
  return writer;
}

/**
 * Sets title, description, canonical address, Open Graph tags and breadcrumb data of the page in view; the API
 * process writes the first ones into the HTML. `data` is further structured data.
 */
export function usePageHead(page: Writer.AskedPage, data: readonly object[] = []): void {
  const { dates, city, locality, organisation } = useMela();
  const words: FactWords = { dates, city, locality, officeCity: organisation.city };
  const key = JSON.stringify([page, data, words]);
  useEffect(() => {
    const [asked, more, facts] = JSON.parse(key) as [Writer.AskedPage, object[], FactWords];
    const write = ({ setHead }: typeof Writer) =>
      setHead(asked, more, facts, globalThis.location.pathname === SERVED_PATH);
    if (writer !== undefined) {
      write(writer);
      return undefined;
    }
    if (asked.title !== undefined) document.title = documentTitle(asked.title);
    let inView = true;
    loadPages().then(
      (loaded) => inView && write(loaded),
      // Off line for a moment: the next page sets its own.
      () => undefined,
    );
    return () => {
      inView = false;
    };
  }, [key]);
}
