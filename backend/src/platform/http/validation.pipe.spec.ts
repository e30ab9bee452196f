import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import type { Type } from "@nestjs/common";
import { SaveBrandPageDto } from "@sakhi/domain/brands/brand-page.dto";
import { EMPTY_PAGE, MAX_PRODUCT_PICTURES, MAX_PRODUCTS } from "@sakhi/domain/brands/brand-page.rules";
import { IsOptional, IsString } from "class-validator";
import { HttpError } from "./error-response.js";
import { validationPipe } from "./validation.pipe.js";

class OptionalQuery {
  @IsOptional()
  @IsString()
  event?: string;
}
class QueryWithDefault {
  @IsString()
  sort = "newest";
}
class RequiredQuery {
  @IsString()
  number!: string;
}

describe("an empty query, again and again", () => {
  const pipe = validationPipe();
  const read = (metatype: Type, query: object): Promise<unknown> =>
    Promise.resolve(pipe.transform(query, { type: "query", metatype })).catch((error: unknown) =>
      error instanceof HttpError ? error.code : error,
    );

  it.each<[string, Type, object | string]>([
    ["sets nothing", OptionalQuery, new OptionalQuery()],
    ["keeps the defaults", QueryWithDefault, new QueryWithDefault()],
    ["lacks what is required", RequiredQuery, "invalid_request"],
  ])("%s", async (_, metatype, expected) => {
    for (let time = 1; time <= 3; time += 1) expect(await read(metatype, {})).toStrictEqual(expected);
  });

  it("is an object of its own each time, and lets no other query through", async () => {
    const [first, second] = [await read(OptionalQuery, {}), await read(OptionalQuery, {})];
    expect(first).not.toBe(second);
    expect(await read(OptionalQuery, { event: 7 })).toBe("invalid_request");
    expect(await read(OptionalQuery, { other: "x" })).toBe("invalid_request");
    expect(await read(OptionalQuery, { event: "mela" })).toStrictEqual(
      Object.assign(new OptionalQuery(), { event: "mela" }),
    );
  });
});

describe("a body", () => {
  const picture = () => ({ id: randomUUID(), alt: "A jar of mango pickle", focus: { x: 20, y: 80 } });
  const product = () => ({
    ...{ id: randomUUID(), name: "Mango pickle", text: "Of raw mangoes", category: "Food", link: "" },
    ...{ price: { kind: "fixed", fromPaise: 25_000, toPaise: null } },
    pictures: Array.from({ length: MAX_PRODUCT_PICTURES }, picture),
  });
  const read = async (body: object): Promise<unknown> =>
    Promise.resolve(validationPipe().transform(body, { type: "body", metatype: SaveBrandPageDto })).catch(
      (error: unknown) => (error instanceof HttpError ? [error.message, error.details] : error),
    );

  it("may be a brand's page with every product and picture that a page may have", async () => {
    const products = Array.from({ length: MAX_PRODUCTS }, product);
    const content = { ...EMPTY_PAGE, coverId: randomUUID(), coverFocus: { x: 0, y: 100 }, products };
    const page = { version: 1, content };
    expect(await read(page)).toBeInstanceOf(SaveBrandPageDto);
  });

  it("with very many values is refused before they are copied", async () => {
    const products = Array.from({ length: 50 }, product);
    expect(await read({ version: 1, content: { ...EMPTY_PAGE, products } })).toEqual([
      ...["The request has too many values", { fields: {} }],
    ]);
  });
});

it("gives a single parameter as it was sent, also after a whole query of no DTO was empty", async () => {
  const pipe = validationPipe();
  expect(await pipe.transform({}, { type: "query", metatype: Object })).toEqual({});
  for (const value of [undefined, ""])
    expect(await pipe.transform(value, { type: "query", metatype: Object, data: "after" })).toBe(value);
});
