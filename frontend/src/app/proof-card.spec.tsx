import { beforeAll, beforeEach, expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import { quickUser } from "../test/clock";
import { errorResponse, FakeServer } from "../test/fake-server";
import { setValue } from "../test/joining";
import { button } from "../test/quick-queries";
import { openScreen } from "../test/render-site";

const FIND = "POST /mela/find-my-booking";
const SOLUTION = { counter: 7, derivedKey: "00" };
const SENT = "If there is a booking, we have sent a link.";
const BUSY =
  "Many requests come from your network right now, so your browser has to be checked first. Please try again.";
const challengeOf = (nonce: string) => ({
  parameters: { algorithm: "SCRYPT", nonce, data: { tries: 64, purpose: "booking_searches_per_address", about: "x" } },
  signature: "00",
});
const asked = (nonce: string) => errorResponse(429, "proof_required", BUSY, { challenge: challengeOf(nonce) });

/** A web worker that finds the solution at once; limits-by-address.spec.ts of the backend checks real ones. */
class Solver extends EventTarget {
  postMessage() {
    const data = { kind: "solved", solution: SOLUTION };
    queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data })));
  }
  terminate() {
    // Nothing to stop.
  }
}
class NeverFinishes extends Solver {
  override postMessage() {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data: { kind: "tried" } })));
  }
}

beforeAll(() => import("../api/proof"));
beforeEach(() => void Object.assign(globalThis, { Worker: Solver }));

async function send(answer: Parameters<FakeServer["on"]>[1]) {
  const user = quickUser();
  const server = new FakeServer();
  server.on(FIND, answer as never);
  await openScreen("/find-my-booking", server);
  setValue(document.querySelector("form input")!, "asha@example.com");
  await user.click(document.querySelector("form button[type=submit]")!);
  return { user, server };
}

test("a form beyond the address's share is sent again with the proofs, without anyone's doing", async () => {
  let round = 0;
  const { server } = await send(() => {
    round += 1;
    return round < 3 ? asked(`nonce ${round}`) : { json: { message: SENT } };
  });
  expect(await screen.findByText(SENT)).toBeVisible();
  const sent = server.callsTo(FIND);
  expect(sent.map(({ body }) => body)).toEqual(Array(3).fill({ contact: "asha@example.com" }));
  const proofs = sent.map(({ headers }) =>
    (headers.get("proof") ?? "")
      .split(",")
      .filter((text) => text !== "")
      .map((text) => JSON.parse(atob(text)) as unknown),
  );
  const first = { challenge: challengeOf("nonce 1"), solution: SOLUTION };
  const second = { challenge: challengeOf("nonce 2"), solution: SOLUTION };
  // The newest first: the server reads a few.
  expect(proofs).toEqual([[], [first], [second, first]]);
});

test("says what it does while it lasts, and gives up when asked, with the server's words and what was typed", async () => {
  Object.assign(globalThis, { Worker: NeverFinishes });
  const { user, server } = await send(() => asked("nonce"));
  const title = await screen.findByText("Checking your browser...");
  expect(title.closest("[role=status]")).not.toBeNull();
  expect(screen.getByText(/Nothing is lost; it continues by itself/)).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Progress of the check" })).toBeVisible();
  await user.click(button("Stop"));
  expect(await screen.findByText(BUSY)).toBeVisible();
  await waitFor(() => expect(screen.queryByText("Checking your browser...")).toBeNull());
  expect(server.callsTo(FIND)).toHaveLength(1);
  expect(document.querySelector<HTMLInputElement>("form input")!.value).toBe("asha@example.com");
});

test("where there are no threads, the server's words are shown", async () => {
  Object.assign(globalThis, {
    Worker: () => {
      throw new Error("no threads here");
    },
  });
  await send(() => asked("nonce"));
  expect(await screen.findByText(BUSY)).toBeVisible();
});
