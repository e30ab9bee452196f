import { expect } from "@playwright/test";
import { pdf } from "@sakhi/testkit/pdf";
import { DASHBOARD, logIn, operator } from "./support/administrator.js";
import { inspect } from "./support/inspect.js";
import { mailbox } from "./support/product.js";
import { NARROW, WIDE } from "./support/sizes.js";
import { post } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

const REASON = "the Mela comes near";

/** Publishes an event that asks each stall what it sells, and sells two. @returns its slug, and the holders' addresses */
async function publishedMela(edition: string) {
  const api = await operator();
  const current = (await (await api.get("/api/v1/mela/facts")).json()) as { slug: string };
  const facts = {
    ...{ name: "The Summer Mela", edition, days: "2099-04-10 09:30 to 18:30", planOf: current.slug },
    ...{ venueName: "Exhibition ground", venueDescription: "The exhibition ground by the river" },
    ...{ street: "Station Road", locality: "Panchavati", city: "Nashik", pin: "422003", stateCode: "27" },
    ...{ mapUrl: "https://www.openstreetmap.org/", reason: REASON, salesCloseAt: "2099-04-09T12:30:00.000Z" },
  };
  const made = (await (await post(api, "/mela/admin/events", facts)).json()) as { slug: string };
  const { slug } = made;
  await post(api, `/mela/admin/events/${slug}/questions`, {
    ...{ label: "What do you sell?", help: "", kind: "text", choices: "", required: true, asked: "later" },
    ...{ audience: "every_stall", position: 12, reason: REASON },
  });
  await post(api, `/mela/admin/events/${slug}/publish`, { reason: REASON });
  const holders = ["B1", "B2"].map((stall, index) => ({
    stall,
    email: `holder-${edition}-${index}@example.com`,
    phoneNumber: `98${edition}${index}2345`.slice(0, 10).padEnd(10, "7"),
  }));
  for (const { stall, email, phoneNumber } of holders) {
    await post(api, `/mela/admin/stalls/${stall}/sell-offline?event=${slug}`, {
      ...{ fullName: "Meera Iyer", email, phoneNumber, businessName: `Meera Pottery ${stall}`, pincode: "560001" },
      ...{ method: "cash", reference: `receipt ${stall}`, reason: REASON },
    });
  }
  return { slug, holders };
}

/** Subjects of the mails to an address. */
const subjects = async (email: string) =>
  (await mailbox.to(email)).map(({ subject }) => subject.replaceAll(/[\u2066-\u2069]/g, ""));

