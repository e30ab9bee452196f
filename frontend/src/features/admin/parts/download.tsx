import { Button } from "@chakra-ui/react";
import { Download } from "lucide-react";
import { useState } from "react";
import { noteSessionEnd, useAdminDispatch } from "../../../api/admin-api";
import { showToast } from "../../../ui/toast";

/** An answer that is not a file. */
class DownloadError extends Error {
  constructor(readonly status: number) {
    super(`The download was refused: ${status}`);
  }
}

/** The file's own name as the server gives it. */
function fileName(headers: Headers): string | undefined {
  return /filename="?([\w.-]+)"?/.exec(headers.get("content-disposition") ?? "")?.[1];
}

/** How long a whole file is waited for, in ms: a connection that has died says nothing. */
const FILE_TIMEOUT_MS = 120_000;

/**
 * Fetches a file with the administrator's session and hands it to the browser's downloads. Fetched and not linked to:
 * a link could not show that the session has ended.
 *
 * @param usualName the file's name where the server gives none
 * @returns the file's name
 * @throws DownloadError when the server answers anything but the file; another error without an answer
 */
export async function download(address: string, usualName: string): Promise<string> {
  const signal = AbortSignal.timeout(FILE_TIMEOUT_MS);
  const answer = await fetch(new URL(address, globalThis.location.origin), { credentials: "include", signal });
  if (!answer.ok) throw new DownloadError(answer.status);
  const file = fileName(answer.headers) ?? usualName;
  saveFile(await answer.blob(), file);
  return file;
}

/** Hands content to the browser's downloads. */
export function saveFile(blob: Blob, file: string): void {
  const content = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = content;
  link.download = file;
  link.click();
  // The browser has taken hold of it by then; kept forever it would stay in memory.
  setTimeout(() => URL.revokeObjectURL(content), 60_000);
}

interface DownloadButtonProps {
  readonly words: string;
  readonly pending: string;
  readonly label?: string;
  /** Where the file is, and its name where the server gives none; asked for at the click. */
  readonly file: () => { readonly address: string; readonly name: string };
  readonly done: (file: string) => { readonly title: string; readonly description: string };
  readonly failed: { readonly title: string; readonly description: string };
}

/** Downloads a file; shows the result, and notices when the session has ended. */
export function DownloadButton({ words, pending, label, file, done, failed }: DownloadButtonProps) {
  const dispatch = useAdminDispatch();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { address, name } = file();
      showToast({ kind: "success", ...done(await download(address, name)) });
    } catch (error) {
      showToast({ kind: "error", ...failed });
      if (error instanceof DownloadError && error.status === 401) noteSessionEnd(dispatch);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="outline" size="sm" aria-label={label} disabled={busy} onClick={() => void run()}>
      <Download aria-hidden />
      {busy ? pending : words}
    </Button>
  );
}
