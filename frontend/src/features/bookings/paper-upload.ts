import { MAX_PAPER_BYTES } from "@sakhi/domain/papers/question.rules";
import { myPaperPath } from "@sakhi/domain/site/routes";
import type { MyBookingPapersResponse } from "../../api/mela-api";
import { strings } from "./papers.strings";

/** What a file input offers. */
export const PAPER_FILES = "application/pdf,image/jpeg,image/png";

/** Bytes of a request: little enough for a slow phone within the server's 30 seconds. */
const PIECE_BYTES = 256 * 1024;
const TIMEOUT_MS = 35_000;
/** Waits before a piece is sent again, in ms. */
const RETRY_MS = [1000, 3000, 8000];

interface Answer {
  readonly received?: number;
  readonly papers?: MyBookingPapersResponse;
  readonly code?: string;
  readonly message?: string;
}

/**
 * Uploads a file in pieces. A piece whose answer is lost is sent again; the server says where the upload is.
 *
 * @param onProgress gets percent
 * @returns the papers with the file
 * @throws Error with words for the holder
 */
export async function uploadPaper(
  key: string,
  file: File,
  onProgress: (percent: number) => void,
): Promise<MyBookingPapersResponse> {
  if (file.size > MAX_PAPER_BYTES) throw new Error(strings.tooLarge);
  let offset = 0;
  for (let tries = 0; ;) {
    const answer = await send(key, file, offset);
    const isBehind = answer?.code === "upload_offset_differs";
    if (answer?.papers !== undefined) return answer.papers;
    if (answer?.code !== undefined && !isBehind) throw new Error(answer.message ?? strings.uploadFailed);
    if (answer?.received === undefined || isBehind) {
      const wait = RETRY_MS[tries];
      if (wait === undefined) throw new Error(strings.uploadFailed);
      tries += 1;
      await new Promise((resolve) => setTimeout(resolve, wait));
    } else tries = 0;
    // After the last piece, of which the answer was lost, nothing is waiting any more: the file is sent once more.
    offset = answer?.received ?? offset;
    onProgress(Math.round((offset / file.size) * 100));
  }
}

/** @returns undefined without an answer, or one that may differ in a moment */
async function send(key: string, file: File, offset: number): Promise<Answer | undefined> {
  try {
    const response = await fetch(myPaperPath(key), {
      method: "PUT",
      credentials: "include",
      headers: {
        ...{ "content-type": "application/offset+octet-stream", "upload-name": encodeURIComponent(file.name) },
        ...{ "upload-offset": String(offset), "upload-length": String(file.size) },
      },
      body: file.slice(offset, offset + PIECE_BYTES),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.status >= 500 || response.status === 408 ? undefined : ((await response.json()) as Answer);
  } catch {
    return undefined;
  }
}
