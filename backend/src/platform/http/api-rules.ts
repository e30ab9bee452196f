import type { Type } from "@nestjs/common";
import type { OpenAPIObject } from "@nestjs/swagger";
import { innerDto, rulesOf } from "./validation.pipe.js";

type Schema = NonNullable<NonNullable<OpenAPIObject["components"]>["schemas"]>[string];
type FieldSchema = Exclude<Schema, { $ref: string }> & {
  /** Names of rules that the schema cannot express: a value that fits the schema may still break them. */
  "x-rules"?: string[];
};
type Rules = readonly (readonly [name: string, args: unknown[]])[];

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** Every operation of a document, with its path and method. */
export function operationsOf({ paths }: OpenAPIObject) {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}

/** Rules that a schema cannot express, or defines differently. */
const BEYOND_SCHEMA = new Set([
  "areDays",
  "conditionalValidation",
  "hasSearchLength",
  "isCategoryOfCompanyType",
  "isContact",
  "isGstState",
  "isIso8601",
  "isMailAddress",
  "isName",
  "isPlainText",
  "isRupees",
  "isTheApplicants",
  "isUrl",
]);

/** Largest integer in a query: nine digits (catalogue/query-text.dto.ts). */
const MAX_WHOLE_NUMBER = 999_999_999;

/** Adds the validation rules of DTOs to the schemas, so that the document matches what is refused. */
export function describeRules(document: OpenAPIObject, inputs: ReadonlyMap<string, readonly Type[]>): void {
  const done = new Set<Type>();
  for (const { operation } of operationsOf(document)) {
    const classes = inputs.get(operation.operationId ?? "") ?? [];
    for (const each of classes) describeClass(document, each, done);
    const rules = new Map(classes.flatMap((each) => [...rulesOf(each)]));
    for (const parameter of operation.parameters ?? []) {
      if ("$ref" in parameter || parameter.in !== "query" || parameter.schema === undefined) continue;
      describeField(parameter.schema, rules.get(parameter.name) ?? [], parameter.required === true);
      if ("type" in parameter.schema && parameter.schema.type === "integer")
        parameter.schema.maximum ??= MAX_WHOLE_NUMBER;
    }
  }
}

function describeClass(document: OpenAPIObject, dto: Type, done: Set<Type>): void {
  if (done.has(dto)) return;
  done.add(dto);
  const schema = document.components?.schemas?.[dto.name];
  if (schema === undefined || "$ref" in schema) return;
  for (const [field, rules] of rulesOf(dto)) {
    const property = schema.properties?.[field];
    const isRequired = schema.required?.includes(field) === true;
    if (property !== undefined) describeField(property, rules, isRequired);
    const inner = innerDto(dto, field);
    if (inner !== undefined) describeClass(document, inner, done);
  }
}

function describeField(schema: Schema, rules: Rules, isRequired: boolean): void {
  if ("$ref" in schema) return;
  const field: FieldSchema = schema;
  const names = rules.map(([name]) => name);
  const beyond = names.filter((name) => BEYOND_SCHEMA.has(name));
  if (field.type === "boolean" && names.includes("equals")) beyond.push("equals");
  if (names.includes("conditionalValidation")) {
    // The other rules apply only for some values of another field.
    delete field.pattern;
    delete field.minLength;
    delete field.maxLength;
    delete field.minimum;
  } else {
    for (const [name, args] of rules) Object.assign(field, boundsOf(name, args));
    // Text is trimmed before validation, and blank text counts as absent.
    const mayBeBlank = field.type === "string" && field.pattern === undefined && field.enum === undefined;
    if (mayBeBlank && ((field.minLength ?? 0) > 0 || isRequired)) beyond.push("trimmed");
  }
  if (beyond.length > 0) field["x-rules"] = [...new Set(beyond)].toSorted();
}

/** Translates a rule to schema keywords. */
function boundsOf(name: string, [first, second]: readonly unknown[]): FieldSchema {
  switch (name) {
    case "matches":
      // \d matches ASCII digits here, but any Unicode digit in other validators.
      return first instanceof RegExp ? { pattern: first.source.replaceAll(String.raw`\d`, "[0-9]") } : {};
    case "isLength":
      return { minLength: Number(first), ...(second === undefined ? {} : { maxLength: Number(second) }) };
    case "minLength":
      return { minLength: Number(first) };
    case "maxLength":
      return { maxLength: Number(first) };
    case "isNotEmpty":
      return { minLength: 1 };
    case "arrayMaxSize":
      return { maxItems: Number(first) };
    case "equals":
      // A boolean that must be true stays boolean: the form's initial value is false.
      return typeof first === "boolean" ? {} : { enum: [first] };
    case "isInt":
      return { type: "integer" };
    case "min":
      return { minimum: Number(first) };
    case "max":
      return { maximum: Number(first) };
    case "isPositive":
      return { minimum: 0.01 };
    case "isUuid":
      return { format: "uuid" };
    default:
      return {};
  }
}
