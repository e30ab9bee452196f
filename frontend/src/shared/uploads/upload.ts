import { PROOF_HEADER } from "@sakhi/domain/site/limit-proof.rules";
import { type UploadState, UPLOADS_PATH } from "@sakhi/domain/uploads/upload.rules";
import type { Challenge } from "altcha-lib/types";
import { useCallback } from "react";
import type { Upload } from "tus-js-client";
import { apiErrorOf, userMessage } from "../../api/failure";
import { limitChallengeOf, MAX_LIMIT_ROUNDS, proofHeader, solveForLimit } from "../../api/limit-proofs";
import { useThunks } from "../../api/sending";
import { loadedTwice } from "../../ui/retried";
import { strings } from "./upload.strings";

/** Bytes of a request: little enough that a broken one on a slow network costs seconds. */
const CHUNK_BYTES = 512 * 1024;
/** Waits between tries, in ms; then the upload waits for the connection or for a press. */
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000];
/** How often an upload that is being checked is asked for, in ms. */
const POLL_MS = 1500;

/** What the server says of an upload. */
interface UploadStatus {
  readonly state: UploadState;
  readonly problem?: { readonly code?: string; readonly message: string };
}

/** Where an upload is. @typeParam Made what the server answers once it is checked */
export type UploadProgress<Made = unknown> =
  | { readonly step: "uploading"; readonly percent: number }
  | { readonly step: "waiting" }
  | { readonly step: "checking" }
  | { readonly step: "failed"; readonly message: string }
  | { readonly step: "ready"; readonly made: Made };

/** What a file input and an upload of one kind take. */
export interface UploadLimits {
  readonly maxBytes: number;
  /** The sentence for a file that is larger: it is not sent. */
  readonly tooLarge: string;
  /** Why a file is refused, by the server's code, in the page's language; where it is not said, in the server's words. */
  readonly problems?: Readonly<Record<string, string>>;
}

/** What a file is for, and by whose leave it is sent. */
export interface UploadTarget {
  /**
   * Asks for the permission: at each start, and again when one is over, because it lasts an hour.
   *
   * @throws Failure of the call; its sentence is shown
   */
  readonly ticket: () => Promise<string>;
  /** What the file is for, on this device: an upload to another place is another one. */
  readonly place: string;
  readonly limits: UploadLimits;
  readonly solve: ReturnType<typeof useSolve>;
}

/** @returns a function that solves the challenge of a limit for an upload, which is no call of the store's API */
export function useSolve() {
  const dispatch = useThunks();
  return useCallback(
    (challenge: Challenge, signal: AbortSignal): Promise<string | undefined> =>
      dispatch(solveForLimit(challenge, signal)),
    [dispatch],
  );
}

/** A file on its way to the server. */
export interface RunningUpload {
  /** Starts again after a failure; continues where it stopped. */
  readonly retry: () => void;
  /** Stops it for good: the server forgets what has arrived. */
  readonly stop: () => void;
  /** Stops it here, e.g. because its page closes: what has arrived waits for the same file, and is swept otherwise. */
  readonly leave: () => void;
}

/**
 * Uploads a file and follows its check: every upload of the site. It has an id of its own, continues where it stopped after a
 * broken connection, and, when the same file is chosen again, after a reload.
 */
