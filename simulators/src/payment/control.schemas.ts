/** What the control API accepts, as JSON schemas; anything else is answered 400 with the reason. */
import { FAULT_ENDPOINTS, FAULT_KINDS } from "./faults.js";
import { ENDINGS, REFUND_STATUSES, WEBHOOK_TYPES } from "./model.js";

function body(properties: Record<string, unknown>, required: string[] = []) {
  return { body: { type: "object", additionalProperties: false, properties, required } };
}

const milliseconds = { type: "integer", minimum: 0, maximum: 86_400_000 };
const orderId = { type: "string", minLength: 1 };
/** Rupees. */
const amount = { type: "number", exclusiveMinimum: 0 };

export const WEBHOOKS = body({
  orderId,
  delayMs: milliseconds,
  duplicates: { type: "integer", minimum: 0, maximum: 100 },
  reorder: { type: "boolean" },
  drop: { anyOf: [{ type: "boolean" }, { type: "integer", minimum: 0 }] },
  retryScale: { type: "number", minimum: 0, maximum: 1000 },
});

export const PAY = body(
  {
    method: { enum: ["upi", "card"] },
    outcome: { enum: ["success", "failed", "dropped", "pending"] },
    afterMs: milliseconds,
    then: { enum: ["success", "failed", "dropped", "cancelled"] },
    surcharge: { ...amount, exclusiveMinimum: undefined, minimum: 0 },
    amount,
    force: { type: "boolean" },
    keepOrderStatus: { type: "boolean" },
  },
  ["method", "outcome"],
);

export const FINISH = body(
  { outcome: { enum: [...ENDINGS] }, force: { type: "boolean" }, keepOrderStatus: { type: "boolean" } },
  ["outcome"],
);

export const SEND_WEBHOOK = body(
  { type: { enum: [...WEBHOOK_TYPES] }, times: { type: "integer", minimum: 1, maximum: 100 } },
  ["type"],
);

export const SECOND_SUCCESS = body({ method: { enum: ["upi", "card"] } });

export const FINISH_REFUND = body({ status: { enum: [...REFUND_STATUSES] } }, ["status"]);

export const FAULTS = body(
  {
    endpoint: { enum: [...FAULT_ENDPOINTS] },
    kind: { enum: [...FAULT_KINDS] },
    status: { type: "integer", minimum: 400, maximum: 599 },
    times: { anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }] },
    orderId,
  },
  ["endpoint", "kind"],
);

export const SETTINGS = body({
  refundDelayMs: milliseconds,
  refundOutcome: { enum: [...REFUND_STATUSES] },
  terminationRequested: { type: "boolean" },
  terminationDelayMs: milliseconds,
  ignoreCase: { type: "boolean" },
});

export const EXPIRE = body({ inMs: milliseconds });

/** Calls that take no body. */
export const NOTHING = body({});

interface SchemaError {
  instancePath: string;
  message?: string;
  keyword: string;
  params: Record<string, unknown>;
}

/** One sentence for what a schema did not allow. */
export function schemaSentence(errors: readonly SchemaError[]): string {
  const parts = errors.map(({ instancePath, message, keyword, params }) => {
    const where = instancePath === "" ? "the body" : instancePath.slice(1).replaceAll("/", ".");
    const allowed = keyword === "enum" ? `: ${JSON.stringify(params.allowedValues)}` : "";
    const extra = keyword === "additionalProperties" ? `: ${String(params.additionalProperty)}` : "";
    return `${where} ${message ?? "is wrong"}${allowed}${extra}`;
  });
  return parts.join("; ");
}
