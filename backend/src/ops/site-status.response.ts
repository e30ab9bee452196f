import type { SiteStatus } from "@sakhi/domain/site/site-status.rules";

/** What visitors notice of a fault. */
export class SiteStatusResponse implements SiteStatus {
  /** `paused`: by us, for a short while. `down`: nothing can be booked. */
  booking!: "works" | "paused" | "down";
  /** `fail`: the payment service does not answer; held stalls stay held. */
  payments!: "work" | "fail";
  /** `late`: mails are sent later than usual. */
  mails!: "work" | "late";
}
