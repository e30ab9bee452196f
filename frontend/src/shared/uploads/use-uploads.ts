import { useEffect, useRef, useState } from "react";
import { type UploadProgress, uploadFile, type UploadTarget, useSolve } from "./upload";

/** A file on its way, as a page shows it. */
export interface ShownUpload {
  readonly key: string;
  readonly file: File;
  readonly progress: UploadProgress;
  /** Tries again after a failure. */
  readonly retry: () => void;
  /** Stops it, and takes it off the page. */
  readonly stop: () => void;
}

interface Uploading<Made> extends Omit<UploadTarget, "solve"> {
  /** Gets what was made of a file that is checked; the file is shown until it has done its work. */
  readonly onReady: (made: Made, file: File) => void | Promise<void>;
  /** Whether one file fits: another takes its place. */
  readonly single?: boolean;
}

/** Uploads files, resumable, and follows their check, as long as the page is open. */
export function useUploads<Made extends object>(
  uploading: Uploading<Made>,
): { readonly uploads: readonly ShownUpload[]; readonly add: (files: readonly File[]) => void } {
  const solve = useSolve();
  const [uploads, setUploads] = useState<readonly ShownUpload[]>([]);
  const leave = useRef(new Map<string, () => void>());
  const latest = useRef(uploading);
  useEffect(() => {
    latest.current = uploading;
  });
  useEffect(() => {
    const running = leave.current;
    return () => {
      for (const each of running.values()) each();
    };
  }, []);

  const remove = (key: string): void => {
    leave.current.delete(key);
    setUploads((all) => all.filter((each) => each.key !== key));
  };
  const keep = async (key: string, made: Made, file: File): Promise<void> => {
    await latest.current.onReady(made, file);
    remove(key);
  };
  const start = (file: File): void => {
    const key = crypto.randomUUID();
    const { place, limits } = uploading;
    const target: UploadTarget = { ticket: () => latest.current.ticket(), place, limits, solve };
    const upload = uploadFile<Made>(file, target, (progress) => {
      setUploads((all) => all.map((each) => (each.key === key ? { ...each, progress } : each)));
      if (progress.step === "ready") void keep(key, progress.made, file);
    });
    const stop = (): void => {
      upload.stop();
      remove(key);
    };
    leave.current.set(key, upload.leave);
    const shown = { key, file, progress: { step: "uploading", percent: 0 }, retry: upload.retry, stop } as const;
    setUploads((all) => [...all, shown]);
  };
  const add = (files: readonly File[]): void => {
    if (uploading.single === true && files.length > 0) for (const each of uploads) each.stop();
    for (const file of files) start(file);
  };
  return { uploads, add };
}
