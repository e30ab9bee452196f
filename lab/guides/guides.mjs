/**
 * The guides: text and steps in one place, so that a guide shows only what the product does. `npm run lab -- guides`
 * walks them in a browser on a product of its own, takes the pictures and writes docs/guides and the pages that the
 * dashboard links to.
 */

import { view } from "./dashboard.mjs";
import { mela } from "./mela.mjs";

/**
 * @typedef {object} Walk what the steps work with
 * @property {import("playwright").Page} page
 * @property {string} site base URL of the product
 * @property {{ username: string, password: string }} administrator
 * @property {(address: string) => Promise<string>} linkInMail the link to a page of one's own in the newest mail to an address
 */

/**
 * @typedef {object} Step
 * @property {string} id the anchor; for the operator the name of the dashboard's view, or of a part of one that links to it
 * @property {string} question what somebody wants to do: "reserve a stall"
 * @property {readonly string[]} text what they do and what happens, sentence by sentence; **bold** for what stands on the screen
 * @property {(walk: Walk) => Promise<import("playwright").Locator | void>} go does it; what it returns is marked in the picture
 */

/** @typedef {{ slug: string, title: string, lead: string, phone: boolean, steps: readonly Step[] }} Guide */

const PLAN = "/paid-events/mela";

const BUYER = { email: "asha.rao@example.com", phone: "9845012345" };
const OWNER = { email: "meena.devi@example.com", phone: "9845054321" };

/** The buyer answers what her booking is asked, in a browser of her own. @param {Walk} walk */
async function answerPapers({ page, linkInMail }) {
  const context = await page.context().browser()?.newContext();
  const hers = await context?.newPage();
  if (context === undefined || hers === undefined) throw new Error("no second browser");
  await hers.goto(await linkInMail(BUYER.email));
  const papers = hers.getByRole("region", { name: "Papers asked for" });
  await papers.getByRole("radio", { name: "Yes" }).check();
  await papers.getByRole("button", { name: "Save my answers" }).click();
  await papers.getByLabel("FSSAI number").fill("10012011000001");
  await papers.getByRole("button", { name: "Save my answers" }).click();
  await papers.getByText(/Still missing: FSSAI certificate/).waitFor();
  const upload = papers.getByLabel("FSSAI certificate", { exact: true }).locator("input");
  const { pdf } = await import("@sakhi/testkit/pdf");
  await upload.setInputFiles({ name: "FSSAI certificate.pdf", mimeType: "application/pdf", buffer: pdf() });
  await papers.getByText("has arrived.").waitFor();
  await context.close();
}

