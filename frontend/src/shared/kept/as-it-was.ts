import messages from "@sakhi/domain/generated/messages/en/kept";

// Formats by itself: it is loaded only without network, and shares no file with the pages' first load.
const india = { timeZone: "Asia/Kolkata" } as const;
const TIME = new Intl.DateTimeFormat("en-GB", { ...india, hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { ...india, day: "numeric", month: "long", year: "numeric" });

/**
 * When something was true that is shown without network: "14:05 IST", with the day unless it is today's.
 *
 * @param at ms since 1970
 * @param now ms since 1970
 */
export function momentSeen(at: number, now: number): string {
  const day = DAY.format(at);
  return `${day === DAY.format(now) ? "" : `${day}, `}${TIME.format(at)} IST`;
}

/** Says that what follows is old. @param what it is */
export const asItWas = (what: string, at: number, now = Date.now()): string =>
  messages.asItWas({ what, time: momentSeen(at, now) });
