import { describe, expect, test } from "@jest/globals";
import { createStore } from "../app/store";
import { fakeClock, pass } from "../test/clock";
import { FakeServer, errorResponse } from "../test/fake-server";
import { isFailure, userMessage, apiErrorOf } from "./failure";
import { generatedApi as adminApi } from "./generated/administrator";
import { melaApi } from "./mela-api";
import "./admin-api";

function setUp() {
  const server = new FakeServer();
  globalThis.fetch = server.fetch;
  const { dispatch } = createStore();
  const layout = (forceRefetch = false) => dispatch(melaApi.endpoints.getLayout.initiate(undefined, { forceRefetch }));
  return { server, dispatch, layout };
}

test("calls send cookies and JSON; a body is sent only when there is data", async () => {
  const { server, dispatch, layout } = setUp();
  await layout();
  await dispatch(melaApi.endpoints.releaseStall.initiate({ stallId: "B12" }));
  const [read, write] = server.calls;
  expect(read).toMatchObject({ method: "GET", body: undefined, credentials: "include" });
  expect(read?.headers.get("content-type")).toBeNull();
  expect(write).toMatchObject({ method: "POST", body: { stallId: "B12" }, credentials: "include" });
  expect(write?.headers.get("content-type")).toBe("application/json");
});

test("a call whose parameters are all left out has no query", async () => {
  const { server, layout } = setUp();
  const addresses: string[] = [];
  globalThis.fetch = (input, init) => {
    addresses.push(new Request(input, init).url);
    return server.fetch(input, init);
  };
  await layout();
  expect(addresses).toEqual([expect.stringMatching(/\/api\/v1\/mela\/layout$/)]);
});

test("a non-OK response becomes the error '{status}: {body}', and userMessage returns the message in the body", async () => {
  const { server, layout } = setUp();
  server.on("GET /mela/layout", errorResponse(409, "stall_sold", "This stall has already been sold"));
  const { error } = await layout();
  expect(isFailure(error) && error.message).toMatch(/^409: \{"statusCode":409/);
  expect(apiErrorOf(error).code).toBe("stall_sold");
  expect(userMessage(error, "fallback")).toBe("This stall has already been sold");
});

test("an error with an empty body carries the status text, and userMessage ignores a body that is not JSON", async () => {
  const { server, layout } = setUp();
  server.on("GET /mela/layout", { status: 503, text: "" });
  expect(await layout()).toMatchObject({ error: { status: 503, message: "503: Service Unavailable" } });
  server.on("GET /mela/layout", { status: 502, text: "<html>bad gateway</html>" });
  const { error } = await layout();
  expect(error).toMatchObject({ message: "502: <html>bad gateway</html>" });
  expect(userMessage(error, "fallback")).toBe("fallback");
});

test("a call times out after 30 seconds", async () => {
  fakeClock();
  const { server, layout } = setUp();
  server.on(
    "GET /mela/layout",
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      }),
  );
  const response = layout();
  await pass(31);
  expect(await response).toMatchObject({ error: { status: 0, message: "0: No response" } });
});

test("reads are cached, and nothing is retried", async () => {
  const { server, layout } = setUp();
  await layout();
  await layout();
  expect(server.calls).toHaveLength(1);
  server.on("GET /mela/layout", "offline");
  const { error } = await layout(true);
  expect(error).toMatchObject({ status: 0 });
  expect(server.calls).toHaveLength(2);
});

describe("a call whose answer is lost", () => {
  const EXTEND = "POST /mela/admin/bookings/7/extend";
  const key = (call: { headers: Headers } | undefined) => call?.headers.get("idempotency-key");

  test("is repeated once with its key; pressing again repeats it too, until an answer comes", async () => {
    fakeClock();
    const { server, dispatch } = setUp();
    const extend = async (minutes: number) => {
      const sent = dispatch(
        adminApi.endpoints.extendHold.initiate({ id: "7", extendHoldDto: { minutes, reason: "asked" } }),
      );
      await pass(2);
      return sent;
    };
    server.on(EXTEND as never, "offline");
    expect(await extend(5)).toMatchObject({ error: { status: 0 } });
    server.on(EXTEND as never, { json: { minutesLeft: 25 } } as never);
    expect(await extend(5)).toMatchObject({ data: { minutesLeft: 25 } });
    expect(await extend(5)).toMatchObject({ data: { minutesLeft: 25 } });
    const keys = server.calls.map(key);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], keys[0], expect.any(String)]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test("is not repeated if it was answered, nor if it might be done twice", async () => {
    fakeClock();
    const { server, dispatch } = setUp();
    server.on(EXTEND as never, errorResponse(409, "hold_expired", "It has expired"));
    await dispatch(adminApi.endpoints.extendHold.initiate({ id: "7", extendHoldDto: { minutes: 5, reason: "asked" } }));
    expect(server.calls).toHaveLength(1);
    server.on("POST /mela/release", "offline");
    await dispatch(melaApi.endpoints.releaseStall.initiate({ stallId: "B12" }));
    await pass(5);
    expect(server.calls).toHaveLength(2);
    expect(key(server.calls[1])).toBeNull();
  });
});
