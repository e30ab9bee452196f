/**
 * The Content-Disposition of a download. The browser gets its name also in other scripts, which a header cannot have as
 * they are.
 */
export function attachment(name: string): string {
  const plain = name.replace(/[^\w.-]/g, "_");
  const other = plain === name ? "" : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return `attachment; filename="${plain}"${other}`;
}
