import { Button } from "@chakra-ui/react";
import { Download } from "lucide-react";
import { useState } from "react";
import { noteSessionEnd, useAdminDispatch } from "../../../api/admin-api";
import { showToast } from "../../../ui/toast";

/** How long a whole file is waited for, in ms: a connection that has died says nothing. */
const FILE_TIMEOUT_MS = 120_000;

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

/**
 * Downloads a file; shows the result, and notices when the session has ended. Fetched with the administrator's session
 * and not linked to: a link could not show that it has ended.
 */
export function DownloadButton({ words, pending, label, file, done, failed }: DownloadButtonProps) {
  const dispatch = useAdminDispatch();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { address, name } = file();
      const signal = AbortSignal.timeout(FILE_TIMEOUT_MS);
      const answer = await fetch(new URL(address, globalThis.location.origin), { credentials: "include", signal });
      if (answer.status === 401) noteSessionEnd(dispatch);
      if (!answer.ok) throw new Error(`The download was refused: ${answer.status}`);
      // Its own name, as the server gives it.
      const [, own = name] = /filename="?([\w.-]+)"?/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
      saveFile(await answer.blob(), own);
      showToast({ kind: "success", ...done(own) });
    } catch {
      showToast({ kind: "error", ...failed });
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
