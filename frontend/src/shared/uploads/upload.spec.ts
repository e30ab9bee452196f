import { beforeEach, expect, jest, test } from "@jest/globals";
import type { RunningUpload, UploadProgress } from "./upload";

type Options = Readonly<Record<"onSuccess" | "onChunkComplete", () => void>> & {
  readonly onError: (error: unknown) => void;
  readonly onBeforeRequest: (request: { setHeader: (name: string, value: string) => void }) => void;
};

/** What the uploads did, and with which ticket. */
const done: string[] = [];
/** What the server does with an upload at each start. */
let begins: ((upload: TestUpload) => void)[] = [];

/** An upload without a network. */
class TestUpload {
  readonly url = "/api/v1/uploads/1";
  constructor(
    _file: File,
    readonly options: Options,
  ) {}
  findPreviousUploads = () => Promise.resolve([]);
  start = () => {
    this.options.onBeforeRequest({ setHeader: (_name, value) => done.push(`start with ${value}`) });
    begins.shift()?.(this);
  };
  abort = (isForGood: boolean) => {
    done.push(isForGood ? "deleted" : "left");
    return Promise.resolve();
  };
}
jest.unstable_mockModule("tus-js-client", () => ({ Upload: TestUpload }));
const { uploadFile } = await import("./upload");
const { strings } = await import("./upload.strings");

/** Statuses that the server answers, one after the other; the last one stays. */
function answers(...responses: readonly (readonly [status: number, body?: unknown])[]): void {
  const left = [...responses];
  globalThis.fetch = async () => {
    const [status, body = {}] = (left.length > 1 ? left.shift() : left[0]) ?? [500];
    return new Response(JSON.stringify(body), { status });
  };
}

const arrives = ({ options }: TestUpload): void => options.onSuccess();
const refuses =
  (status: number, code: string) =>
  ({ options }: TestUpload): void =>
    options.onError({
      originalResponse: { getStatus: () => status, getBody: () => JSON.stringify({ code, message: `No: ${code}` }) },
    });

/** Uploads a file until it is ready or has failed. */
function send(
  tickets: readonly string[],
  onProgress?: (progress: UploadProgress, upload: RunningUpload) => void,
): Promise<{ readonly progress: UploadProgress; readonly upload: RunningUpload }> {
  const left = [...tickets];
  const ticket = () => Promise.resolve((left.length > 1 ? left.shift() : left[0]) ?? "");
  return new Promise((resolve) => {
    const limits = { maxBytes: 10, tooLarge: "too large" };
    const solve = () => Promise.resolve(undefined);
    const target = { ticket, place: "here", limits, solve };
    const upload = uploadFile(new File(["x"], "scan.pdf"), target, (progress) => {
      onProgress?.(progress, upload);
      if (progress.step === "failed" || progress.step === "ready") resolve({ progress, upload });
    });
  });
}

beforeEach(() => {
  done.length = 0;
  begins = [];
});

test("who begins an upload has it before its first progress, and may stop it there", async () => {
  const seen: unknown[] = [];
  void send(["t"], (progress, upload) => {
    seen.push([typeof upload, progress]);
    upload.leave();
  });
  expect(seen).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(seen).toEqual([["object", { step: "uploading", percent: 0 }]]);
});

test("says what was made of it", async () => {
  begins = [arrives];
  answers([200, { state: "ready", id: "7" }]);
  expect((await send(["t"])).progress).toEqual({ step: "ready", made: { state: "ready", id: "7" } });
});

test.each<[string, number, unknown, string]>([
  ["refused", 200, { state: "refused", problem: { message: "Not a picture" } }, "Not a picture"],
  ["deleted", 200, { state: "deleted" }, strings.failed],
  ["gone", 404, {}, strings.failed],
])("one that is %s is over, and is sent again when it is tried again", async (_name, status, body, message) => {
  begins = [arrives, arrives];
  answers([status, body]);
  const { progress, upload } = await send(["t"]);
  expect(progress).toEqual({ step: "failed", message });
  upload.retry();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(done).toEqual(["start with t", "start with t"]);
});

test("a ticket that is over is asked for again, while the file is sent and while it is checked", async () => {
  const arrivesInPieces = ({ options }: TestUpload): void => {
    options.onChunkComplete();
    options.onSuccess();
  };
  begins = [refuses(403, "upload_ticket_invalid"), arrivesInPieces];
  answers([403], [200, { state: "ready" }]);
  const states: string[] = [];
  await send(["first", "second", "third"], ({ step }) => states.push(step));
  expect(done).toEqual(["start with first", "start with second"]);
  expect(states).toEqual(["uploading", "checking", "checking", "ready"]);
});

test.each([
  ["a ticket that is refused twice", ["first", "second", "third"], "upload_ticket_invalid"],
  ["the only ticket", ["first"], "upload_ticket_invalid"],
  ["a call of another site", ["first", "second"], "origin_refused"],
])("%s ends with the server's sentence", async (_name, tickets, code) => {
  begins = [refuses(403, code), refuses(403, code), refuses(403, code)];
  expect((await send(tickets)).progress).toEqual({ step: "failed", message: `No: ${code}` });
});

test("one that is stopped is deleted at the server, one whose page closes waits there", async () => {
  answers([200, { state: "checking" }]);
  begins = [arrives, arrives];
  for (const end of ["stop", "leave"] as const)
    await new Promise<void>((resolve) => {
      void send(["t"], ({ step }, upload) => {
        if (step !== "checking") return;
        upload[end]();
        resolve();
      });
    });
  expect(done).toEqual(["start with t", "deleted", "start with t", "left"]);
});
