import type { SiteStatus } from "@sakhi/domain/site/site-status.rules";

/** What visitors notice of a fault. */
export class SiteStatusResponse implements SiteStatus {
  /**
   * `mostly_held`, `all_held`: it works, and more than half or all free stalls of a Mela are reserved and not paid for.
   * `paused`: by us, for a short while. `down`: nothing can be booked.
   */
  booking!: "works" | "mostly_held" | "all_held" | "paused" | "down";
  /** `fail`: the payment service does not answer; held stalls stay held. */
  payments!: "work" | "fail";
  /** `late`: mails are sent later than usual. */
  mails!: "work" | "late";
}