export function uploadFile<Made extends object>(
  file: File,
  { ticket, place, limits, solve }: UploadTarget,
  onProgress: (progress: UploadProgress<Made>) => void,
): RunningUpload {
  const ended = new AbortController();
  const isEnded = (): boolean => ended.signal.aborted;
  const show = (progress: UploadProgress<Made>): void => {
    if (!isEnded()) onProgress(progress);
  };
  const fail = (message: string = strings.failed): void => show({ step: "failed", message });
  let upload: Upload | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let permission = "";
  /** For the call that begins it, beyond the share of this address (decision 91). */
  const proofs: string[] = [];

  /** Whether the server has refused a ticket, and taken none since. */
  let isRenewed = false;
  /** Asks for another ticket, once. @returns false if there is none */
  const renew = async (): Promise<boolean> => {
    if (isRenewed) return false;
    isRenewed = true;
    const before = permission;
    permission = await ticket().catch(() => before);
    return permission !== before;
  };
  const follow = async (url: string): Promise<void> => {
    const { status, found } = await statusOf(url, permission);
    if (isEnded()) return;
    if (found?.state === "ready") {
      show({ step: "ready", made: found as UploadStatus & Made });
      return;
    }
    // Deleted: by another device, or with what it was for.
    const isGone = status === 404 || (status === 403 && !(await renew()));
    if (isGone || found?.state === "refused" || found?.state === "deleted") {
      const { code = "", message } = found?.problem ?? {};
      fail(limits.problems?.[code] ?? message);
      return;
    }
    if (found !== undefined) isRenewed = false;
    show({ step: "checking" });
    if (!isEnded()) timer = setTimeout(() => void follow(url), POLL_MS);
  };
  const resume = (): void => {
    if (!isEnded()) upload?.start();
  };
  const refused = async (status: number, body: string): Promise<void> => {
    const failure = { status, message: `${status}: ${body}` };
    const isOver = apiErrorOf(failure).code === "upload_ticket_invalid";
    const challenge = proofs.length < MAX_LIMIT_ROUNDS ? limitChallengeOf(failure) : undefined;
    if (challenge !== undefined) show({ step: "waiting" });
    const proof = challenge === undefined ? undefined : await solve(challenge, ended.signal);
    if (proof !== undefined) proofs.push(proof);
    if (proof !== undefined || (isOver && (await renew()))) resume();
    else fail(userMessage(failure, strings.failed));
  };
  const options: ConstructorParameters<typeof Upload>[1] = {
    endpoint: UPLOADS_PATH,
    metadata: { filename: file.name },
    fingerprint: ({ name, size, lastModified }) =>
      Promise.resolve(["sakhi-upload", place, name, size, lastModified].join("-")),
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_MS,
    removeFingerprintOnSuccess: true,
    onBeforeRequest: (request) => {
      request.setHeader("upload-ticket", permission);
      if (proofs.length > 0) request.setHeader(PROOF_HEADER, proofHeader(proofs));
    },
    onChunkComplete: () => {
      isRenewed = false;
    },
    onProgress: (sent, all) => show({ step: "uploading", percent: Math.floor((sent / all) * 100) }),
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0;
      if (status === 0) show({ step: "waiting" });
      return status === 0 || status === 409 || status === 423 || status >= 500;
    },
    onError: (error) => {
      const response = "originalResponse" in error ? error.originalResponse : null;
      if (response !== null) {
        void refused(response.getStatus(), response.getBody());
        return;
      }
      // No connection for long: continue with it.
      show({ step: "waiting" });
      globalThis.addEventListener("online", resume, { once: true, signal: ended.signal });
    },
    onSuccess: () => {
      show({ step: "checking" });
      void follow(upload?.url ?? "");
    },
  };
  const start = async (): Promise<void> => {
    if (isEnded()) return;
    if (file.size > limits.maxBytes) {
      fail(limits.tooLarge);
      return;
    }
    show({ step: "uploading", percent: 0 });
    try {
      permission = await ticket();
      if (isEnded()) return;
      // Loaded with the first file: the page opens without it.
      const tus = await loadedTwice(() => import("tus-js-client"));
      upload = new tus.Upload(file, options);
      const [earlier] = await upload.findPreviousUploads();
      if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
      resume();
    } catch (error) {
      // No ticket, or its code did not arrive.
      fail(userMessage(error, strings.failed));
    }
  };
  const end = (isForGood: boolean): void => {
    ended.abort();
    clearTimeout(timer);
    // Without a connection: the sweep finds it.
    void upload?.abort(isForGood).catch(() => undefined);
  };
  // Once the caller has what is returned: the first progress comes at once.
  queueMicrotask(() => void start());
  return { retry: () => void start(), stop: () => end(true), leave: () => end(false) };
}

/** An upload's status by HTTP, and what the server says of it; status 0 without a response. */
async function statusOf(
  url: string,
  ticket: string,
): Promise<{ readonly status: number; readonly found?: UploadStatus }> {
  try {
    const response = await fetch(url, { headers: { "upload-ticket": ticket }, signal: AbortSignal.timeout(15_000) });
    const { status, ok } = response;
    return ok ? { status, found: (await response.json()) as UploadStatus } : { status };
  } catch {
    // Asked again.
    return { status: 0 };
  }
}
