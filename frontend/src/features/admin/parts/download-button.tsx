import { Button } from "@chakra-ui/react";
import { Download } from "lucide-react";
import { useState } from "react";
import { noteSessionEnd, useAdminDispatch } from "../../../api/admin-api";
import { showToast } from "../../../ui/toast";
import { download, DownloadError } from "./download";

interface DownloadButtonProps {
  readonly words: string;
  readonly pending: string;
  readonly label?: string;
  /** Where the file is, and its name where the server gives none; asked for at the click. */
  readonly file: () => { readonly address: string; readonly name: string };
  readonly done: (file: string) => { readonly title: string; readonly description: string };
  readonly failed: { readonly title: string; readonly description: string };
}

/** Downloads a file; tells what came of it, and notices when the session has ended. */
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
