import {
  applyDecorators,
  type ArgumentMetadata,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type Type,
  UseInterceptors,
  ValidationPipe,
} from "@nestjs/common";
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from "@nestjs/swagger";
import { getMetadataStorage, type ValidationError } from "class-validator";
import type { FastifyReply } from "fastify";
import { map, type Observable } from "rxjs";
import { HttpError } from "./error-response.js";

/** Deepest accepted nesting. Our bodies have a few levels; validators recurse and would overflow the stack. */
const MAX_DEPTH = 16;
/** Most values in a body. Ours have about 40, a brand's page with every product and picture 850; each is copied and checked several times. */
const MAX_VALUES = 1_000;
/** NUL, which PostgreSQL cannot store, and lone surrogates, which no encoding can write. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** A problem of a request's input. */
interface InputProblem {
  /** Path as in an error's `fields`, e.g. `metadata.type`; empty for the whole input. */
  readonly field: string;
  readonly sentence: string;
}

/**
 * Finds problems that no DTO rule checks and later code would fail on: text that cannot be stored, values nested too deep,
 * too many values. Iterative, since recursion could overflow the stack.
 */
function problemIn(input: unknown): InputProblem | undefined {
  const waiting: { value: unknown; field: string; depth: number }[] = [{ value: input, field: "", depth: 0 }];
  let values = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, field, depth } = next;
    values += 1;
    if (values > MAX_VALUES) return { field: "", sentence: "The request has too many values" };
    if (typeof value === "string" && UNSTORABLE.test(value)) {
      return { field, sentence: "This text has a character that can't be stored. Please type it again." };
    }
    if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) continue;
    if (depth >= MAX_DEPTH) return { field, sentence: "The request is nested too deep" };
    for (const [key, inner] of Object.entries(value)) {
      waiting.push({ value: inner, field: field === "" ? key : `${field}.${key}`, depth: depth + 1 });
    }
  }
  return undefined;
}

/** Maximum length of a field without a length rule, e.g. an enum, a number or an id; in characters. */
const DEFAULT_LENGTH = 200;

/** Maximum sizes of a field, from its class-validator rules. */
interface FieldBounds {
  /** Maximum length of a text, in characters. */
  readonly length: number;
  /** Maximum length of a list. */
  readonly items: number;
}

const boundsCache = new WeakMap<object, ReadonlyMap<string, FieldBounds>>();

/** Names and arguments of every field's rules, inherited ones included. */
export function rulesOf(dto: Type): ReadonlyMap<string, readonly (readonly [name: string, args: unknown[]])[]> {
  const rules = new Map<string, (readonly [string, unknown[]])[]>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(dto, "", false, false)) {
    const name = rule.name ?? rule.type;
    const args = (rule.constraints as unknown[] | undefined) ?? [];
    rules.set(rule.propertyName, [...(rules.get(rule.propertyName) ?? []), [name, args]]);
  }
  return rules;
}

function boundsOf(dto: Type): ReadonlyMap<string, FieldBounds> {
  const cached = boundsCache.get(dto);
  if (cached !== undefined) return cached;
  const bounds = new Map<string, FieldBounds>();
  for (const [field, rules] of rulesOf(dto)) {
    const lengths = rules.flatMap(([name, args]) => {
      if (name === "maxLength") return [Number(args[0])];
      return name === "isLength" && args[1] !== undefined ? [Number(args[1])] : [];
    });
    const items = rules.flatMap(([name, args]) => (name === "arrayMaxSize" ? [Number(args[0])] : []));
    bounds.set(field, {
      length: lengths.length === 0 ? DEFAULT_LENGTH : Math.min(...lengths),
      items: Math.min(DEFAULT_LENGTH, ...items),
    });
  }
  boundsCache.set(dto, bounds);
  return bounds;
}

