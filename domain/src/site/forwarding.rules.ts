/** What an api process saw of X-Forwarded-For in some minutes. */
export interface ForwardingSeen {
  readonly requests: number;
  /** Requests that carried X-Forwarded-For. */
  readonly forwarded: number;
  /** Requests with another number of addresses in it than there are proxies; 0 if networks are trusted instead. */
  readonly otherHops: number;
  /** Requests from the network that sent most of them. */
  readonly ofOneNetwork: number;
  /** Different visitors in that network. */
  readonly visitorsOfOneNetwork: number;
}

/** What is wrong with TRUST_PROXY. */
export type ForwardingProblem = "not_used" | "other_hops" | "one_address";

/** Fewest requests that show anything: a single client may send any header. */
export const FORWARDING_MIN_REQUESTS = 200;
/** Share of requests from which something is the rule and not one client's invention. */
const MOST = 0.5;
/** Visitors from which one address is a proxy's rather than an office's, and its share of all requests. */
export const FORWARDING_MIN_VISITORS = 100;
const NEARLY_ALL = 0.9;

/**
 * Judges whether clients' addresses are read right. If they are not, all visitors count as one network, or clients invent
 * their address.
 *
 * @param trusted whether X-Forwarded-For is used at all
 */
export function forwardingProblem(seen: ForwardingSeen, trusted: boolean): ForwardingProblem | undefined {
  if (seen.requests < FORWARDING_MIN_REQUESTS) return undefined;
  const share = (requests: number): number => requests / seen.requests;
  if (!trusted && share(seen.forwarded) > MOST) return "not_used";
  if (trusted && share(seen.otherHops) > MOST) return "other_hops";
  const crowded = seen.visitorsOfOneNetwork >= FORWARDING_MIN_VISITORS && share(seen.ofOneNetwork) > NEARLY_ALL;
  return crowded ? "one_address" : undefined;
}
