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

/** @typedef {{ stallId: string, type: string, status: string }} Stall */

const WHO = { email: "kavita.nair@example.com", phone: "9845067890" };
const WAITS = { email: "leela.menon@example.com", phone: "9845013579" };

/** The free stalls of the event on sale, of a type. @param {Walk} walk @param {string} type @returns {Promise<string[]>} */
async function freeStalls({ page, site }, type) {
  const stalls = /** @type {Stall[]} */ (await (await page.request.get(`${site}/api/v1/mela/layout`)).json());
  return stalls.filter((stall) => stall.type === type && stall.status === "Available").map(({ stallId }) => stallId);
}

/** Fills in who takes a stall. @param {import("playwright").Locator} dialog @param {string} name @param {string} business */
async function fillIn(dialog, name, business) {
  await dialog.getByLabel(/^Full name/).fill(name);
  await dialog.getByLabel(/^Email/).fill(WHO.email);
  await dialog.getByLabel(/^Phone/).fill(WHO.phone);
  await dialog.getByLabel(/^Business name/).fill(business);
  await dialog.getByLabel(/^Pincode/).fill("560001");
}

/** Every Premium stall is taken, and somebody waits for one, in a browser of her own. @param {Walk} walk */
async function someoneWaits(walk) {
  const { page, site, linkInMail } = walk;
  const facts = /** @type {{ slug: string }} */ (await (await page.request.get(`${site}/api/v1/mela/facts`)).json());
  for (const stallId of await freeStalls(walk, "Premium")) {
    const data = { reason: "Kept for the guests of the opening" };
    const blocked = await page.request.post(`${site}/api/v1/mela/admin/stalls/${stallId}/block?event=${facts.slug}`, {
      data,
    });
    if (!blocked.ok()) throw new Error(`${stallId} was not blocked: ${await blocked.text()}`);
  }
  const context = await page.context().browser()?.newContext();
  const hers = await context?.newPage();
  if (context === undefined || hers === undefined) throw new Error("no second browser");
  await hers.goto(`${site}/paid-events/mela`);
  await hers.getByRole("button", { name: "Wait for a Premium stall" }).click();
  const form = hers.getByRole("dialog", { name: "Waiting list for a Premium stall" });
  await form.getByRole("textbox", { name: "Full Name" }).fill("Leela Menon");
  await form.getByRole("textbox", { name: "Email Address" }).fill(WAITS.email);
  await form.getByRole("textbox", { name: "Phone Number" }).fill(WAITS.phone);
  await form.getByRole("button", { name: "Join the waiting list" }).click();
  await hers.getByRole("heading", { level: 1, name: "One press is left: open our mail" }).waitFor();
  await hers.goto(await linkInMail(WAITS.email));
  await hers.getByRole("heading", { level: 1, name: "You are next" }).waitFor();
  await context.close();
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
      id: "several",
      question: "sell several stalls in one order",
      text: [
        "**Event**, **Stalls in one order** says how many stalls a visitor can book with one form, one payment and one invoice, and **Change** sets it, up to 6; with 1, each is booked alone. She adds them on the plan within her ten minutes, and they are hers together or not at all.",
        "Who has paid you for several is entered once: **Floor plan**, her first free stall, **Sell offline**, and the others under **Further stalls**. There is one invoice with a line for each, and each stall has its own ticket. Afterwards each can be moved or cancelled on its own.",
      ],
      go: async (walk) => {
        const { page } = walk;
        await view(walk, "event");
        const setting = page.getByRole("region", { name: "Stalls in one order" });
        await setting.getByText(/A visitor can book up to \d stalls in one order/).waitFor();
        await setting.getByRole("button", { name: "Change how many stalls an order may have" }).click();
        await page.getByRole("alertdialog").getByLabel("Stalls in one order at most").waitFor();
        const [first = "", further = ""] = await freeStalls(walk, "General");
        await view(walk, "plan");
        await page.locator(`[data-stall="${first}"]`).first().click();
        await page.getByRole("button", { name: "Sell offline" }).click();
        const dialog = page.getByRole("alertdialog", { name: `Sell ${first} offline` });
        await fillIn(dialog, "Kavita Nair", "Kavita Pickles");
        await dialog.getByLabel("Receipt or reference number").fill("Receipt 17");
        await dialog.getByLabel(/^Further stalls/).fill(further);
        await dialog.getByLabel(/^Reason/).fill("Paid in cash at the office");
        const said = dialog.getByText(`${first} with ${further} is sold for what they cost now`);
        await said.scrollIntoViewIfNeeded();
        return dialog.getByLabel(/^Further stalls/);
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
        "Invite the people at the gate under **Team**, with the role Gate: they see names, stalls and missing papers of their event only. Their page scans tickets with the phone's camera, or finds a holder by stall or name, and works without network; phones agree afterwards.",
        "**Gate** shows who has come, by day and hour, and who has not.",
      ],
      go: async (walk) => {
        await view(walk, "gate");
        return walk.page.getByRole("link", { name: "Open the gate's page" });
      },
    },
    {
      id: "walk-in",
      question: "sell a free stall at the gate, by UPI",
      text: [
        "On the gate's page, **Sell a free stall (UPI)**, choose the stall, and type who takes it. **Show the code** keeps the stall for her for ten minutes; she scans the code with any UPI app, and pays on her own phone. The page says when it is paid; ticket and invoice come to her by e-mail.",
        "If she changes her mind, **Cancel this sale**: the stall is free as soon as the payment provider confirms that nothing was paid. If the code's time is over, **Try again** asks for another one. Cash is entered by an operator on the floor plan, by **Sell offline**.",
      ],
      go: async (walk) => {
        const { page, site } = walk;
        await view(walk, "gate");
        await page.goto(site + (await page.getByRole("link", { name: "Open the gate's page" }).getAttribute("href")));
        await page.getByRole("button", { name: "Sell a free stall (UPI)" }).click();
        const [stall = ""] = (await freeStalls(walk, "General")).slice(-1);
        await page.getByLabel("Find a stall").fill(stall);
        await page.getByRole("button", { name: new RegExp(`^${stall},`) }).click();
        const dialog = page.getByRole("alertdialog", { name: new RegExp(`^Sell ${stall} for`) });
        await fillIn(dialog, "Kavita Nair", "Kavita Pickles");
        await dialog.getByRole("button", { name: "Show the code" }).click();
        const code = page.getByRole("img", { name: /^UPI code for ₹/ });
        await code.waitFor();
        await code.evaluate((image) => image.scrollIntoView({ block: "center" }));
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
      id: "move",
      question: "move a sold stall",
      text: [
        "Open the booking, then **Move**, and choose any free stall. The dialog says what it costs before you confirm. The same price: she moves at once. Cheaper: the difference goes back to her with a credit note. Dearer: the stall is kept for her, and a mail brings her the link to pay the difference; her first stall is free only once the other one is hers, and she gets a debit note.",
        "**Leave it** moves her without money. **Moves** in the booking says what became of it, and withdraws one that still waits. Whether holders move on their own in My booking, and how long your link works, stands under **Event**, **Moves to other stalls**.",
      ],
      go: async (walk) => {
        const { page } = walk;
        await view(walk, "event");
        const papers = page.getByRole("region", { name: "Papers of sold stalls" });
        await papers.getByLabel("Show").selectOption("all");
        await papers.getByRole("link", { name: "Open the booking of stall B12" }).click();
        await page.getByRole("button", { name: "Move", exact: true }).click();
        const dialog = page.getByRole("alertdialog", { name: "Move the booking of B12" });
        const [dearer = ""] = await freeStalls(walk, "Premium");
        await dialog.getByLabel("To stall").selectOption(dearer);
        await dialog.getByLabel("Reason").fill("She asked by phone");
        const said = dialog.getByText(new RegExp(`${dearer} is kept for \\d+ hours`));
        await said.waitFor();
        return said;
      },
    },
    {
      id: "waiting",
      question: "let people wait for what becomes free",
      text: [
        "Nothing is to be set up: while sales are open, the plan offers the waiting list of each type of which no stall is free. A stall that becomes free is offered to the first who waits, by a link that works for some hours, and nobody else can book it meanwhile; then to the next.",
        "**Waiting list** shows who waits, who has an offer and until when. **Change** sets how long an offer stands, **Reclaim** blocks an offered stall for you, and **Remove** ends somebody's place. Who has not opened our mail yet is offered nothing.",
      ],
      go: async (walk) => {
        await someoneWaits(walk);
        await view(walk, "waiting");
        const places = walk.page.getByRole("table", { name: "Open places" });
        const hers = places.getByRole("row", { name: /Leela Menon/ });
        await hers.waitFor();
        return walk.page.getByRole("button", { name: "Change" }).first();
      },
    },
    {
      id: "team",
      question: "invite a colleague",
      text: [
        "**Team**, then **Invite a colleague**: her name, her address, and what she does. The role decides what she sees and may change, at all Melas or at named ones; the preview below shows it before you send. Her link works once, for a day, and she chooses her own password.",
        "Nobody shares a login: what each of you changes stands in the audit log under her own name.",
      ],
      go: async (walk) => {
        const { page } = walk;
        await view(walk, "team");
        await page.getByRole("button", { name: "Invite a colleague" }).first().click();
        const dialog = page.getByRole("alertdialog", { name: "Invite a colleague" });
        await dialog.getByLabel("Username").fill("meera");
        return dialog.getByLabel("Username");
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
      id: "site",
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
