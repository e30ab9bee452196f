/** Saves content through the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Frees the memory once the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
