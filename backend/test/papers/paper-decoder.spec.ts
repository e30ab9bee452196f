import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { PAPER_PROBLEMS } from "@sakhi/domain/papers/paper.problems";
import { PDF } from "@sakhi/domain/uploads/upload.rules";
import { type PdfParts, pdf } from "@sakhi/testkit/pdf";
import sharp from "sharp";
import { PaperDecoderService } from "../../src/papers/paper-decoder.service.js";
import type { PaperRendering } from "../../src/papers/paper-rendering.js";
import { DecoderCommand } from "../../src/uploads/decoder-command.js";
import { DecoderService } from "../../src/uploads/decoder.service.js";
import { HEIC, noise } from "../pictures/hostile-files.js";
import { PHOTO_TRACES, phonePhoto } from "./phone-photo.js";

// Papers as holders have them, through the build's decoder.

const papers = new PaperDecoderService(new DecoderService(DecoderCommand.ofBuild()));
const made = async (bytes: Buffer): Promise<PaperRendering> => (await papers.decode(bytes)).made;
async function kept(bytes: Buffer): Promise<{ readonly type: string; readonly bytes: Buffer }> {
  const paper = await made(bytes);
  if ("problem" in paper) throw new Error(`refused: ${paper.problem}`);
  return paper;
}

const SCRIPT = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>";
const LAUNCH = "<< /S /Launch /F (cmd.exe) >>";

