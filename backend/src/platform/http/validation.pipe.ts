import {
  type ArgumentMetadata,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type Type,
  ValidationPipe,
} from "@nestjs/common";
import { getMetadataStorage, type ValidationError } from "class-validator";
import { HttpError } from "./error-response.js";
import type { FastifyReply } from "fastify";
import { map, type Observable } from "rxjs";

/** No body of ours is nested deeper than a few levels; validators call themselves for each and run out of stack. */
const MAX_DEPTH = 16;
/** No body of ours has more than some 40 values; each is copied and looked at several times. */
const MAX_VALUES = 500;
/** NUL, which PostgreSQL keeps in no text, and half of a surrogate pair, which no encoding can write. */
const UNREADABLE = /\0|\p{Surrogate}/u;

/** What is wrong with a value that came with a request, and with which field of it. */
interface Unreadable {
  /** As in an error's `fields`: inner ones are written `metadata.type`; empty for the value as a whole. */
  readonly field: string;
  readonly sentence: string;
}

/**
 * Finds what no rule of a DTO looks for and everything behind it stumbles over: text that cannot be stored,
 * values nested so deep that nobody can look at them, and so many of them that it would take long. Does not call itself, so it can.
 */
function unreadableIn(input: unknown): Unreadable | undefined {
  const waiting: { value: unknown; field: string; depth: number }[] = [{ value: input, field: "", depth: 0 }];
  let values = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, field, depth } = next;
    values += 1;
    if (values > MAX_VALUES) return { field: "", sentence: "What was sent has too many parts" };
    if (typeof value === "string" && UNREADABLE.test(value)) {
      return { field, sentence: "This text has a character that cannot be stored. Please type it again." };
    }
    if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) continue;
    if (depth >= MAX_DEPTH) return { field, sentence: "What was sent is nested too deep" };
    for (const [key, inner] of Object.entries(value)) {
      waiting.push({ value: inner, field: field === "" ? key : `${field}.${key}`, depth: depth + 1 });
    }
  }
  return undefined;
}

/** Longest text of a field whose rules name no length, e.g. one of a few words, a number or an id; in characters. */
const USUAL_LENGTH = 200;

/** The rules of a field as class-validator keeps them, as far as they bound it. */
interface FieldRules {
  /** Longest text, in characters. */
  readonly length: number;
  /** Longest list. */
  readonly items: number;
}

const known = new WeakMap<object, ReadonlyMap<string, FieldRules>>();

/** Names and arguments of the rules of every field of a DTO, inherited ones too. */
export function rulesOf(dto: Type): ReadonlyMap<string, readonly (readonly [name: string, args: unknown[]])[]> {
  const rules = new Map<string, (readonly [string, unknown[]])[]>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(dto, "", false, false)) {
    const name = rule.name ?? rule.type;
    const args = (rule.constraints as unknown[] | undefined) ?? [];
    rules.set(rule.propertyName, [...(rules.get(rule.propertyName) ?? []), [name, args]]);
  }
  return rules;
}

function boundsOf(dto: Type): ReadonlyMap<string, FieldRules> {
  const before = known.get(dto);
  if (before !== undefined) return before;
  const bounds = new Map<string, FieldRules>();
  for (const [field, rules] of rulesOf(dto)) {
    const lengths = rules.flatMap(([name, args]) => {
      if (name === "maxLength") return [Number(args[0])];
      return name === "isLength" && args[1] !== undefined ? [Number(args[1])] : [];
    });
    const items = rules.flatMap(([name, args]) => (name === "arrayMaxSize" ? [Number(args[0])] : []));
    bounds.set(field, {
      length: lengths.length === 0 ? USUAL_LENGTH : Math.min(...lengths),
      items: Math.min(USUAL_LENGTH, ...items),
    });
  }
  known.set(dto, bounds);
  return bounds;
}

/**
 * The input with every text and list that is far longer than its field takes replaced by a short one that is still too
 * long: whatever looks at it afterwards (changes of text, patterns, all rules of all DTOs) has little to do and refuses
 * it by the field's own rule. "Far longer" leaves room for what trimming and composing letters take away: three times
 * the field's length and 100 characters. Fields the DTO does not know stay as they are, for they are refused unseen.
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

function shortenedValue(value: unknown, rules: FieldRules, inner: Type | undefined): unknown {
  if (typeof value === "string") {
    return value.length <= 3 * rules.length + 100 ? value : "x".repeat(rules.length + 1);
  }
  if (Array.isArray(value)) {
    return value.slice(0, rules.items + 1).map((item: unknown) => shortenedValue(item, rules, inner));
  }
  return inner === undefined ? value : shortened(value, inner);
}

/** The DTO of a field that is an object: `@ValidateNested()` asks for it to be the field's type. */
export function innerDto(dto: Type, field: string): Type | undefined {
  const type: unknown = Reflect.getMetadata("design:type", dto.prototype as object, field);
  return typeof type === "function" && rulesOf(type as Type).size > 0 ? (type as Type) : undefined;
}

/** Rules about length: what breaks one is not worth any other sentence. */
const LENGTH_RULES = ["maxLength", "arrayMaxSize"];

/** Field → sentences; fields of an inner object are written `metadata.type`. */
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

/** Checks every body against its DTO; unknown fields are refused. */
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

/** Answers null as the JSON value `null`; Fastify would send an empty body, which is no JSON. */
@Injectable()
export class NullAsJson implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    return next.handle().pipe(
      map((answer) => {
        if (answer !== null) return answer;
        context.switchToHttp().getResponse<FastifyReply>().type("application/json; charset=utf-8");
        return "null";
      }),
    );
  }
}