test("an operator reminds those who lack papers, writes by a rule from a template, and sees who got it", async ({
  page,
}) => {
  const edition = String(2099 - test.info().retry);
  const { holders } = await publishedMela(edition);
  await page.setViewportSize(WIDE);
  await logIn(page);

  // The overview counts them, and leads to the list by stall.
  await page.goto(`${DASHBOARD}?view=overview`);
  await page.getByRole("link", { name: `2 stalls of The Summer Mela ${edition} lack papers` }).click();
  const papers = page.getByRole("region", { name: "Papers of sold stalls", exact: true });
  await expect(papers.getByRole("row", { name: /B1/ })).toContainText("What do you sell?");
  await expect(async () => {
    await page.reload();
    await expect(papers).toContainText(/Reminders go out 27 Mar, 3 Apr, 8 Apr/);
  }).toPass({ timeout: 120_000 });
  await inspect(page, "admin-papers-lacking");

  // Two presses: the words are there, and who gets them.
  await papers.getByRole("button", { name: "Remind 2 holders" }).click();
  const reminding = page.getByRole("alertdialog", { name: "Remind those who lack papers" });
  await expect(reminding).toContainText("2 holders would get it now: all.");
  await reminding.getByText("See it as holders get it").click();
  const mail = reminding.frameLocator("iframe");
  await expect(mail.locator("p", { hasText: /we still need: .*What do you sell\?/ })).toBeVisible();
  await inspect(page, "admin-remind");
  await reminding.getByRole("button", { name: "Save the message" }).click();
  await sawToast(page, "goes out at its time");
  for (const { email, stall } of holders)
    await expect
      .poll(() => subjects(email), { timeout: 120_000 })
      .toContainEqual(expect.stringContaining(`Stall ${stall}: papers are still missing`));
  await page.reload();
  await expect(papers.getByRole("row", { name: /B1/ })).toContainText("reminded");

  // By a rule, from a template with blanks; on a phone.
  await page.setViewportSize(NARROW);
  await papers.getByRole("link", { name: "See and change them" }).click();
  const open = page.getByRole("region", { name: "To come and under way" });
  await expect(open.getByRole("listitem")).toHaveCount(3);
  await inspect(page, "admin-messages");
  await page.getByRole("button", { name: "Setting up" }).click();
  const writing = page.getByRole("alertdialog", { name: "Write to holders" });
  await expect(writing).toContainText("Still to fill in before it can go out");
  await writing.getByRole("button", { name: "Save the message" }).click();
  await expect(writing.getByText(/^Still to fill in: \[where, and until when/)).toBeVisible();
  await inspect(page, "admin-message-unfinished");
  await writing
    .getByLabel("Text")
    .fill("Dear {name},\n\nset up {brand} at {stall} from 14:00, gate 2.\n\n{days}\n\n{map}\n\n{link}");
  await writing.getByRole("textbox", { name: "Send a test to" }).fill("operator@example.com");
  await writing.getByRole("button", { name: "Send a test" }).click();
  await sawToast(page, "A test is on its way");
  await writing.getByRole("button", { name: "Save the message" }).click();
  await sawToast(page, "goes out at its time");
  await expect(open).toContainText("7 days before the first day");
  await expect(open.getByRole("listitem")).toHaveCount(4);

  // To one stall, at once; who got it.
  await page.getByRole("button", { name: "Write a message" }).click();
  await writing.getByLabel("Who gets it").selectOption("chosen");
  await writing.getByRole("checkbox", { name: /Stall B2/ }).check();
  await writing.getByLabel("Subject").fill("Your place beside the stage");
  await writing.getByLabel("Text").fill("Dear {name},\n\n{stall} is beside the stage.");
  await expect(writing).toContainText("1 of 2 holders would get it now.");
  await inspect(page, "admin-message-one");
  await writing.getByRole("button", { name: "Save the message" }).click();
  await sawToast(page, "goes out at its time");
  const ended = page.getByRole("region", { name: "Ended" });
  await expect(ended).toContainText("Your place beside the stage", { timeout: 60_000 });
  await expect(ended.getByRole("listitem").filter({ hasText: "beside the stage" })).toContainText("1 of 1 holder", {
    timeout: 60_000,
  });
  await inspect(page, "admin-messages-ended");
  await ended.getByRole("button", { name: "Who got Your place beside the stage" }).click();
  const got = page.getByRole("dialog", { name: "Who got “Your place beside the stage”" });
  await expect(got).toContainText("delivered to the mail server");
  await inspect(page, "admin-message-recipients");
  expect((await subjects(holders[0]?.email ?? "")).some((subject) => subject.includes("beside the stage"))).toBe(false);
  expect(
    (await subjects(holders[1]?.email ?? "")).filter((subject) => subject.includes("beside the stage")),
  ).toHaveLength(1);
});

test("an event says its gate and when each sets up, and a message brings a map of the site to those in a list", async ({
  page,
}) => {
  const edition = String(2089 - test.info().retry);
  const { slug, holders } = await publishedMela(edition);
  await page.setViewportSize(WIDE);
  await logIn(page);

  // The gate, and two times: one row first, all others after it.
  await page.goto(`${DASHBOARD}?view=event&event=${slug}`);
  const arrival = page.getByRole("region", { name: "Arrival" });
  await arrival.getByRole("button", { name: "Change the gate" }).click();
  const gate = page.getByRole("alertdialog", { name: "Change the gate" });
  await gate.getByLabel("Where holders come in").fill("Gate 2, Hall Road");
  await gate.getByLabel("Reason").fill(REASON);
  await gate.getByRole("button", { name: "Save the gate" }).click();
  await sawToast(page, "The gate is saved");
  const adding = page.getByRole("alertdialog", { name: "Add a time to set up" });
  for (const [from, to, stalls] of [
    ["14:00", "16:00", "A, B1"],
    ["16:00", "18:00", ""],
  ] as const) {
    await arrival.getByRole("button", { name: "Add a time" }).click();
    await adding.getByLabel("From", { exact: true }).fill(from);
    await adding.getByLabel("To", { exact: true }).fill(to);
    await adding.getByLabel("Stalls", { exact: true }).fill(stalls);
    await adding.getByLabel("Reason").fill(REASON);
    if (stalls !== "") await inspect(page, "admin-setup-time");
    await adding.getByRole("button", { name: "Add the time" }).click();
    await sawToast(page, "The time is added");
  }
  await expect(arrival.getByRole("listitem")).toHaveText([
    /9 April, 14:00–16:00: A, B1/,
    /9 April, 16:00–18:00: all other/,
  ]);
  await inspect(page, "admin-arrival");
  await page.setViewportSize(NARROW);
  await inspect(page, "admin-arrival-phone");

  // A map of the site, as a clean copy.
  await page.goto(`${DASHBOARD}?view=messages&event=${slug}`);
  const files = page.getByRole("region", { name: "Files for messages" });
  await files
    .getByLabel("Upload a file")
    .setInputFiles({ name: "Site map.pdf", mimeType: "application/pdf", buffer: pdf({}) });
  await expect(files.getByRole("listitem")).toContainText("Site map.pdf", { timeout: 60_000 });
  await inspect(page, "admin-message-files");
  await page.setViewportSize(WIDE);

  // To those of a list: the filters decide, and the dialog has them ticked.
  // Not by the number alone, which may stand in an order id.
  await page.goto(`${DASHBOARD}?event=${slug}&q=Meera+Pottery+B1`);
  await page.getByRole("button", { name: "Write to this holder" }).click();
  const writing = page.getByRole("alertdialog", { name: "Write to holders" });
  await expect(writing.getByRole("checkbox", { name: /Stall B1,/ })).toBeChecked();
  await expect(writing.getByRole("checkbox", { name: /Stall B2,/ })).not.toBeChecked();
  await writing.getByLabel("Subject").fill("The map of the site");
  await writing
    .getByLabel("Text")
    .fill("Dear {name},\n\nGate: {gate}\nYou set up: {settingUp}\nNext: {next}\n\n{link}");
  await writing.getByRole("checkbox", { name: /Site map\.pdf/ }).check();
  await expect(writing).toContainText("such mails are passed on");
  await expect(writing).toContainText("1 of 2 holders would get it now.");
  await inspect(page, "admin-message-with-file");
  await page.setViewportSize(NARROW);
  await inspect(page, "admin-message-with-file-phone");
  await writing.getByRole("button", { name: "Save the message" }).click();
  await sawToast(page, "goes out at its time");
  const [first, second] = holders;
  await expect
    .poll(() => subjects(first?.email ?? ""), { timeout: 120_000 })
    .toContainEqual(expect.stringContaining("The map of the site"));
  const mail = (await mailbox.to(first?.email ?? "")).find(({ subject }) => subject.includes("map of the site"));
  const text = mail === undefined ? "" : (await mailbox.body(mail)).text.replaceAll(/[\u2066-\u2069]/g, "");
  expect(text).toContain("Gate: Gate 2, Hall Road");
  expect(text).toContain("You set up: Thursday, 9 April 2099, 14:00 to 16:00");
  expect(text).not.toContain("/my-booking#");
  expect((await subjects(second?.email ?? "")).some((subject) => subject.includes("map of the site"))).toBe(false);
});