describe("a PDF", () => {
  it.each<[string, PdfParts]>([
    ["as programs write it", {}],
    ["with 1,000 bytes before it", { before: "\r\n".repeat(500) }],
    ["with 3 kB of NUL behind it", { after: Buffer.alloc(3000) }],
    ["with 8 kB of blanks behind it", { after: " ".repeat(8000) }],
    ["with a comment of a mail program behind it", { after: `<!-- ${"sent by a scanner ".repeat(200)} -->` }],
    ["that says which page it opens at", { catalog: "/OpenAction [3 0 R /Fit]" }],
    ["that says so by an action", { catalog: "/OpenAction << /S /GoTo /D [3 0 R /Fit] >>" }],
    [
      "with a link",
      {
        page: "/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com) >> >>]",
      },
    ],
    ["with its objects compressed", { objects: ["<< /Note (fine) >>"], compressed: true }],
  ])("%s is kept as we write it", async (_what, parts) => {
    const { type, bytes } = await kept(pdf(parts));
    expect(type).toBe("application/pdf");
    // Nothing before, nothing behind, nothing that does something.
    expect([bytes.toString("latin1", 0, 5), /%%EOF\s*$/.test(bytes.toString("latin1", bytes.length - 8))]).toEqual([
      "%PDF-",
      true,
    ]);
    expect(bytes.toString("latin1")).not.toMatch(/OpenAction|example\.com|scanner|\/Launch|fine/);
    expect(bytes.includes("/MediaBox")).toBe(true);
  });

  it.each<[string, PdfParts]>([
    ["a script when it opens", { catalog: `/OpenAction ${SCRIPT}` }],
    ["a script in another object", { catalog: "/OpenAction 5 0 R", objects: [SCRIPT] }],
    ["a script in a compressed object", { catalog: "/OpenAction 5 0 R", objects: [SCRIPT], compressed: true }],
    ["a script under a name with escapes", { catalog: "/Open#41ction << /S /J#61vaScript /#4a#53 (1) >>" }],
    ["a script that nothing leads to", { objects: [SCRIPT] }],
    ["a program that it starts", { page: `/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A ${LAUNCH} >>]` }],
    ["a program, compressed, with escapes", { objects: ["<< /S /L#61unch /F (cmd.exe) >>"], compressed: true }],
    ["an action of the page", { page: `/AA << /O ${LAUNCH} >>` }],
    ["scripts by name", { catalog: `/Names << /JavaScript << /Names [(a) ${SCRIPT}] >> >>` }],
    [
      "a file",
      {
        catalog: "/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /EF << /F 5 0 R >> >>] >> >>",
        objects: ["<< /Type /EmbeddedFile /Length 1 >>\nstream\nx\nendstream"],
      },
    ],
    [
      "a form that sends",
      { page: "/Annots [<< /Subtype /Widget /Rect [0 0 9 9] /A << /S /SubmitForm /F (https://example.com) >> >>]" },
    ],
    ["an XFA form", { catalog: "/AcroForm << /XFA (<xdp/>) /Fields [] >>" }],
    ["a film", { page: "/Annots [<< /Subtype /RichMedia /RichMediaContent << >> /Rect [0 0 9 9] >>]" }],
    [
      "another document that it opens",
      { page: "/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /GoToR /F (x.pdf) >> >>]" },
    ],
    ["a way on behind its first page", { catalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${LAUNCH} >>` }],
  ])("with %s is refused", async (_what, parts) => {
    expect(await made(pdf(parts))).toEqual({ problem: "pdf_active" });
  });

  it.each<[string, Buffer, keyof typeof PAPER_PROBLEMS]>([
    ["that is a program, too", pdf({ before: "MZ\x90\0" }), "other_content"],
    ["that is an ELF program, too", pdf({ before: "\x7fELF\x02\x01\x01\0" }), "other_content"],
    ["that has a program behind it", pdf({ after: "\x7fELF\x02\x01\x01\0" }), "other_content"],
    ["that is a page, too", pdf({ before: "<html><script>alert(1)</script>" }), "other_content"],
    ["that has a page behind it", pdf({ after: "<script>alert(1)</script>" }), "other_content"],
    ["that is an archive, too", pdf({ before: "PK\x03\x04" }), "other_content"],
    ["that ends as an archive", pdf({ after: "PK\x05\x06" + "\0".repeat(18) }), "other_content"],
    [
      "that needs a password",
      pdf({ trailer: "/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (y) /P -4 >>" }),
      "pdf_protected",
    ],
    ["without pages", Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF"), "broken"],
    ["of nothing but its first line", Buffer.from("%PDF-1.4\n%%EOF"), "broken"],
    ["with too much before it", pdf({ before: " ".repeat(1100) }), "not_a_picture"],
    ["that is too large", pdf({ filling: PDF.maxBytes }), "too_large"],
  ])("%s is refused", async (_what, bytes, problem) => {
    expect(await made(bytes)).toEqual({ problem });
    expect(PAPER_PROBLEMS[problem]).toMatch(/^[A-Z].{20,}\.$/);
  });
});

describe("a photo of a paper", () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ["JPEG", () => noise(300, 200).jpeg().toBuffer()],
    ["PNG", () => noise(300, 200).png().toBuffer()],
    ["WebP", () => noise(300, 200).webp().toBuffer()],
    ["HEIC", () => HEIC],
    ["JPEG of 7 MB and more", () => noise(4000, 3000).jpeg({ quality: 88 }).toBuffer()],
    ["long receipt", () => noise(300, 4000).jpeg().toBuffer()],
  ])("%s is kept as JPEG", async (_what, make) => {
    const sent = await make();
    const { type, bytes } = await kept(sent);
    const { format, width, height } = await sharp(bytes).metadata();
    expect([type, format]).toEqual(["image/jpeg", "jpeg"]);
    // Nothing is scaled that is no larger than a page's small print needs.
    if (sent !== HEIC) expect([width, height]).toEqual(await sizeOf(sent));
  });

  it("loses the place, the time and what was behind it, and stands upright", async () => {
    const { bytes } = await kept(await phonePhoto());
    for (const trace of PHOTO_TRACES) expect([trace, bytes.includes(trace)]).toEqual([trace, false]);
    const { exif, orientation, width, height } = await sharp(bytes).metadata();
    expect([exif, orientation, width, height]).toEqual([undefined, undefined, 48, 64]);
  });

  it("is white where it was transparent", async () => {
    const clear = sharp({ create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    const { bytes } = await kept(await clear.png().toBuffer());
    expect([...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
  });
});

async function sizeOf(bytes: Buffer): Promise<number[]> {
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
}
