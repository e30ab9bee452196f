import { ValidationPipe } from "@nestjs/common";
import type { ValidationError } from "class-validator";
import { HttpRefusal } from "./error-answer.js";

/** Field → sentences; fields of an inner object are written `metadata.type`. */
export function fieldsOf(errors: readonly ValidationError[], prefix = ""): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const error of errors) {
    const name = `${prefix}${error.property}`;
    const sentences = Object.entries(error.constraints ?? {}).map(([rule, sentence]) =>
      rule === "whitelistValidation" ? "This field is not known" : sentence,
    );
    if (sentences.length > 0) fields[name] = sentences;
    Object.assign(fields, fieldsOf(error.children ?? [], `${name}.`));
  }
  return fields;
}

/** Checks every body against its DTO; unknown fields are refused (architecture section 5). */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    exceptionFactory: (errors) => {
      const fields = fieldsOf(errors);
      const first = Object.values(fields)[0]?.[0];
      return new HttpRefusal("invalid_request", { fields }, {}, first);
    },
  });
}
