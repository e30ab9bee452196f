/** Injected faults of the provider's API, set by the control API and consumed as they occur. */
import { ProviderError } from "./errors.js";

export const FAULT_ENDPOINTS = [
  "all",
  "createOrder",
  "payOrder",
  "getOrder",
  "getPayments",
  "terminate",
  "refund",
  "getRefunds",
  "getDisputes",
  "getPayouts",
] as const;
export type FaultEndpoint = (typeof FAULT_ENDPOINTS)[number];
export type Endpoint = Exclude<FaultEndpoint, "all">;

/**
 * - `refuse`: a definite 400, nothing done
 * - `error500`: 500, nothing done
 * - `status`: the given HTTP status, nothing done
 * - `timeout`: done, but no response
 * - `lostAnswer`: done, then the connection is cut
 * - `noSession`: done, but the returned order has no `payment_session_id`
 */
export const FAULT_KINDS = ["refuse", "timeout", "error500", "status", "lostAnswer", "noSession"] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  endpoint: FaultEndpoint;
  kind: FaultKind;
  /** For kind `status`. */
  status?: number;
  /** Remaining requests to affect; null = all until cleared. */
  times: number | null;
  /** Only requests about this order. */
  orderId?: string;
}

export class Faults {
  private list: Fault[] = [];

  all(): readonly Fault[] {
    return this.list;
  }

  /** Adds a fault, replacing one for the same endpoint and order; `times: 0` only removes it. */
  put(fault: Fault): void {
    this.list = this.list.filter((other) => other.endpoint !== fault.endpoint || other.orderId !== fault.orderId);
    if (fault.times !== 0) this.list.push(fault);
  }

  clear(): void {
    this.list = [];
  }

  /** Consumes and returns the most specific fault for a request; undefined if none. */
  take(endpoint: Endpoint, orderId: string | undefined): Fault | undefined {
    const matching = this.list.filter(
      (fault) =>
        (fault.endpoint === "all" || fault.endpoint === endpoint) &&
        (fault.orderId === undefined || fault.orderId === orderId),
    );
    const specificity = (fault: Fault) => (fault.orderId === undefined ? 0 : 2) + (fault.endpoint === "all" ? 0 : 1);
    const fault = matching.sort((a, b) => specificity(b) - specificity(a))[0];
    if (!fault) return undefined;
    if (fault.times !== null && --fault.times <= 0) this.list = this.list.filter((other) => other !== fault);
    return fault;
  }
}

/** The error returned by a fault instead of acting; null for faults that act first. */
export function faultError(fault: Fault): ProviderError | null {
  switch (fault.kind) {
    case "refuse":
      return new ProviderError(400, "request_failed", "refused by the simulator's control");
    case "error500":
      return new ProviderError(500, "internal_error", "internal Server Error", "api_error");
    case "status": {
      const status = fault.status ?? 500;
      if (status === 429) return new ProviderError(429, "request_failed", "Too many requests", "rate_limit_error");
      if (status === 401)
        return new ProviderError(401, "request_failed", "authentication Failed", "authentication_error");
      if (status === 502)
        return new ProviderError(502, "bank_processing_failure", "bank processing failure", "bad_gateway_error");
      const message = "set by the control API";
      return status >= 500
        ? new ProviderError(status, "internal_error", message, "api_error")
        : new ProviderError(status, "request_failed", message);
    }
    case "timeout":
    case "lostAnswer":
    case "noSession":
      return null;
  }
}