/** @type {Guide} */
const booker = {
  slug: "booker",
  title: "Book a stall at the Mela",
  lead: "From the floor plan to the ticket, in about five minutes. You need an e-mail address, a phone and a way to pay.",
  phone: true,
  steps: [
    {
      id: "choose",
      question: "choose a stall",
      text: [
        "Open **Paid Events**, then **Choose your stall**. Green stalls are free, and the plan changes by itself while others book.",
        "Tap a stall to see its type and price.",
      ],
      go: async ({ page, site }) => {
        await page.goto(site + PLAN);
        const stall = page.locator('[data-stall="B12"]');
        // Scrolls to it, and again if the page's script replaces what came with the document.
        await stall.click({ trial: true });
        return stall;
      },
    },
    {
      id: "reserve",
      question: "reserve it",
      text: [
        "Tap **Yes, Reserve**. The stall is yours for ten minutes, and nobody else can take it.",
        "The clock on the next page shows how much is left. If it ends, the stall is free again, and nothing was paid.",
      ],
      go: async ({ page }) => {
        await page.locator('[data-stall="B12"]').click();
        const button = page.getByRole("dialog").getByRole("button", { name: "Yes, Reserve" });
        await button.waitFor();
        return button;
      },
    },
    {
      id: "register",
      question: "fill in the form",
      text: [
        "Your name, business, e-mail address and phone number. The ticket and the invoice go to that address, so look at it twice.",
        "With a GST number the invoice is made out to your firm. A coupon goes into its own field: **Apply** shows the new price.",
      ],
      go: async ({ page }) => {
        await page.getByRole("dialog").getByRole("button", { name: "Yes, Reserve" }).click();
        await page.getByRole("heading", { level: 1, name: "Stall registration" }).waitFor();
        await page.getByRole("textbox", { name: "Full Name" }).fill("Asha Rao");
        await page.getByRole("textbox", { name: "Email Address" }).fill(BUYER.email);
        await page.getByRole("textbox", { name: "Phone Number" }).fill(BUYER.phone);
        await page.getByRole("textbox", { name: "Business Name" }).fill("Asha Weaves");
        await page.getByRole("textbox", { name: "Pincode" }).fill("560066");
        return page.getByRole("textbox", { name: "Email Address" });
      },
    },
    {
      id: "pay",
      question: "pay",
      text: [
        "Accept the event policies, and tap **Proceed to Payment**. The payment service's page opens, where you pay by UPI or card.",
        "You have another 18 minutes for it, and several attempts. If one fails, you keep the stall and try again. Never pay twice: the page finds your payment even if you close it.",
      ],
      go: async ({ page }) => {
        await page.getByRole("checkbox", { name: "I have read and accept the event policies." }).check();
        const button = page.getByRole("button", { name: /^Proceed to Payment/ });
        await button.scrollIntoViewIfNeeded();
        return button;
      },
    },
    {
      id: "ticket",
      question: "get the ticket",
      text: [
        "**Payment Successful!** and the ticket: the stall is yours. A mail brings the invoice and an entry for your calendar, usually within a minute.",
        "No mail? Look into spam. It is sent for hours if your mail provider is slow; the stall is yours without it.",
      ],
      go: async ({ page }) => {
        await page.getByRole("button", { name: /^Proceed to Payment/ }).click();
        await page.getByLabel("UPI ID").fill("testsuccess@gocash");
        await page.getByRole("button", { name: "Pay by UPI" }).click();
        const ticket = page.getByRole("article", { name: "Stall ticket" });
        await ticket.waitFor({ timeout: 120_000 });
        await ticket.scrollIntoViewIfNeeded();
      },
    },
    {
      id: "my-booking",
      question: "see, correct or cancel my booking later",
      text: [
        "A second mail, **The link to your booking**, opens its page: invoice, calendar, how to get there. There you also ask for a correction of the invoice, send somebody in your place, or cancel.",
        "Lost the mail? **Find my booking** sends the link again.",
      ],
      go: async ({ page, linkInMail }) => {
        await page.goto(await linkInMail(BUYER.email));
        await page.getByRole("heading", { level: 1 }).waitFor();
      },
    },
  ],
};

