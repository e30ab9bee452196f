import type { Type } from "@nestjs/common";
import { getMetadataStorage } from "class-validator";

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
export function rulesOf(
  dto: Type,
): ReadonlyMap<string, readonly (readonly [name: string, args: unknown[]])[]> {
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
function innerDto(dto: Type, field: string): Type | undefined {
  const type: unknown = Reflect.getMetadata("design:type", dto.prototype as object, field);
  return typeof type === "function" && rulesOf(type as Type).size > 0 ? (type as Type) : undefined;
}
