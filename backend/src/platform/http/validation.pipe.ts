import { ValidationPipe } from "@nestjs/common";
import type { ArgumentMetadata } from "@nestjs/common";
import type { ValidationError } from "class-validator";
import { HttpError } from "./error-response.js";
import { unreadableIn } from "./readable-input.js";
import { shortened } from "./text-bounds.js";

/** Rules about length: what breaks one is not worth any other sentence. */
const LENGTH_RULES = ["maxLength", "arrayMaxSize"];

/** Field → sentences; fields of an inner object are written `metadata.type`. */
export function fieldsOf(errors: readonly ValidationError[], prefix = ""): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const error of errors) {
    const name = `${prefix}${error.property}`;
    const sentences = sentencesOf(error.constraints ?? {}, error.value);
    if (sentences.length > 0) fields[name] = sentences;
    Object.assign(fields, fieldsOf(error.children ?? [], `${name}.`));
  }
  return fields;
}

function sentencesOf(broken: Readonly<Record<string, string>>, value: unknown): string[] {
  if (broken["whitelistValidation"] !== undefined) return ["This field is not known"];
  // What is missing or of another kind breaks these rules too, and is not too long.
  const hasLength = typeof value === "string" || Array.isArray(value);
  const tooLong = hasLength ? LENGTH_RULES.flatMap((rule) => broken[rule] ?? []) : [];
  return tooLong.length > 0 ? tooLong : [...new Set(Object.values(broken))];
}

/**
 * Nest's pipe, after a look at what no DTO's rules look for, and with no text longer than its field could take; so for
 * addresses' parts and queries too.
 */
class InputPipe extends ValidationPipe {
  /** @throws HttpError invalid_request */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const unreadable = metadata.type === "custom" ? undefined : unreadableIn(value);
    if (unreadable !== undefined) {
      const { sentence } = unreadable;
      const field = unreadable.field || metadata.data;
      throw new HttpError(
        "invalid_request",
        { fields: field === undefined ? {} : { [field]: [sentence] } },
        {},
        sentence,
      );
    }
    const bounded = metadata.metatype === undefined ? value : shortened(value, metadata.metatype);
    return super.transform(bounded, metadata) as Promise<unknown>;
  }
}

/** Checks every body against its DTO; unknown fields are refused (architecture section 5). */
export function validationPipe(): ValidationPipe {
  return new InputPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    exceptionFactory: (errors) => {
      const fields = fieldsOf(errors);
      const first = Object.values(fields)[0]?.[0];
      return new HttpError("invalid_request", { fields }, {}, first);
    },
  });
}
