import { Download } from "lucide-react";
import { invalidateSession, useAdminDispatch } from "../../../api/admin-api";
import { useBusy } from "../../../ui/busy";
import { saveFile } from "../../../ui/download";
import { SteadyButton } from "../../../ui/steady-button";
import { useToasts } from "../../../ui/toast";

/** Timeout of a download, in ms. */
const FILE_TIMEOUT_MS = 120_000;

/** The file name of a response; a name with letters of other scripts is encoded (RFC 6266). */
function nameIn(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([\w.%-]+)/.exec(disposition ?? "")?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([\w.-]+)"?/.exec(disposition ?? "")?.[1];
}

interface DownloadButtonProps {
  readonly text: string;
  readonly pending: string;
  readonly label?: string;
  /** Address and fallback name of the file; evaluated on click. */
  readonly file: () => { readonly address: string; readonly name: string };
  readonly done: (file: string) => { readonly title: string; readonly description: string };
  readonly failed: { readonly title: string; readonly description: string };
}

/**
 * Downloads a file and shows the result in a toast. Fetches instead of linking, to detect a session that has ended.
 */
export function DownloadButton({ text, pending, label, file, done, failed }: DownloadButtonProps) {
  const { showToast } = useToasts();
  const dispatch = useAdminDispatch();
  const [busy, once] = useBusy();
  const run = async () => {
    try {
      const { address, name } = file();
      const signal = AbortSignal.timeout(FILE_TIMEOUT_MS);
      const response = await fetch(new URL(address, globalThis.location.origin), { credentials: "include", signal });
      if (response.status === 401) invalidateSession(dispatch);
      if (!response.ok) throw new Error(`The download failed: ${response.status}`);
      const fileName = nameIn(response.headers.get("content-disposition")) ?? name;
      saveFile(await response.blob(), fileName);
      showToast({ kind: "success", ...done(fileName) });
    } catch {
      showToast({ kind: "error", ...failed });
    }
    return false;
  };
  return (
    <SteadyButton variant="outline" size="sm" aria-label={label} inactive={busy} onClick={() => void once(run)}>
      <Download aria-hidden />
      <span>{busy ? pending : text}</span>
    </SteadyButton>
  );
}
