import { FIND } from "../../../shared/find";

/** Texts of the page about the site's status. */
export const strings = {
  title: "Is everything working?",
  loading: "Looking at the site",
  failed: "We can't say right now: the site does not answer. What you have booked and paid for is safe.",
  again: "Check again",
  well: "Everything works.",
  held: "Everything works, but few stalls can be reserved right now: others hold them and have not paid yet.",
  unwell: "Not everything works right now. We know about it, and are repairing it.",
  yes: "Works",
  no: "Does not work now",
  slow: "Slower than usual",
  paused: "Paused",
  mostlyHeld: "Most stalls are held",
  allHeld: "All stalls are held",
  booking: {
    name: "Booking a stall",
    works: "Stalls can be reserved and booked.",
    mostly_held:
      "Stalls can be reserved and booked, but more than half of the free ones at a Mela are held by others who have not paid yet. A hold ends after ten minutes without a payment: look at the plan again then.",
    all_held:
      "Every free stall at a Mela is held by others who have not paid yet. A hold ends after ten minutes without a payment, and the stall is free again: look at the plan then.",
    paused:
      "Booking is paused for a short while. What you have booked and paid for is safe; please come back a little later.",
    down: "Nothing can be booked at the moment. What you have booked and paid for is safe; please come back a little later.",
  },
  payments: {
    name: "Paying",
    work: "Payments go through.",
    fail: "The payment service does not answer. Wait a few minutes before you try again. Nobody pays twice: if money left your account, you get your stall, or the money back.",
  },
  mails: {
    name: "Mails",
    work: "Mails arrive within a minute or two.",
    late: "Mails arrive later than usual. You don't need to wait for them: a stall is yours as soon as the page says so.",
  },
  help: "Did you pay and are unsure? Find your booking with your e-mail address, or write to us.",
  find: FIND,
  write: "Write to us",
} as const;
