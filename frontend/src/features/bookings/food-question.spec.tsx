import { beforeAll, expect, test } from "@jest/globals";
import { FOOD_QUESTION } from "@sakhi/domain/papers/food.rules";
import { screen, waitFor, within } from "@testing-library/react";
import type { MyHold } from "../../api/mela-api";
import { quickUser } from "../../test/clock";
import type { FakeServer } from "../../test/fake-server";
import { openFilledIn, registeringServer, submitButton } from "../../test/registering";

const REGISTRATION = "POST /mela/create-provisional-registration";

const { key, label, help, kind, choices, required, asked } = FOOD_QUESTION;
const QUESTIONS: NonNullable<MyHold["questions"]> = [
  { key, label, help, kind, choices: [...choices], required, asked },
  { key: "fssai_number", label: "FSSAI number", kind: "fssai_number", required: true, asked: "form", foodOnly: true },
];

beforeAll(async () => {
  await Promise.all([import("./floor-plan.page"), import("./question-fields")]);
});

/** The form of a stall whose event asks food stalls for their number before they pay. */
async function opened() {
  const server = registeringServer();
  server.holds("B12", 600, { questions: QUESTIONS });
  await openFilledIn(server);
  const group = await screen.findByRole("radiogroup", { name: /Do you sell food\?/ });
  const answer = (name: string) => quickUser().click(within(group).getByRole("radio", { name }));
  return { server, group, answer };
}

const sent = (server: FakeServer) => server.callsTo(REGISTRATION).map(({ body }) => body.answers);
const number = () => screen.queryByLabelText("FSSAI number");

test("who does not sell food, or leaves it for later, is asked nothing else and can pay", async () => {
  const { server, group, answer } = await opened();
  expect(group).toHaveAccessibleName("Do you sell food? (can wait)");
  expect(group).toHaveAccessibleDescription(help);
  expect(number()).toBeNull();
  await answer("No");
  expect(number()).toBeNull();
  await quickUser().click(submitButton());
  await waitFor(() => expect(sent(server)).toEqual([expect.arrayContaining([{ key, value: "No" }])]));
});

test("who sells food is asked what food stalls are asked, until she says that she does not", async () => {
  const { server, answer } = await opened();
  await answer("Yes");
  expect(number()).toBeVisible();
  await quickUser().click(submitButton());
  expect(await screen.findByText("Please answer this question")).toBeVisible();
  expect(number()).toHaveFocus();
  expect(sent(server)).toEqual([]);
  await answer("No");
  expect(number()).toBeNull();
  await quickUser().click(submitButton());
  await waitFor(() => expect(sent(server)).toHaveLength(1));
});
