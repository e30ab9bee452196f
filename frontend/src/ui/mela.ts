import { DEFAULT_MELA_DAYS, MELA_DAYS_META, MELA_NAME, MELA_VENUE, melaDates } from "@sakhi/domain/site/mela";

/** The server's settings come with the page's head; the development server and tests have none. */
const served = document.querySelector<HTMLMetaElement>(`meta[name="${MELA_DAYS_META}"]`)?.content.split("/");
const days = {
  start: served?.[0] ?? DEFAULT_MELA_DAYS.start,
  end: served?.[1] ?? DEFAULT_MELA_DAYS.end,
};

/** The Mela as every screen shows it (specification 2, sections 1 and 2). Dates in IST. */
export const MELA = {
  name: MELA_NAME,
  days,
  dates: melaDates(days),
  venue: MELA_VENUE,
  venueLong: "An industrial area in Whitefield, Bangalore",
} as const;
