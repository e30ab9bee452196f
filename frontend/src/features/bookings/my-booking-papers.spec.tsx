import { beforeAll, expect, jest, test } from "@jest/globals";
import { PAPER_PROBLEMS } from "@sakhi/domain/papers/paper.problems";
import { PAPER_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { MyBooking } from "../../api/mela-api";
import { ArrivedAtOnce } from "../../test/arrived-at-once";
import { quickUser } from "../../test/clock";
import { errorResponse, FakeServer } from "../../test/fake-server";
import { setValue } from "../../test/joining";
import { myBooking } from "../../test/my-booking";
import { openScreen } from "../../test/render-site";

const TICKET = "POST /mela/my-booking/papers/certificate/upload";

jest.unstable_mockModule("tus-js-client", () => ({ Upload: ArrivedAtOnce }));

beforeAll(async () => {
  await Promise.all([import("./my-booking.page"), import("./my-booking-papers")]);
});

/** A certificate that is asked for. */
const papers: NonNullable<MyBooking["papers"]> = {
  open: true,
  until: "2026-12-03T04:30:00.000Z",
  papers: [{ key: "certificate", label: "FSSAI certificate", kind: "file", required: true, asked: "later" }],
};

/** The part of the page about the certificate. */
async function certificate(server: FakeServer): Promise<HTMLElement> {
  server.on("GET /mela/my-booking", { json: myBooking({ papers, correctable: true, documents: [] }) });
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

test("says why a file can no longer be sent", async () => {
  const server = new FakeServer();
  server.on(TICKET, errorResponse(409, "papers_closed", "The time to answer is over"));
  const group = await certificate(server);
  choose(group, new File(["x"], "scan.pdf"));
  expect(await within(group).findByText("The time to answer is over")).toBeVisible();
  expect(await within(group).findByRole("button", { name: "Try again" })).toBeVisible();
});

test("stopped before it may begin, nothing more is sent or shown", async () => {
  const server = new FakeServer();
  const issue = server.withhold(TICKET, { json: { ticket: "t" } });
  const group = await certificate(server);
  choose(group, new File(["x"], "scan.pdf"));
  await quickUser().click(await within(group).findByRole("button", { name: "Stop uploading: FSSAI certificate" }));
  await waitFor(() => expect(server.callsTo(TICKET)).toHaveLength(1));
  await act(async () => issue());
  await act(() => new Promise((done) => setTimeout(done, 50)));
  expect(within(group).queryByRole("progressbar")).toBeNull();
  expect(server.calls.filter(({ path }) => path.includes("/uploads"))).toEqual([]);
});

test("a refused file says why, and can be tried again, removed or followed by another", async () => {
  const server = new FakeServer();
  server.on(TICKET, { json: { ticket: "t" } });
  const group = await certificate(server);
  const refused = { json: { state: "refused", problem: { code: "broken", message: PAPER_PROBLEMS.broken } } };
  for (const name of ["scan.pdf", "other.pdf"]) server.on(`GET /uploads/${name}` as never, refused as never);
  choose(group, new File(["x"], "scan.pdf"));
  expect(await within(group).findByRole("alert")).toHaveTextContent(PAPER_PROBLEMS.broken);
  expect(within(group).queryByRole("progressbar")).toBeNull();
  const user = quickUser();
  await user.click(within(group).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(server.callsTo(TICKET)).toHaveLength(2));
  expect(await within(group).findByRole("alert")).toHaveTextContent(PAPER_PROBLEMS.broken);
  // Another one takes its place.
  choose(group, new File(["x"], "other.pdf"));
  expect(await within(group).findByText("other.pdf")).toBeVisible();
  expect(within(group).queryByText("scan.pdf")).toBeNull();
  await user.click(await within(group).findByRole("button", { name: "Remove FSSAI certificate" }));
  expect(within(group).queryByRole("alert")).toBeNull();
});

test("a file that arrives keeps what else was changed on the page meanwhile", async () => {
  const server = new FakeServer();
  server.on(TICKET, { json: { ticket: "t" } });
  const group = await certificate(server);
  const checked = server.withhold("GET /uploads/scan.pdf" as never, { json: { state: "ready" } } as never);
  choose(group, new File(["x"], "scan.pdf"));
  await waitFor(() => expect(server.callsTo("GET /uploads/scan.pdf" as never)).toHaveLength(1));
  // Meanwhile the details are corrected.
  const user = quickUser();
  const corrected = myBooking({
    papers,
    correctable: true,
    documents: [],
    details: { ...myBooking().details, fullName: "Asha R. Rao" },
  });
  server.on("POST /mela/my-booking/correct", { json: corrected });
  await user.click(screen.getByRole("button", { name: "Correct my details" }));
  setValue(await screen.findByRole("textbox", { name: "Full Name" }), "Asha R. Rao");
  await user.click(screen.getByRole("button", { name: "Save my details" }));
  expect(await screen.findByText("Asha R. Rao")).toBeVisible();
  const [asked] = papers.papers;
  const answer = { ...asked!, answer: "scan.pdf", file: { bytes: 2048, type: "application/pdf" as const } };
  server.on("GET /mela/my-booking", { json: { ...corrected, papers: { ...papers, papers: [answer] } } });
  await act(async () => checked());
  expect(await within(group).findByText("scan.pdf has arrived.")).toBeVisible();
  expect(screen.getByText("Asha R. Rao")).toBeVisible();
});
