import { deflateSync } from "node:zlib";

/** What a test puts into a PDF. */
export interface PdfParts {
  /** Of the catalogue, of the page, and of the trailer, as they stand in their dictionaries. */
  readonly catalog?: string;
  readonly page?: string;
  readonly trailer?: string;
  /** Objects from number 5 on. */
  readonly objects?: readonly string[];
  /** Those objects are in a compressed object stream. */
  readonly compressed?: boolean;
  /** Bytes of a stream that nothing shows. */
  readonly filling?: number;
  /** Stand before and behind the document. */
  readonly before?: string | Buffer;
  readonly after?: string | Buffer;
}

/** A PDF of one page that says "Licence", as the product keeps it. */
export function pdf({
  objects = [],
  compressed = false,
  filling = 0,
  before = "",
  after = "",
  ...parts
}: PdfParts = {}): Buffer {
  const content = "BT /F1 24 Tf 20 100 Td (Licence) Tj ET";
  const plain: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${parts.catalog ?? ""} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R
        /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> ${parts.page ?? ""} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...(compressed ? [] : objects),
  ];
  const pieces: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const offsets: number[] = [];
  const length = () => pieces.reduce((sum, piece) => sum + piece.length, 0);
  const add = (number: number, body: string | Buffer) => {
    offsets[number] = length();
    pieces.push(
      Buffer.concat([
        Buffer.from(`${number} 0 obj\n`),
        Buffer.from(body as string, "latin1"),
        Buffer.from("\nendobj\n"),
      ]),
    );
  };
  plain.forEach((body, at) => add(at + 1, body));
  if (compressed) {
    let at = 0;
    const heads = objects.map((body, nth) => {
      const head = `${5 + nth} ${at}`;
      at += body.length + 1;
      return head;
    });
    const head = `${heads.join(" ")}\n`;
    const packed = deflateSync(Buffer.from(head + objects.join("\n"), "latin1")).toString("latin1");
    add(
      5 + objects.length,
      `<< /Type /ObjStm /N ${objects.length} /First ${head.length} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`,
    );
  }
  if (filling > 0) add(90, `<< /Length ${filling} >>\nstream\n${"x".repeat(filling)}\nendstream`);
  const xref = length();
  const numbers = Object.keys(offsets).map(Number);
  const entries = numbers.map((number) => `${number} 1\n${String(offsets[number]).padStart(10, "0")} 00000 n \n`);
  pieces.push(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${entries.join("")}trailer\n<< /Size 99 /Root 1 0 R ${parts.trailer ?? ""} >>\nstartxref\n${xref}\n%%EOF\n`,
      "latin1",
    ),
  );
  const bytes = (given: string | Buffer) => (typeof given === "string" ? Buffer.from(given, "latin1") : given);
  return Buffer.concat([bytes(before), ...pieces, bytes(after)]);
}
