import { REGISTRATION_FIELDS } from "../bookings/registration.fields.js";

/** Who waits: what joining asks, as of a registration, whose rules and labels they have. */
export const WAITING_FIELDS = {
  fullName: REGISTRATION_FIELDS.fullName,
  email: REGISTRATION_FIELDS.email,
  phoneNumber: REGISTRATION_FIELDS.phoneNumber,
} as const;
