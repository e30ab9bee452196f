import { useEffect, useRef, useState } from "react";
import { type ManagedBrand, useIssueBrandTicketMutation } from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { type RunningUpload, type UploadProgress, uploadFile, useSolve } from "../../../shared/upload";
import { PICTURE_LIMITS } from "../../../shared/upload-limits";
import { strings } from "./brands.strings";

/** A file on its way. */
export interface UploadState {
  readonly key: number;
  readonly fileName: string;
  readonly progress: UploadProgress;
  /** Continues a failed upload; absent before the upload starts. */
  readonly retry?: () => void;
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
  const solve = useSolve();
  const next = useRef(0);
  const running = useRef<RunningUpload[]>([]);
  const closed = useRef(false);
  useEffect(() => {
    closed.current = false;
    const started = running.current;
    return () => {
      closed.current = true;
      // What has arrived stays, and is swept if nobody continues.
      for (const upload of started) upload.cancel();
    };
  }, []);
  const set = (key: number, change: Partial<UploadState>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...change } : each)));

  const send = async (file: File): Promise<void> => {
    next.current += 1;
    const key = next.current;
    setUploads((all) => [...all, { key, fileName: file.name, progress: { step: "uploading", percent: 0 } }]);
    const { data, error } = await issueTicket(brandId);
    if (closed.current) return;
    if (data === undefined) {
      set(key, { progress: { step: "failed", message: userMessage(error, strings.pictures.failed) } });
      return;
    }
    const upload = uploadFile<{ id: string }>(
      file,
      { ticket: () => data.ticket, place: `brand-${brandId}`, limits: PICTURE_LIMITS, solve },
      (progress) => {
        if (progress.step !== "ready") {
          set(key, { progress });
          return;
        }
        setUploads((all) => all.filter((each) => each.key !== key));
        onReady(progress.made.id);
      },
    );
    running.current.push(upload);
    set(key, { retry: () => upload.retry() });
  };
  const add = (files: readonly File[]) => {
    for (const file of files) void send(file);
  };
  return { uploads, add };
}
