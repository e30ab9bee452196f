/** Every workflow of ours: what the orchestrator's worker runs. Nothing else may be imported from here. */
export { stallBooking } from "./bookings/stall-booking.workflow.js";
export { listing } from "./listings/listing.workflow.js";
export { latePayment } from "./payments/late-payment.workflow.js";
export { refund } from "./payments/refund.workflow.js";
