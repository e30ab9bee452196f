/** Error `type`s of the provider that this simulator can return (reference, section 2). */
type ErrorType =
  | "api_error"
  | "authentication_error"
  | "invalid_request_error"
  | "rate_limit_error"
  | "idempotency_error"
  | "bad_gateway_error";

/** An error in the provider's format; thrown by the rules, returned by the routes under /pg. */
export class ProviderError extends Error {
  readonly status: number;
  readonly body: { message: string; code: string; type: ErrorType };

  constructor(status: number, code: string, message: string, type: ErrorType = "invalid_request_error") {
    super(message);
    this.name = "ProviderError";
    this.status = status;
    this.body = { message, code, type };
  }
}

/** A failed request to the control API; returned as `{error}`. */
export class ControlError extends Error {
  readonly status: 400 | 404 | 409;

  constructor(status: 400 | 404 | 409, message: string) {
    super(message);
    this.name = "ControlError";
    this.status = status;
  }
}
