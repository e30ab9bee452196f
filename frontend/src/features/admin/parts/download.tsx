import { Download } from "lucide-react";
import { useState } from "react";
import { invalidateSession, useAdminDispatch } from "../../../api/admin-api";
import { useBusy } from "../../../ui/busy";
import { saveFile } from "../../../ui/download";
import { SteadyButton } from "../../../ui/steady-button";
import { useToasts } from "../../../ui/toast";

/** How long a download may say nothing, in ms: neither its beginning nor its next part. */
const SILENCE_MS = 120_000;
/** Bytes from which on a download says how much of it is here, and again after as many. */
const SAID_BYTES = 256 * 1024;

const strings = {
  soFar: (pending: string, megabytes: string) => `${pending} ${megabytes} MB`,
  workbook: "Excel",
  named: (button: string, of: string) => `${button}: ${of}`,
} as const;

/** The file name of a response; a name with letters of other scripts is encoded (RFC 6266). */
function nameIn(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([\w.%-]+)/.exec(disposition ?? "")?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([\w.-]+)"?/.exec(disposition ?? "")?.[1];
}

/** Aborts what it runs if that takes too long. */
type Within = <T>(work: Promise<T>) => Promise<T>;

/** Runs steps of a download, each of which aborts it by being silent for too long. */
function impatient(controller: AbortController): Within {
  return async (work) => {
    const silence = AbortSignal.timeout(SILENCE_MS);
    const stop = () => controller.abort(silence.reason);
    silence.addEventListener("abort", stop);
    try {
      return await work;
    } finally {
      silence.removeEventListener("abort", stop);
    }
  };
}

/** The content of a response, as it comes. @param onBytes called with how many are here, now and then */
async function contentOf(response: Response, within: Within, onBytes: (bytes: number) => void): Promise<Blob> {
  const type = response.headers.get("content-type") ?? "";
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  let [bytes, said] = [0, 0];
  for (;;) {
    const part = await within(reader?.read() ?? Promise.resolve({ done: true, value: undefined } as const));
    if (part.done) return new Blob(parts, { type });
    parts.push(part.value);
    bytes += part.value.length;
    if (bytes - said >= SAID_BYTES) onBytes((said = bytes));
  }
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
 * Downloads a file, says how much of a long one is here, and shows the result in a toast. Fetches instead of linking, to
 * detect a session that has ended.
 */
export function DownloadButton({ text, pending, label, file, done, failed }: DownloadButtonProps) {
  const { showToast } = useToasts();
  const dispatch = useAdminDispatch();
  const [busy, once] = useBusy();
  const [bytes, setBytes] = useState(0);
  const run = async () => {
    const controller = new AbortController();
    const within = impatient(controller);
    setBytes(0);
    try {
      const { address, name } = file();
      const url = new URL(address, globalThis.location.origin);
      const response = await within(fetch(url, { credentials: "include", signal: controller.signal }));
      if (response.status === 401) invalidateSession(dispatch);
      if (!response.ok) throw new Error(`The download failed: ${response.status}`);
      const fileName = nameIn(response.headers.get("content-disposition")) ?? name;
      saveFile(await contentOf(response, within, setBytes), fileName);
      showToast({ kind: "success", ...done(fileName) });
    } catch {
      showToast({ kind: "error", ...failed });
    }
    return false;
  };
  const progress = bytes === 0 ? pending : strings.soFar(pending, (bytes / 1024 / 1024).toFixed(1));
  return (
    <SteadyButton variant="outline" size="sm" aria-label={label} inactive={busy} onClick={() => void once(run)}>
      <Download aria-hidden />
      <span>{busy ? progress : text}</span>
    </SteadyButton>
  );
}

interface TableButtonsProps extends Omit<DownloadButtonProps, "file" | "label"> {
  /** What is downloaded, where several tables are. */
  readonly of?: string;
  readonly file: (format: "csv" | "xlsx") => { readonly address: string; readonly name: string };
}

/** Downloads a table, as CSV or as a workbook. */
export function TableButtons({ file, of, ...texts }: TableButtonsProps) {
  const labelled = (text: string) => (of === undefined ? {} : { label: strings.named(text, of) });
  return (
    <>
      <DownloadButton {...texts} {...labelled(texts.text)} file={() => file("csv")} />
      <DownloadButton {...texts} {...labelled(strings.workbook)} text={strings.workbook} file={() => file("xlsx")} />
    </>
  );
}
