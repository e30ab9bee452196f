import { ErrorResponse } from "./error.response.js";
import { applyDecorators, type Type } from "@nestjs/common";
import { ApiResponse } from "@nestjs/swagger";
import { ERROR_CODES, type ErrorCode } from "@sakhi/domain/errors/error-codes";

/**
 * Documents the errors a route can return, from the one table of error codes: per status one response that names its
 * codes and their sentences.
 *
 * @param type the body, where a route adds details of its own
 */
export function ApiErrors(
  codes: readonly ErrorCode[],
  type: Type = ErrorResponse,
): MethodDecorator & ClassDecorator {
  const statuses = [...new Set(codes.map((code) => ERROR_CODES[code].status))].toSorted((a, b) => a - b);
  return applyDecorators(
    ...statuses.map((status) => {
      const mine = codes.filter((code) => ERROR_CODES[code].status === status);
      const description = mine.map((code) => `${code}: ${ERROR_CODES[code].sentence}`).join("\n\n");
      return ApiResponse({ status, description, type });
    }),
  );
}