/** @type {Guide} */
const brandOwner = {
  slug: "brand-owner",
  title: "List your brand",
  lead: "Two short forms and ₹999 for a year; free with a paid Mela stall. Then a page of your own, with your pictures and products.",
  phone: true,
  steps: [
    {
      id: "begin",
      question: "begin",
      text: [
        "Open **List Your Brand**. The first form is about you: the e-mail address receives the receipt and the link to your brand's page.",
        "What you type is kept in this tab, except document numbers, so a reload loses nothing.",
      ],
      go: async ({ page, site }) => {
        await page.goto(`${site}/join`);
        await page.getByRole("heading", { level: 2, name: "Personal Info" }).waitFor();
        const main = page.getByRole("main");
        await main.getByLabel(/^Full Name/).fill("Meena Devi");
        await main.getByLabel(/^Email Address/).fill(OWNER.email);
        await main.getByLabel(/^Phone Number/).fill(OWNER.phone);
        await main.getByLabel(/^WhatsApp Number/).fill(OWNER.phone);
        await main.getByLabel(/^Brand Name/).fill("Meena Handlooms");
        return page.getByRole("button", { name: "Continue" });
      },
    },
    {
      id: "business",
      question: "describe the business",
      text: [
        "What you make, what is special about it in your own words, and the documents: a GST number, or a government document such as Udyam if you have none.",
        "The documents are seen by us only. Your words stand on your page.",
      ],
      go: async ({ page }) => {
        await page.getByRole("button", { name: "Continue" }).click();
        await page.getByRole("heading", { level: 2, name: "Business Info" }).waitFor();
        const main = page.getByRole("main");
        const choose = (/** @type {string} */ group, /** @type {string | RegExp} */ name) =>
          page.getByRole("radiogroup", { name: group }).getByRole("radio", { name }).check();
        await choose("Company Type", /^Product/);
        await main.getByLabel(/^Business Category/).selectOption("Handloom Textiles");
        await main.getByLabel(/^Business Stage/).selectOption("growth");
        await main.getByLabel(/^Business Type/).selectOption("manufacturer");
        await main.getByLabel(/^How did you hear about us\?/).selectOption("friend");
        await choose("Do you have a GSTIN?", "No");
        const words = "We weave cotton sarees on twelve handlooms in a village near Mysuru, nine days each.";
        await main.locator("textarea").first().fill(words);
        await main
          .getByLabel(/^(Government|Govt)/)
          .first()
          .fill("UDYAM-KR-03-0012345");
        await main.getByLabel(/^Business Address/).fill("12 Temple Road, Mysuru 570001");
        await main.getByLabel(/^WhatsApp Business/).fill(OWNER.phone);
        await choose("Are you a startup?", "Yes");
        await choose("Are you interested in pop-ups?", "No");
        await page.getByRole("checkbox", { name: /^I agree/ }).check();
        await main.locator("textarea").first().scrollIntoViewIfNeeded();
        return main.locator("textarea").first();
      },
    },
    {
      id: "pay",
      question: "read it once more, and pay",
      text: [
        "The last page shows everything. **Pay ₹999** opens the payment service's page.",
        "The receipt with the invoice arrives by mail. We look at every application; that takes a day or two.",
      ],
      go: async ({ page }) => {
        await page.getByRole("button", { name: "Continue" }).click();
        await page.getByRole("heading", { level: 2, name: "Review" }).waitFor();
        const button = page.getByRole("button", { name: "Pay ₹999" });
        await button.scrollIntoViewIfNeeded();
        return button;
      },
    },
    {
      id: "my-page",
      question: "make my brand's page",
      text: [
        "A second mail, **The link to your listing**, opens your page; no password. Add a logo, a cover and products with prices and pictures, from the phone if you like.",
        "Everything is saved as you go. When you send it, we look at it once; until then the public page stays as it was.",
      ],
      go: async ({ page, linkInMail }) => {
        await page.getByRole("button", { name: "Pay ₹999" }).click();
        await page.getByLabel("UPI ID").fill("testsuccess@gocash");
        await page.getByRole("button", { name: "Pay by UPI" }).click();
        await page.getByRole("article", { name: "Listing receipt" }).waitFor({ timeout: 120_000 });
        await page.goto(await linkInMail(OWNER.email));
        await page.getByRole("heading", { level: 1, name: "Meena Handlooms" }).waitFor();
      },
    },
  ],
};

