import { useCallback, useEffect, useRef, useState } from "react";
import { Upload } from "tus-js-client";
import { type ManagedBrand, useIssueBrandTicketMutation } from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { strings } from "./brands.strings";

const ENDPOINT = "/api/v1/picture-uploads";
/** Pauses before an upload continues by itself, in ms. */
const RETRIES = [0, 1000, 3000, 5000];
/** Pause between two requests for the state of a picture that is being checked, in ms. */
const CHECK_MS = 1500;

/** A file on its way. */
export interface UploadState {
  readonly key: number;
  readonly fileName: string;
  /** Of the upload, in percent. */
  readonly percent: number;
  readonly state: "uploading" | "checking" | "failed";
  /** Why it failed, as a sentence. */
  readonly problem?: string;
  /** Continues a failed upload; absent if the picture itself was refused. */
  readonly retry?: () => void;
}

interface Status {
  readonly state: string;
  readonly problem?: { readonly message: string };
}

/**
 * Uploads pictures of a brand, resumable, and follows their check.
 *
 * @param onReady gets each picture's id once it can be shown
 */
export function useUploads(
  brandId: ManagedBrand["id"],
  onReady: (pictureId: string) => void,
): { readonly uploads: readonly UploadState[]; readonly add: (files: readonly File[]) => void } {
  const [uploads, setUploads] = useState<readonly UploadState[]>([]);
  const [issueTicket] = useIssueBrandTicketMutation();
  const next = useRef(0);
  const open = useRef(new Set<Upload>());
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    const running = open.current;
    return () => {
      mounted.current = false;
      // What has arrived stays, and is swept if nobody continues.
      for (const upload of running) void upload.abort();
    };
  }, []);
  const set = useCallback((key: number, change: Partial<UploadState>) => {
    if (mounted.current) setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...change } : each)));
  }, []);
  const drop = useCallback((key: number) => setUploads((all) => all.filter((each) => each.key !== key)), []);

  const follow = async (key: number, pictureId: string, ticket: string): Promise<void> => {
    while (mounted.current) {
      try {
        const answer = await fetch(`${ENDPOINT}/${pictureId}`, { headers: { "upload-ticket": ticket } });
        const status = (await answer.json()) as Status;
        if (status.state === "ready") {
          drop(key);
          onReady(pictureId);
          return;
        }
        if (status.state === "refused" || !answer.ok) {
          set(key, { state: "failed", problem: status.problem?.message ?? strings.pictures.failed });
          return;
        }
      } catch {
        // No answer: asked again below.
      }
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    }
  };

  const send = async (file: File): Promise<void> => {
    next.current += 1;
    const key = next.current;
    setUploads((all) => [...all, { key, fileName: file.name, percent: 0, state: "uploading" }]);
    let ticket: string;
    try {
      ({ ticket } = await issueTicket(brandId).unwrap());
    } catch (error) {
      set(key, { state: "failed", problem: userMessage(error, strings.pictures.failed) });
      return;
    }
    const upload = new Upload(file, {
      endpoint: ENDPOINT,
      headers: { "upload-ticket": ticket },
      retryDelays: RETRIES,
      storeFingerprintForResuming: false,
      onProgress: (sent, total) => set(key, { percent: total === 0 ? 0 : Math.round((sent / total) * 100) }),
      onSuccess: () => {
        open.current.delete(upload);
        set(key, { state: "checking", percent: 100 });
        void follow(key, upload.url?.split("/").at(-1) ?? "", ticket);
      },
      onError: (error) => {
        const sentence = sentenceOf(error);
        set(key, {
          state: "failed",
          problem: sentence ?? strings.pictures.failed,
          ...(sentence === undefined
            ? {
                retry: () => {
                  set(key, { state: "uploading" });
                  upload.start();
                },
              }
            : {}),
        });
      },
    });
    open.current.add(upload);
    upload.start();
  };
  const add = (files: readonly File[]) => {
    for (const file of files) void send(file);
  };
  return { uploads, add };
}

/** The server's sentence about a picture that it refused; undefined if the connection failed. */
function sentenceOf(error: unknown): string | undefined {
  const { originalResponse } = error as {
    readonly originalResponse?: { getBody: () => string; getStatus: () => number };
  };
  const status = originalResponse?.getStatus() ?? 0;
  if (status < 400 || status >= 500) return undefined;
  try {
    const { message } = JSON.parse(originalResponse?.getBody() ?? "") as { readonly message?: unknown };
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
