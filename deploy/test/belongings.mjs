/** What visitors own beside a stall, made as their browsers do, and looked up again later: a paper, a listing with a picture. */
import { createHash, randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { until, Visitor } from "./setup.mjs";

const SIDE = 320;
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** A square PNG of one colour, another one each time. */
function drawing() {
  const chunk = (type, data) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // 8 bits, red, green and blue.
  header.set([8, 2], 8);
  const colour = randomBytes(3);
  const line = Buffer.concat([Buffer.from([0]), ...Array.from({ length: SIDE }, () => colour)]);
  const lines = deflateSync(Buffer.concat(Array.from({ length: SIDE }, () => line)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", lines), chunk("IEND", Buffer.alloc(0))]);
}

/**
 * Has an event ask for a file, and a holder of one of its stalls upload it in My booking.
 *
 * @param visitor the browser that bought the stall with orderId
 * @returns a function that says whether the holder still gets exactly the same file
 */
export async function addPaper(operator, { event, visitor, orderId }) {
  const question = {
    ...{ label: "Certificate", help: "", kind: "file", choices: "", required: true, asked: "later" },
    ...{ audience: "every_stall", position: 12, reason: "a check" },
  };
  await operator.post(`/mela/admin/events/${event}/questions`, question);
  await visitor.post("/mela/my-booking/session/here", { orderId });
  const papers = "/mela/my-booking/papers";
  // An api knows a new question within a moment.
  const { key } = await until(10, async () =>
    (await visitor.get("/mela/my-booking")).papers?.papers.find(({ label }) => label === question.label),
  );
  const { ticket } = await visitor.post(`${papers}/${key}/upload`, {});
  await visitor.upload(ticket, drawing(), "certificate.png");
  const read = async () => digest(await visitor.file(`/api/v1${papers}/${key}/file`));
  const stored = await read();
  return async () => (await read()) === stored;
}

/**
 * Applies for a listing, pays for it, uploads a picture, sends the page, and has an operator approve page and listing.
 *
 * @param pay pays an order at the provider
 * @returns functions that say whether the listing is live, and whether its picture is exactly the same file
 */
export async function addListing(operator, site, pay) {
  const owner = new Visitor(site);
  const number = String(Date.now()).slice(-9);
  const brandName = `Meena Weaves ${number}`;
  const { orderId } = await owner.post("/cashfree/initiate", {
    ...{ fullName: "Meena Devi", email: `meena.${number}@example.com`, phoneNumber: `+919${number}` },
    ...{ whatsappNumber: `+918${number}`, whatsappBusinessContact: `+917${number}`, brandName, companyType: "product" },
    ...{ businessCategory: "Handloom Textiles", businessStage: "growth", businessType: "manufacturer" },
    story: "We weave cotton sarees on twelve handlooms, in a shed by the river that floods every second August.",
    ...{ hasGSTIN: "no", govtDocument: "UDYAM-KR-03-0012345", businessAddress: "12 Temple Road, Mysuru 570001" },
    ...{ websiteUrl: "https://meena-weaves.example", isStartup: "yes", interestedInPopups: "no" },
    ...{ previousParticipation: ["None"], hearAboutUs: "friend", consent: true, submissionType: "paid_listing" },
  });
  await pay(orderId);
  const listing = await until(60, async () => {
    const [found] = await operator.get(`/mela/admin/listings?q=${encodeURIComponent(brandName)}`);
    return found?.state === "under_review" ? found : undefined;
  });

  const { uploadTicket } = await owner.post("/my-brand/session/here", { orderId });
  const { id: logoId } = await owner.upload(uploadTicket, drawing(), "logo.png");
  const { page } = await owner.get("/my-brand");
  const { change } = await owner.put("/my-brand/draft", { version: 0, content: { ...page, logoId } });
  await owner.post("/my-brand/send", { version: change.version });
  const sent = (await operator.get("/mela/admin/brand-changes")).find((each) => each.brandName === brandName);
  const { version } = await operator.get(`/mela/admin/brand-changes/${sent.id}`);
  await operator.post(`/mela/admin/brand-changes/${sent.id}/accept`, { version });
  await operator.post(`/mela/admin/listings/${listing.id}/approve`, {});

  const address = async () => {
    const { pictures } = await owner.get("/my-brand");
    // Without the key that shows it before the approval.
    return pictures.find(({ id }) => id === logoId).files[0].url.replace(/\?.*/, "");
  };
  const path = await address();
  const picture = async () => digest(await new Visitor(site).file(path));
  const stored = await until(30, picture);
  return {
    orderId,
    isLive: async () =>
      (await new Visitor(site).get(`/listings/live?brandName=${encodeURIComponent(brandName)}`)).length > 0,
    hasPicture: async () => stored !== undefined && (await picture()) === stored,
  };
}
