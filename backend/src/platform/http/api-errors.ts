import { applyDecorators, type Type } from "@nestjs/common";
import { ApiExtraModels } from "@nestjs/swagger";
import type { ErrorCode } from "@sakhi/domain/errors/error-codes";
import { ErrorResponse } from "./error.response.js";

const API_ERRORS = Symbol("API_ERRORS");

/** Some errors of a route, or of all routes of a controller. */
interface RouteErrors {
  readonly codes: readonly ErrorCode[];
  /** Their body, where the route adds details of its own. */
  readonly type: Type;
}

/**
 * Documents errors that a route can answer with. They add up: those of the controller, of each decorator of the route,
 * and those that every call can be answered with (http/api-document.ts).
 *
 * @param type the body, where a route adds details of its own
 */
export function ApiErrors(codes: readonly ErrorCode[], type: Type = ErrorResponse): MethodDecorator & ClassDecorator {
  const remember = (target: object, _key?: string | symbol, method?: PropertyDescriptor): void => {
    const holder = (method?.value as object | undefined) ?? target;
    Reflect.defineMetadata(API_ERRORS, [...apiErrorsOf(holder), { codes, type }], holder);
  };
  return applyDecorators(ApiExtraModels(type), remember);
}

/** What {@link ApiErrors} documented on a controller or on the function of a route. */
export function apiErrorsOf(holder: object): readonly RouteErrors[] {
  return (Reflect.getOwnMetadata(API_ERRORS, holder) as readonly RouteErrors[] | undefined) ?? [];
}
