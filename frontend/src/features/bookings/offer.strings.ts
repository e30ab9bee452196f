import { stallTypeLabel, type StallType } from "@sakhi/domain/stalls/stall.types";
import { GO_BACK } from "../../ui/leave";

/** Texts of the page that offers another stall for late money. */
export const strings = {
  title: "Choose another stall",
  loading: "Looking up your offer",
  failed: "We could not look up your offer",
  lead: (amount: string, stallId: string) =>
    `Your payment of ${amount} reached us after its time was over, and by then somebody else had stall ${stallId}. We are sorry. Your money is safe.`,
  how: (type: StallType) =>
    `Choose another ${stallTypeLabel(type)} stall of the same size and price, with nothing more to pay, or have the money returned.`,
  left: (left: string) => `${left} left to choose`,
  until: (moment: string) => `until ${moment} IST. After that we return the whole amount by ourselves.`,
  stalls: (type: StallType) => `Free ${stallTypeLabel(type)} stalls`,
  notKept: "No stall is kept for you meanwhile: others can take them.",
  none: (type: StallType) => `No ${stallTypeLabel(type)} stall is free right now`,
  noneText:
    "You can have your money returned at once. Or leave this page open: a stall that becomes free appears here.",
  gone: (stallId: string) => `${stallId} has just gone to somebody else. Please choose another one.`,
  take: "Take this stall",
  takeOf: (stallId: string) => `Take stall ${stallId}`,
  plan: "See where they are on the floor plan",
  refund: "Return my money now",
  sure: (stallId: string) => `Take stall ${stallId}?`,
  sureText: (stallId: string, amount: string) =>
    `Stall ${stallId} is then yours for the ${amount} you have paid. We send the confirmation and the tax invoice by e-mail.`,
  refundSure: "Return your money?",
  refundSureText: (amount: string) =>
    `We return ${amount} the way you paid: 5–10 working days. You then no longer can choose a stall for it.`,
  back: GO_BACK,
  working: "One moment...",
  order: "Your payment",
  event: "Event",
  orderId: "Order id",
  paid: "You paid",
  lost: "Stall that is taken",
  type: "Stall type",
  chosen: "Your stall",
  noAnswer:
    "We received no answer. This page shows what is on record now; please try again if your choice is not shown.",
  accepted: (stallId: string) => `Stall ${stallId} is yours`,
  acceptedText: "Thank you. The confirmation with your tax invoice is on its way to you by e-mail.",
  ticket: "See your ticket",
  declined: "Your money is on its way back",
  declinedText: (amount: string) => `As you asked, we return ${amount} the way you paid: 5–10 working days.`,
  expired: "The time to choose is over",
  expiredText: (amount: string) =>
    `No stall was chosen in time, so we return ${amount} the way you paid: 5–10 working days. You don't need to do anything.`,
  withdrawn: "This offer has ended",
  withdrawnText: (amount: string) =>
    `Your ${amount} is being returned for another reason, as our e-mail says. There is nothing left to choose a stall for.`,
  unknown: "This link is not complete",
  unknownText:
    "It leads to no offer of ours: perhaps a part of it was cut off. Please open the link in our e-mail again, or copy all of it.",
  unknownMore: "If you have paid, nothing is lost: contact support with your order number.",
  toPlan: "See the free stalls",
} as const;
