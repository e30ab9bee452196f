import { ERROR_CODES } from "@sakhi/domain/errors/error-codes";
import type { ErrorCode } from "@sakhi/domain/errors/error-codes";
import type { ErrorResponse } from "./error.response.js";

/** A refusal of the HTTP layer itself, e.g. a body that breaks a DTO's rules. */
export class HttpError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
    sentence: string = ERROR_CODES[code].sentence,
  ) {
    super(sentence);
    this.name = "HttpRefusal";
  }
}

/** The body of a refusal. Details never replace the four fixed fields. */
export function errorResponse(
  code: ErrorCode,
  sentence: string = ERROR_CODES[code].sentence,
  details: Readonly<Record<string, unknown>> = {},
): ErrorResponse & Record<string, unknown> {
  return { ...details, statusCode: ERROR_CODES[code].status, code, message: sentence, error: sentence };
}
