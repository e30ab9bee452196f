import type { MyBooking } from "../api/mela-api";

/** When the booking of the specs was made. */
export const BOOKED_AT = "2026-11-21T10:00:00.000Z";
const at = BOOKED_AT;

/** A payer's booking: paid, with its invoice. */
export const myBooking = (changes: Partial<MyBooking> = {}): MyBooking => ({
  language: "en",
  booking: {
    orderId: "MELA1764000000000ABCD1234",
    event: "the-mela-2099",
    stallId: "B12",
    stallType: "General",
    paymentStatus: "payment_successful",
    outcome: { kind: "sold", amount: 27_000 },
  },
  details: {
    fullName: "Asha Rao",
    email: "asha@example.com",
    phoneNumber: "9876543210",
    businessName: "Asha Weaves",
    pincode: "560001",
  },
  documents: [
    {
      id: "8d0f0a3e-8a54-4a3e-9b0e-2d4f5c6b7a80",
      kind: "invoice",
      number: "INV/26-27/000123",
      amount: 27_000,
      issuedAt: at,
    },
  ],
  timeline: [
    { kind: "reserved", at },
    { kind: "paid", at, amount: 27_000, reference: "5114911" },
    { kind: "booked", at },
  ],
  ticket: "SBT-1-abcdefghij0123456789",
  requests: [],
  listingClaims: [],
  correctable: false,
  changedAt: at,
  payableHere: false,
  linkExpiresAt: "2027-05-20T10:00:00.000Z",
  links: [],
  ...changes,
});