/** @type {Guide} */
const operator = {
  slug: "operator",
  title: "Run the Mela",
  lead: "What operators do in the dashboard, one view at a time. Everything you change is written down in the audit log, with your name.",
  phone: false,
  steps: [
    {
      id: "login",
      question: "log in",
      text: [
        "Open /paid-events/mela/admin-login with your own name and password, and the code of your authenticator app. Nobody shares an account: invite colleagues under **Team**.",
      ],
      go: async ({ page, site, administrator }) => {
        await page.goto(`${site}${PLAN}/admin-login`);
        await page.getByRole("textbox", { name: "Username" }).fill(administrator.username);
        await page.getByLabel("Password", { exact: true }).fill(administrator.password);
        return page.getByRole("button", { name: "Login" });
      },
    },
    {
      id: "registrations",
      question: "find a booking",
      text: [
        "Search by name, e-mail address, phone or order number. A booking shows its payment, invoice and each mail with its state.",
        "**Export CSV** gives the list to others. It is in the audit log, because it contains personal data.",
      ],
      go: async (walk) => {
        await walk.page.getByRole("button", { name: "Login" }).click();
        await walk.page.getByRole("navigation", { name: "Views of the dashboard" }).waitFor();
        await view(walk, "registrations");
        await walk.page.getByText("Asha Weaves").first().waitFor();
        const search = walk.page.getByRole("searchbox").first();
        return (await search.count()) > 0 ? search : undefined;
      },
    },
    {
      id: "plan",
      question: "see why a stall is not free, block it, or sell it on the spot",
      text: [
        "Click a stall: who has it, until when, and its whole history. From there: extend a hold, release it, move the booking to another stall, block the stall with a reason, or record a sale paid in cash.",
      ],
      go: async (walk) => {
        await view(walk, "plan");
        const stall = walk.page.locator('[data-stall="B12"]').first();
        await stall.waitFor();
        await stall.click();
        await walk.page.getByText("Asha Weaves").first().waitFor();
      },
    },
    {
      id: "issues",
      question: "know what needs me",
      text: [
        "**Attention** lists what the product cannot decide: a payment of a wrong amount, a mail that was refused, a payer who asks for a correction. Each entry has its facts and the buttons that solve it.",
        "Empty is the normal state. The menu shows the number.",
      ],
      go: (walk) => view(walk, "issues"),
    },
    {
      id: "listings",
      question: "approve a brand",
      text: [
        "Applications wait here with their documents. **Approve** makes the page public and starts the year; a rejection needs a reason, which is mailed, and gives the money back.",
      ],
      go: async (walk) => {
        await view(walk, "listings");
        await walk.page.getByText("Meena Handlooms").first().waitFor();
      },
    },
    {
      id: "coupons",
      question: "give a discount",
      text: [
        "A coupon has a code, a percentage, an end and a number of uses. Switched off, it still holds for those who have registered with it; if its uses are limited, only for those who begin to pay before they are gone.",
      ],
      go: (walk) => view(walk, "coupons"),
    },
    {
      id: "event",
      question: "change dates, venue or the sales window",
      text: [
        "What stands here is on pages, mails, tickets, calendars and invoices. Buyers are notified by mail when days or venue change; the page asks you first.",
        "The sales window opens and closes booking to the second, without you; sales end with the last day at the latest.",
      ],
      go: (walk) => view(walk, "event"),
    },
    {
      id: "papers",
      question: "ask for papers, such as the FSSAI certificate",
      text: [
        "Under **Papers asked for**: the usual questions are a click each, and **Add a question** asks anything else, of every stall, of food stalls or of some types. Who sells food says so herself: “Do you sell food?” is asked with the first question for food stalls, and the FSSAI number is asked already of those who answer Yes, in stalls of any type.",
        "Files are uploaded in My booking, after paying; the others can be asked in the form. Everyone can change her answers until the first day opens.",
      ],
      go: async (walk) => {
        const { page } = walk;
        await view(walk, "event");
        const asked = page.getByRole("region", { name: "Papers asked for" });
        await asked.getByRole("button", { name: "FSSAI certificate" }).click();
        const dialog = page.getByRole("alertdialog");
        await dialog.getByLabel("Reason").fill("The inspectors ask");
        await dialog.getByRole("button", { name: "Add the question" }).click();
        const certificate = asked.getByRole("listitem").filter({ hasText: "FSSAI certificate" });
        await certificate.waitFor();
        await asked.evaluate((panel) => panel.scrollIntoView({ block: "center" }));
        return certificate;
      },
    },
    {
      id: "papers-answers",
      question: "see who has sent her papers, and read them",
      text: [
        "**Papers of sold stalls** lists those who lack something first. A stall opens its booking, where each answer stands and each file is downloaded; who downloaded it is in the audit log. A photo comes without the place where it was taken.",
        "**Download as CSV** has all answers in one list.",
      ],
      go: async (walk) => {
        await answerPapers(walk);
        await view(walk, "event");
        const papers = walk.page.getByRole("region", { name: "Papers of sold stalls" });
        await papers.getByLabel("Show").selectOption("all");
        await papers.getByRole("link", { name: "Open the booking of stall B12" }).click();
        const booking = walk.page.getByRole("dialog", { name: "Registration Details" });
        const file = booking.getByRole("button", { name: "Download a stranger’s file: FSSAI certificate" });
        await file.evaluate((button) => button.scrollIntoView({ block: "center" }));
        return file;
      },
    },
    {
      id: "operations",
      question: "see whether everything works",
      text: [
        "**System status** names each part, and **What visitors are promised** says how well it went, and how much may still go wrong this month.",
        "Visitors see the same in plain words at /status. What to do when something is red is in the runbook, docs/operations.",
      ],
      go: async (walk) => {
        await view(walk, "operations");
        await walk.page.getByText("What visitors are promised").first().waitFor();
      },
    },
  ],
};

/** In the order in which they are walked: the operator sees what the others did. */
export const GUIDES = [booker, brandOwner, operator, mela];
