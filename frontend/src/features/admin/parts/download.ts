/** An answer that is not a file. */
export class DownloadError extends Error {
  constructor(readonly status: number) {
    super(`The download was refused: ${status}`);
  }
}

/** The file's own name as the server gives it. */
function fileName(headers: Headers): string | undefined {
  return /filename="?([\w.-]+)"?/.exec(headers.get("content-disposition") ?? "")?.[1];
}

/**
 * Fetches a file with the administrator's session and hands it to the browser's downloads. Fetched and not linked to:
 * a link could not tell that the session has ended.
 *
 * @param usualName the file's name where the server gives none
 * @returns the file's name
 * @throws DownloadError when the server answers anything but the file; TypeError without an answer
 */
export async function download(address: string, usualName: string): Promise<string> {
  const answer = await fetch(new URL(address, globalThis.location.origin), { credentials: "include" });
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
  // The browser has taken hold of it by then; kept for ever it would stay in memory.
  setTimeout(() => URL.revokeObjectURL(content), 60_000);
}
