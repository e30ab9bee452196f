import { describe, expect, it } from "@jest/globals";
import type { Type } from "@nestjs/common";
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
