import { classValidatorResolver } from "@hookform/resolvers/class-validator";
import type { FieldValues, Resolver } from "react-hook-form";

/**
 * Validates a form by a DTO's rules, as the server does, and reads its values as the DTO does. The values are a plain
 * object: RTK Query neither stores nor sends an instance of the DTO's class as JSON.
 */
export function dtoResolver<Values extends FieldValues>(dto: new () => object): Resolver<Values> {
  const resolve = classValidatorResolver(dto as new () => Values);
  return async (...form) => {
    const result = await resolve(...form);
    return { ...result, values: { ...result.values } } as typeof result;
  };
}
