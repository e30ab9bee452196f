/** The guide of a whole Mela, walked after the operator's: its session and its sold stall are there (lab/guides/guides.mjs). */

import { view } from "./dashboard.mjs";

/** @typedef {import("./guides.mjs").Guide} Guide */
/** @typedef {import("./guides.mjs").Walk} Walk */

/** The draft that the guide makes. @param {Walk} walk @returns {Promise<string>} its slug */
async function draft({ page, site }) {
  const response = await page.request.get(`${site}/api/v1/mela/admin/events`);
  const events = /** @type {{ slug: string, status: string }[]} */ (await response.json());
  const slug = events.find(({ status }) => status === "draft")?.slug;
  if (slug === undefined) throw new Error("no draft");
  return slug;
}

/** @type {Guide} */
export const mela = {
  slug: "mela",
  title: "Make a Mela, from the first draft to the thank-you",
  lead: "What operators do for a Mela: make it, draw its plan, sell it, write to its holders, open its gate, and close it.",
  phone: false,
  steps: [
    {
      id: "new-event",
      question: "make a new Mela",
      text: [
        "Log in, and open **Event**. **Duplicate** gives a new draft the facts, the plan, the stall types, the questions and the messages of the last one; edition, days and the end of sales are left to you. **New event** begins with nothing.",
        "A draft is seen by nobody but you. What it lacks is said beside it.",
      ],
      go: async (walk) => {
        const { page, site, administrator } = walk;
        await page.goto(`${site}/paid-events/mela/admin-login`);
        await page.getByRole("textbox", { name: "Username" }).fill(administrator.username);
        await page.getByLabel("Password", { exact: true }).fill(administrator.password);
        await page.getByRole("button", { name: "Login" }).click();
        await page.getByRole("navigation", { name: "Views of the dashboard" }).waitFor();
        await view(walk, "event");
        await page
          .getByRole("button", { name: /^Duplicate / })
          .first()
          .click();
        const dialog = page.getByRole("alertdialog", { name: /^Duplicate / });
        await dialog.getByLabel("Edition").fill("Winter 2099");
        await dialog.getByLabel("Day 1", { exact: true }).fill("2099-01-10");
        await dialog.getByLabel("Reason").fill("The next Mela");
        return dialog.getByRole("button", { name: "Create the draft" });
      },
    },
    {
      id: "draw",
      question: "draw or import the plan",
      text: [
        "**Floor plan**, then **Draw this plan**: drag stalls with mouse, finger or arrow keys, or **Add a row** of numbered stalls at once. What you draw is saved as you go, and visitors see nothing of it until you publish it.",
        "**Import** reads a CSV or JSON file with a row for each stall. A file with a fault changes nothing and says what is wrong.",
      ],
      go: async (walk) => {
        const { page } = walk;
        await page.getByRole("button", { name: "Create the draft" }).click();
        await page.getByText("The event is created as a draft").first().waitFor();
        await view(walk, "plan", `&event=${await draft(walk)}&draw=on`);
        await page.locator('[data-item][data-stall="A1"]').waitFor();
        return page.getByRole("button", { name: "Add a row" });
      },
    },
    {
      id: "publish",
      question: "put it on sale",
      text: [
        "**Publish** names what is still missing, such as the end of sales. From then on the event has pages of its own, and its stalls are sold in its sales window, which opens and closes to the second without you.",
        "Several Melas can be on sale at once; choose above which one you work on.",
      ],
      go: async (walk) => {
        const slug = await draft(walk);
        await view(walk, "event", `&event=${slug}`);
        const button = walk.page.getByRole("button", { name: /^Publish / }).first();
        await button.scrollIntoViewIfNeeded();
        return button;
      },
    },
    {
      id: "prices",
      question: "change prices, now or from a date",
      text: [
        "**Stall types** has the price of each type, GST included, and **Prices by date**: an early price until a day, a higher one from the last week. The plan shows price and date; who has reserved a stall pays what it cost at that moment.",
      ],
      go: async (walk) => {
        await view(walk, "event", `&event=${await draft(walk)}`);
        const types = walk.page.getByRole("region", { name: "Stall types" });
        await types.evaluate((panel) => panel.scrollIntoView({ block: "start" }));
      },
    },
    {
      id: "messages",
      question: "write to the holders",
      text: [
        "**Messages**: to all, to those of some types, to those who lack papers, to those who have come in or have not, or to chosen stalls; at once, at a moment, or by the days of the event, which it follows if you reschedule. Begin with a text of ours, fill in what stands in square brackets, and look at it as three of your holders get it.",
        "Say the gate and when each stall is set up once, under **Event**, **Arrival**: messages, tickets, the gate's page and the lists have it. Files such as a map of the site are uploaded below the messages, and ticked in the ones that bring them.",
        "Everyone gets a message once, whatever happens meanwhile. A message can be paused, and shows who has it.",
      ],
      go: async (walk) => {
        const { page } = walk;
        await view(walk, "messages");
        await page.getByRole("button", { name: "The evening before" }).click();
        await page.getByRole("alertdialog", { name: "Write to holders" }).getByLabel("Subject").waitFor();
      },
    },
    {
      id: "lists",
      question: "print lists, door signs and the plan",
      text: [
        "**Print**, beside the floor plan and in **Gate**, makes A4 pages: lists by stall, by name and by type, signs for the stalls with a code that opens the brand's page, name boards, and the plan with the brands for the wall. Names print in every Indian script.",
      ],
      go: async (walk) => {
        await view(walk, "plan");
        await walk.page.getByRole("button", { name: "Print", exact: true }).click();
        await walk.page.getByRole("dialog").waitFor();
      },
    },
    {
      id: "gate",
      question: "let holders in",
      text: [
        "Invite the people at the gate under **Account & security**, with the role Gate: they see names, stalls and missing papers of their event only. Their page scans tickets with the phone's camera, or finds a holder by stall or name, and works without network; phones agree afterwards.",
        "**Gate** shows who has come, by day and hour, and who has not.",
      ],
      go: async (walk) => {
        await view(walk, "gate");
        return walk.page.getByRole("link", { name: "Open the gate's page" });
      },
    },
    {
      id: "part-refund",
      question: "give a part of the money back",
      text: [
        "Open the booking, then **Refund a part**: the amount and a reason, which is mailed. The credit note is made for you, and what was refunded before is counted.",
      ],
      go: async (walk) => {
        const { page } = walk;
        await view(walk, "event");
        const papers = page.getByRole("region", { name: "Papers of sold stalls" });
        await papers.getByLabel("Show").selectOption("all");
        await papers.getByRole("link", { name: "Open the booking of stall B12" }).click();
        await page.getByRole("button", { name: "Refund a part" }).first().click();
        await page.getByRole("alertdialog").waitFor();
      },
    },
    {
      id: "reschedule",
      question: "move it to other days",
      text: [
        "**Reschedule** shows the mail and how many holders get it before anything happens. Tickets, calendars, pages and messages follow the new days.",
      ],
      go: async (walk) => {
        const { page } = walk;
        await view(walk, "event");
        await page
          .getByRole("button", { name: /^Reschedule / })
          .first()
          .click();
        await page.getByRole("alertdialog", { name: /^Reschedule / }).waitFor();
      },
    },
    {
      id: "cancel",
      question: "cancel it, with refunds",
      text: [
        "**Cancel the event** shows what each holder gets back, less a share if you choose one, and the credit notes. You type the event's name before it begins. It continues by itself if anything is interrupted, and shows its progress.",
      ],
      go: async (walk) => {
        const { page } = walk;
        await view(walk, "event");
        await page
          .getByRole("button", { name: /^Cancel the event / })
          .first()
          .click();
        await page.getByRole("alertdialog", { name: /^Cancel the event / }).waitFor();
      },
    },
    {
      id: "brands",
      question: "correct a brand or its products",
      text: [
        "**Brands** has every brand with its products and pictures: correct, hide or merge them. The owner sees it in My brand, and the audit log has who changed what.",
      ],
      go: async (walk) => {
        await view(walk, "brands");
        const table = walk.page.getByRole("table", { name: "Brands" });
        await table.waitFor();
        await table.getByRole("button").first().click();
        await walk.page.getByRole("dialog").waitFor();
      },
    },
    {
      id: "home",
      question: "choose what the home page shows",
      text: [
        "**Site** has the lists of the home page, with a preview: who is featured, in which order, and until when.",
      ],
      go: (walk) => view(walk, "site"),
    },
    {
      id: "afterwards",
      question: "close it afterwards",
      text: [
        "Once the last day is over, the overview says so, and has the rest in one place: the thank-you, who did not come, figures beside those of the last Mela, **Close and archive**, and **Duplicate** for the next.",
      ],
      go: (walk) => view(walk, "overview"),
    },
  ],
};
