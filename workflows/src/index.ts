/** All workflows, for the orchestrator's worker bundle. Export nothing else here. */
export { stallBooking } from "./bookings/stall-booking.workflow.js";
export { eventCancellation } from "./events/event-cancellation.workflow.js";
export { listing } from "./listings/listing.workflow.js";
export { stallMove } from "./moves/stall-move.workflow.js";
export { latePayment } from "./payments/late-payment.workflow.js";
export { databasePosition } from "./recovery/database-position.workflow.js";
export { waitingList } from "./waiting/waiting-list.workflow.js";
export { refund } from "./payments/refund.workflow.js";