/**
 * Shortens texts and lists that far exceed their field's maximum, to just above it: transforms, patterns and rules then
 * stay fast, and the field's own rule refuses the value. "Far" is more than three times the maximum plus 100 characters,
 * which leaves room for trimming and NFC composition. Unknown fields are left alone; they are refused anyway.
 */
export function shortened(input: unknown, dto: Type): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const bounds = boundsOf(dto);
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => {
      const rules = bounds.get(field);
      return [field, rules === undefined ? value : shortenedValue(value, rules, innerDto(dto, field))];
    }),
  );
}

function shortenedValue(value: unknown, bounds: FieldBounds, inner: Type | undefined): unknown {
  if (typeof value === "string") {
    return value.length <= 3 * bounds.length + 100 ? value : "x".repeat(bounds.length + 1);
  }
  if (Array.isArray(value)) {
    return value.slice(0, bounds.items + 1).map((item: unknown) => shortenedValue(item, bounds, inner));
  }
  return inner === undefined ? value : shortened(value, inner);
}

/** The DTO of a nested object: the field's type, as `@ValidateNested()` requires. */
export function innerDto(dto: Type, field: string): Type | undefined {
  const type: unknown = Reflect.getMetadata("design:type", dto.prototype as object, field);
  return typeof type === "function" && rulesOf(type as Type).size > 0 ? (type as Type) : undefined;
}

/** Length rules. A value that breaks one gets no other message. */
const LENGTH_RULES = ["maxLength", "arrayMaxSize"];

/** Field → messages; nested fields are written `metadata.type`. */
function fieldsOf(errors: readonly ValidationError[], prefix = ""): Record<string, string[]> {
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
  // A missing value or one of another type breaks these rules too, without being too long.
  const hasLength = typeof value === "string" || Array.isArray(value);
  const tooLong = hasLength ? LENGTH_RULES.flatMap((rule) => broken[rule] ?? []) : [];
  return tooLong.length > 0 ? tooLong : [...new Set(Object.values(broken))];
}

/**
 * Nest's validation pipe, preceded by {@link problemIn} and {@link shortened}; also for path parameters and queries.
 */
class InputPipe extends ValidationPipe {
  /** DTOs of which nothing is known to be set by an empty query. */
  private readonly unset = new WeakSet<Type>();

  /** @throws HttpError invalid_request */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype, data } = metadata;
    // Nearly all polls of the plan have an empty query, and validating it again took as long as the rest of the response.
    // A whole query, and not one of its parameters; of a DTO, and not of any object.
    const isEmptyQuery =
      type === "query" &&
      data === undefined &&
      metatype !== undefined &&
      metatype !== Object &&
      Object.keys(Object(value) as object).length === 0;
    if (!isEmptyQuery) return this.validated(value, metadata);
    if (this.unset.has(metatype)) return new metatype() as unknown;
    const dto = await this.validated(value, metadata);
    if (dto instanceof metatype && Object.values(dto as object).every((each) => each === undefined))
      this.unset.add(metatype);
    return dto;
  }

  private async validated(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const problem = metadata.type === "custom" ? undefined : problemIn(value);
    if (problem !== undefined) {
      const { sentence } = problem;
      const field = problem.field || metadata.data;
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

/** Validates input against its DTO; refuses unknown fields. */
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

/** Sends null as JSON `null`; Fastify would send an empty body, which is not JSON. */
@Injectable()
class NullAsJson implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    return next.handle().pipe(
      map((body) => {
        if (body !== null) return body;
        context.switchToHttp().getResponse<FastifyReply>().type("application/json; charset=utf-8");
        return "null";
      }),
    );
  }
}

/** A response that may be null. */
export function ApiNullableResponse(response: Type): MethodDecorator {
  return applyDecorators(
    UseInterceptors(NullAsJson),
    ApiExtraModels(response),
    ApiOkResponse({ schema: { nullable: true, allOf: [{ $ref: getSchemaPath(response) }] } }),
  );
}
