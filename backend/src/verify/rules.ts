import { BOOKING_RULES } from "./bookings.rules.js";
import { DELIVERY_RULES } from "./delivery.rules.js";
import { GATE_RULES } from "./gate.rules.js";
import { MESSAGE_RULES } from "./messages.rules.js";
import { MONEY_RULES } from "./money.rules.js";
import { MOVE_RULES } from "./moves.rules.js";
import { PAYOUT_RULES } from "./payouts.rules.js";
import { PERSONAL_DATA_RULES } from "./personal-data.rules.js";
import { PICTURE_RULES, PICTURE_STORE_RULES } from "./pictures.rules.js";
import { PROVIDER_RULES } from "./provider.rules.js";
import { OUTSIDE_RULES, RECOVERY_RULES } from "./recovery.rules.js";
import type { DatabaseRule, Rule } from "./rule.js";
import { WAITING_RULES } from "./waiting.rules.js";
import { WHATSAPP_RULES } from "./whatsapp.rules.js";
import { WORKFLOW_RULES } from "./workflow.rules.js";

/** Rules over the database alone, in the order of the report. */
export const DATABASE_RULES: readonly DatabaseRule[] = [
  ...BOOKING_RULES,
  ...MONEY_RULES,
  ...PAYOUT_RULES,
  ...DELIVERY_RULES,
  ...GATE_RULES,
  ...MESSAGE_RULES,
  ...WAITING_RULES,
  ...MOVE_RULES,
  ...WHATSAPP_RULES,
  ...PERSONAL_DATA_RULES,
  ...RECOVERY_RULES,
  ...PICTURE_RULES,
];

/** All invariants. They hold in every installation at all times. */
export const RULES: readonly Rule[] = [
  ...DATABASE_RULES,
  ...WORKFLOW_RULES,
  ...PROVIDER_RULES,
  ...OUTSIDE_RULES,
  ...PICTURE_STORE_RULES,
];
