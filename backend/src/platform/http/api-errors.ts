import { applyDecorators, type Type } from "@nestjs/common";
import { ApiExtraModels, ApiHeader } from "@nestjs/swagger";
import type { ErrorCode } from "@sakhi/domain/errors/error-codes";
import { ErrorResponse, ProofRequiredResponse } from "./error.response.js";

const API_ERRORS = Symbol("API_ERRORS");

/** Some errors of a route, or of all routes of a controller. */
interface RouteErrors {
  readonly codes: readonly ErrorCode[];
  /** Class of their body, for routes that add details. */
  readonly type: Type;
}

/**
 * Documents errors that a route can return, in addition to those of its controller, of its other decorators and of every
 * call (http/api-document.ts).
 *
 * @param type class of the body, for routes that add details
 */
export function ApiErrors(codes: readonly ErrorCode[], type: Type = ErrorResponse): MethodDecorator & ClassDecorator {
  const remember = (target: object, _key?: string | symbol, method?: PropertyDescriptor): void => {
    const holder = (method?.value as object | undefined) ?? target;
    Reflect.defineMetadata(API_ERRORS, [...apiErrorsOf(holder), { codes, type }], holder);
  };
  return applyDecorators(ApiExtraModels(type), remember);
}

/** Documents that a route asks for a proof of work beyond the share of the caller's address (rate-limits.ts). */
export function AsksForProof(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiErrors(["proof_required"], ProofRequiredResponse),
    ApiHeader({
      name: "Proof",
      required: false,
      schema: { type: "string" },
      description: "Solved challenges of `proof_required` errors, separated by commas: see that error.",
    }),
  );
}

/** Errors documented by {@link ApiErrors} on a controller or a route's method. */
export function apiErrorsOf(holder: object): readonly RouteErrors[] {
  return (Reflect.getOwnMetadata(API_ERRORS, holder) as readonly RouteErrors[] | undefined) ?? [];
}
