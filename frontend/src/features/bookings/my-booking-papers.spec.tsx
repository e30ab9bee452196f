import { beforeAll, expect, test } from "@jest/globals";
import { PAPER_PROBLEMS } from "@sakhi/domain/papers/paper.problems";
import { PAPER_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import { fireEvent, screen, within } from "@testing-library/react";
import { errorResponse, FakeServer } from "../../test/fake-server";
import { myBooking } from "../../test/my-booking";
import { openScreen } from "../../test/render-site";

const TICKET = "POST /mela/my-booking/papers/certificate/upload";

beforeAll(async () => {
  await Promise.all([import("./my-booking.page"), import("./my-booking-papers")]);
});

/** The part of the page about a certificate that is asked for. */
async function certificate(server: FakeServer): Promise<HTMLElement> {
  const asked = {
    key: "certificate",
    label: "FSSAI certificate",
    kind: "file",
    required: true,
    asked: "later",
  } as const;
  const papers = { open: true, until: "2026-12-03T04:30:00.000Z", papers: [asked] };
  server.on("GET /mela/my-booking", { json: myBooking({ papers }) });
  await openScreen("/my-booking", server);
  return screen.findByRole("group", { name: "FSSAI certificate" });
}

const choose = (group: HTMLElement, file: File) =>
  fireEvent.change(within(group).getByLabelText("FSSAI certificate", { selector: "input" }), {
    target: { files: [file] },
  });

test("offers what every upload takes, and says so in words", async () => {
  const group = await certificate(new FakeServer());
  const input = within(group).getByLabelText("FSSAI certificate", { selector: "input" });
  expect(input).toHaveAttribute("accept", PAPER_UPLOAD.accept);
  for (const type of ["application/pdf", "image/jpeg", "image/png", "image/webp", "image/heic", ".heic"])
    expect(PAPER_UPLOAD.accept.split(",")).toContain(type);
  expect(group).toHaveTextContent("A photo (JPEG, PNG, WebP or HEIC, up to 20 MB) or a PDF (up to 10 MB).");
});

test("says at once that a file is too large, and sends nothing of it", async () => {
  const server = new FakeServer();
  server.on(TICKET, { json: { ticket: "t" } });
  const group = await certificate(server);
  const file = new File(["x"], "scan.pdf");
  Object.defineProperty(file, "size", { value: PAPER_UPLOAD.maxBytes + 1 });
  choose(group, file);
  expect(await within(group).findByText(PAPER_PROBLEMS.too_large)).toBeVisible();
  expect(within(group).getByRole("button", { name: "Try again" })).toBeVisible();
  expect(server.calls.filter(({ path }) => path.includes("/uploads"))).toEqual([]);
});

test("says why a file cannot be sent any more", async () => {
  const server = new FakeServer();
  server.on(TICKET, errorResponse(409, "papers_closed", "The time to answer is over"));
  const group = await certificate(server);
  choose(group, new File(["x"], "scan.pdf"));
  expect(await within(group).findByText("The time to answer is over")).toBeVisible();
  expect(await within(group).findByRole("button", { name: "Try again" })).toBeVisible();
});
