import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { PROOF_HEADER } from "@sakhi/domain/site/limit-proof.rules";
import { type UploadState, UPLOADS_PATH } from "@sakhi/domain/uploads/upload.rules";
import type { Challenge } from "altcha-lib/types";
import { useCallback } from "react";
import { useDispatch } from "react-redux";
import type { Upload } from "tus-js-client";
import { limitChallengeOf, MAX_LIMIT_ROUNDS, proofHeader, solveForLimit } from "../api/limit-proofs";
import type { Sending } from "../api/sending";
import { loadedTwice } from "../ui/retried";

/** Bytes of a request: little enough that a broken one on a slow network costs seconds. */
const CHUNK_BYTES = 512 * 1024;
/** Waits between tries, in ms; then the upload waits for the connection or for a press. */
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000];
/** How often an upload that is being checked is asked for, in ms. */
const POLL_MS = 1500;

/** What the server says of an upload. */
interface UploadStatus {
  readonly state: UploadState;
  readonly problem?: { readonly message: string };
}

/** Where an upload is. @typeParam Made what the server answers once it is checked */
export type UploadProgress<Made = unknown> =
  | { readonly step: "uploading"; readonly percent: number }
  | { readonly step: "waiting" }
  | { readonly step: "checking" }
  | { readonly step: "failed"; readonly message: string | undefined }
  | { readonly step: "ready"; readonly made: Made };

/** What a file input and an upload of one kind take. */
export interface UploadLimits {
  readonly maxBytes: number;
  /** The sentence for a file that is larger: it is not sent. */
  readonly tooLarge: string;
}

interface UploadOptions {
  /** The current permission; asked for at each request, because one lasts an hour. */
  readonly ticket: () => string;
  /** What the file is for, on this device: an upload to another place is another one. */
  readonly place: string;
  readonly limits: UploadLimits;
  readonly solve: ReturnType<typeof useSolve>;
}

/** @returns a function that solves the challenge of a limit for an upload, which is no call of the store's API */
export function useSolve() {
  const dispatch = useDispatch<ThunkDispatch<unknown, Sending, UnknownAction>>();
  return useCallback(
    (challenge: Challenge, signal: AbortSignal): Promise<string | undefined> =>
      dispatch(solveForLimit(challenge, signal)),
    [dispatch],
  );
}

/** A file on its way to the server. */
export interface RunningUpload {
  /** Starts again after a failure; continues where it stopped. */
  retry(): void;
  /** Stops it. */
  cancel(): void;
}

/**
 * Uploads a file and follows its check: every upload of the site. It has an id of its own, continues where it stopped after a
 * broken connection, and, when the same file is chosen again, after a reload.
 */
export function uploadFile<Made extends object>(
  file: File,
  { ticket, place, limits, solve }: UploadOptions,
  onProgress: (progress: UploadProgress<Made>) => void,
): RunningUpload {
  if (file.size > limits.maxBytes) {
    // Once the caller has what is returned.
    queueMicrotask(() => onProgress({ step: "failed", message: limits.tooLarge }));
    return { retry: () => undefined, cancel: () => undefined };
  }
  const cancelled = new AbortController();
  const isCancelled = (): boolean => cancelled.signal.aborted;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = async (url: string): Promise<void> => {
    if (isCancelled()) return;
    const found = await statusOf<Made>(url, ticket());
    if (isCancelled()) return;
    const state = found?.state;
    if (found !== undefined && state === "ready") {
      onProgress({ step: "ready", made: found });
      return;
    }
    if (state === "refused" || state === "deleted") {
      onProgress({ step: "failed", message: found?.problem?.message });
      return;
    }
    onProgress({ step: "checking" });
    timer = setTimeout(() => void follow(url), POLL_MS);
  };
  let upload: Upload | undefined;
  /** For the call that begins it, beyond the share of this address (decision 91). */
  const proofs: string[] = [];
  const options: ConstructorParameters<typeof Upload>[1] = {
    endpoint: UPLOADS_PATH,
    metadata: { filename: file.name },
    fingerprint: ({ name, size, lastModified }) =>
      Promise.resolve(["sakhi-upload", place, name, size, lastModified].join("-")),
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_MS,
    removeFingerprintOnSuccess: true,
    onBeforeRequest: (request) => {
      request.setHeader("upload-ticket", ticket());
      if (proofs.length > 0) request.setHeader(PROOF_HEADER, proofHeader(proofs));
    },
    onProgress: (sent, all) => onProgress({ step: "uploading", percent: Math.floor((sent / all) * 100) }),
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0;
      if (status === 0) onProgress({ step: "waiting" });
      return status === 0 || status === 409 || status === 423 || status >= 500;
    },
    onError: (error) => {
      const response = "originalResponse" in error ? error.originalResponse : null;
      if (response === null) {
        // No connection for long: continue with it.
        onProgress({ step: "waiting" });
        globalThis.addEventListener(
          "online",
          () => {
            if (!isCancelled()) upload?.start();
          },
          { once: true },
        );
        return;
      }
      const status = response.getStatus();
      const body = response.getBody();
      const fail = () => onProgress({ step: "failed", message: sentenceIn(body) });
      const challenge = limitChallengeOf({ status, message: `${status}: ${body}` });
      if (challenge === undefined || proofs.length === MAX_LIMIT_ROUNDS) return fail();
      onProgress({ step: "waiting" });
      void solve(challenge, cancelled.signal).then((proof) => {
        if (isCancelled()) return;
        if (proof === undefined) return fail();
        proofs.push(proof);
        upload?.start();
      });
    },
    onSuccess: () => {
      onProgress({ step: "checking" });
      void follow(upload?.url ?? "");
    },
  };
  // Loaded with the first picture: the page opens without it.
  const create = async (): Promise<Upload> =>
    new (await loadedTwice(() => import("tus-js-client"))).Upload(file, options);
  const start = async (): Promise<void> => {
    onProgress({ step: "uploading", percent: 0 });
    try {
      upload ??= await create();
    } catch {
      // Its code did not arrive.
      onProgress({ step: "failed", message: undefined });
      return;
    }
    const [earlier] = await upload.findPreviousUploads();
    if (isCancelled()) return;
    if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
    upload.start();
  };
  // Once the caller has what is returned: the first progress comes at once.
  queueMicrotask(() => {
    if (!isCancelled()) void start();
  });
  return {
    retry: () => void start(),
    cancel: () => {
      cancelled.abort();
      clearTimeout(timer);
      void upload?.abort();
    },
  };
}

async function statusOf<Made>(url: string, ticket: string): Promise<(Made & UploadStatus) | undefined> {
  try {
    const response = await fetch(url, { headers: { "upload-ticket": ticket }, signal: AbortSignal.timeout(15_000) });
    return response.ok ? ((await response.json()) as Made & UploadStatus) : undefined;
  } catch {
    // Asked again.
    return undefined;
  }
}

/** The server's sentence in an error's body. */
function sentenceIn(body: string): string | undefined {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
