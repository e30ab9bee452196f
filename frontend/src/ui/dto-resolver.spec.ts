import { expect, test } from "@jest/globals";
import { ReserveStallDto } from "@sakhi/domain/bookings/reserve-stall.dto";
import { melaApi } from "../api/mela-api";
import { createStore } from "../app/store";
import { FakeServer } from "../test/fake-server";
import { dtoResolver } from "./dto-resolver";

const resolve = (stallId: string) =>
  dtoResolver<{ stallId: string }>(ReserveStallDto)({ stallId }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });

test("the values of a form are sent as JSON, although its DTO is a class", async () => {
  const server = new FakeServer();
  globalThis.fetch = server.fetch;
  const { values } = await resolve("B12");
  expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  await createStore().dispatch(melaApi.endpoints.reserveStall.initiate(values as { stallId: string }));
  expect(server.callsTo("POST /mela/reserve").map(({ body }) => body)).toEqual([{ stallId: "B12" }]);
});

test("a refused field has the DTO's message", async () => {
  const { values, errors } = await resolve("12");
  expect(values).toEqual({});
  expect(errors).toMatchObject({ stallId: { message: "Please choose a stall by its number, e.g. B12" } });
});
