/** Prefix, repeated part, suffix: each the worst case of some pattern or text transform. */
const ALPHABETS: readonly (readonly [begin: string, repeated: string, end: string])[] = [
  ["", "1", "!"],
  ["MELA", "1", "!"],
  ["LIST", "1", "!"],
  ["+91", " ", "!"],
  ["", "a", "!"],
  ["a@", "a.", "!"],
  ["", "a@a.", "@"],
  ["a", "-", "!"],
  ["https://", "a.", "!"],
  ["https://a.in/", "/", " "],
  ["", " ", "!"],
  ["x", "\t\r\n", "!"],
  ["a", ".a", "/"],
  ["", "%_\\", '"'],
  ["<", "<", "!"],
  // Combining marks in the wrong order: sorting them takes quadratic time.
  ["a", "\u0301", "\u0323".repeat(8_000)],
  ["", "क़", "!"],
  ["☝", "\uFE0F", "!"],
  ["", "İ", "!"],
  ["", "💥", "!"],
  ["2026-01-01T00:00:00.", "0", "!"],
];

/** Worst-case texts of about this many bytes as JSON. */
export function worstTexts(bytes: number): string[] {
  return ALPHABETS.map(([begin, repeated, end]) => {
    const last = Buffer.byteLength(end) * 2 > bytes ? end.slice(0, bytes / 5) : end;
    const room = bytes - Buffer.byteLength(JSON.stringify(begin + last));
    const each = Buffer.byteLength(JSON.stringify(repeated)) - 2;
    return begin + repeated.repeat(Math.max(1, Math.floor(room / each))) + last;
  });
}

/** A schema of the API description, as far as bodies use it. */
interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** The generated API description. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** An input of a call that can hold a text; `body` and `url` insert it. */
interface InputPlace {
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT";
  readonly url: (text: string) => string;
  readonly body: (text: string) => unknown;
  readonly header?: string;
  /** Equal for inputs with the same rules: their schema, plus their name if the schema is not specific enough. */
  readonly rule: string;
}

/** Every body field, query and path parameter and header of every call. */
export function inputPlaces(description: Description): InputPlace[] {
  return Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const fill = (value: string): string => path.replaceAll(/\{\w{1,40}\}/g, value);
      const call = {
        method: method.toUpperCase() as InputPlace["method"],
        url: () => fill("1"),
        body: () => undefined,
      };
      const parameters = (operation.parameters ?? []).map(({ in: where, name, schema }): InputPlace => {
        const rule = ruleOf(`${where} ${name}`, schema, description);
        const place = { ...call, rule, name: `${call.method} ${path} ${where} ${name}` };
        if (where === "header") return { ...place, header: name };
        if (where === "path") return { ...place, url: (text) => fill(encodeURIComponent(text)) };
        return { ...place, url: (text) => `${fill("1")}?${name}=${encodeURIComponent(text)}` };
      });
      const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
      const kinds = schema === undefined ? [] : alternatives(schema, description);
      const fields = kinds.flatMap((kind) => {
        const right = sample(kind, description) as Record<string, unknown>;
        return fieldPaths(kind, description).map((field): InputPlace => ({
          ...call,
          name: `${call.method} ${path} body ${field.join(".")}`,
          rule: ruleOf(field.join("."), schemaAt(kind, field, description), description),
          body: (text) => withField(right, field, text),
        }));
      });
      return [...parameters, ...fields];
    }),
  );
}

/**
 * Assigns texts to inputs, so that every text reaches every rule and every call. Calls share most fields, and a text that
 * is fast under a field's rules in one call is fast in another.
 */
export function pairwise<Place extends Pick<InputPlace, "name" | "rule">>(
  places: readonly Place[],
  texts: (place: Place) => readonly string[],
): { readonly place: Place; readonly texts: readonly string[] }[] {
  const met = new Set<string>();
  const isNew = (pair: string): boolean => !met.has(pair) && met.add(pair).size > 0;
  const samples = places.map((place) => {
    const all = texts(place);
    return { place, all, wanted: new Set([...all.keys()].filter((at) => isNew(`${place.rule} ${at}`))) };
  });
  for (const call of new Set(places.map(callOf))) {
    const fields = samples.filter(({ place }) => callOf(place) === call);
    // The text has reached all rules in other calls: the call's fields take turns.
    for (const at of fields[0]!.all.keys()) {
      if (!fields.some(({ wanted }) => wanted.has(at))) fields[at % fields.length]!.wanted.add(at);
    }
  }
  return samples.map(({ place, all, wanted }) => ({ place, texts: all.filter((_, at) => wanted.has(at)) }));
}

/** Method and path. */
export const callOf = ({ name }: { readonly name: string }): string => name.split(" ").slice(0, 2).join(" ");

function ruleOf(name: string, schema: Schema | undefined, description: Description): string {
  const found: object = schema === undefined ? {} : resolve(schema, description);
  const rules = Object.entries(found)
    .filter(([key]) => key !== "description" && key !== "example")
    // Every enum is checked in the same way, whatever its choices.
    .map(([key, value]) => (key === "enum" ? [key] : [key, value as unknown]));
  const text = JSON.stringify(rules);
  // If the schema is not specific enough, processing may depend on the input's name.
  return /"(pattern|enum|x-rules|minimum)"/.test(text) && !text.includes("conditional") ? text : `${name} ${text}`;
}

function schemaAt(schema: Schema, [name = "", ...rest]: string[], description: Description): Schema {
  const inner = resolve(schema, description).properties?.[name] ?? {};
  return rest.length === 0 ? inner : schemaAt(inner, rest, description);
}

function resolve(schema: Schema, description: Description): Schema {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) return resolve(description.components.schemas[name] ?? {}, description);
  return schema.allOf?.[0] === undefined ? schema : resolve(schema.allOf[0], description);
}

function alternatives(schema: Schema, description: Description): Schema[] {
  const found = resolve(schema, description);
  return found.oneOf?.flatMap((each) => alternatives(each, description)) ?? [found];
}

function fieldPaths(schema: Schema, description: Description): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const deeper = fieldPaths(resolve(inner, description), description);
    return [[name], ...deeper.map((path) => [name, ...path])];
  });
}

/** A body with the values that select which rules apply. Texts are omitted: each is tried alone. */
function sample(schema: Schema, description: Description): unknown {
  const found = resolve(schema, description);
  if (found.enum !== undefined) return found.enum[0];
  if (found.type === "boolean") return true;
  if (found.type === "number") return 1;
  if (found.properties === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(found.properties).map(([name, inner]) => [name, sample(inner, description)]),
  );
}

function withField(body: Record<string, unknown>, [name = "", ...rest]: string[], text: string): unknown {
  if (rest.length === 0) return { ...body, [name]: text };
  return { ...body, [name]: withField((body[name] ?? {}) as Record<string, unknown>, rest, text) };
}
