/** Jest transformer for images: the import resolves to the file's address, as with Vite. */
import { basename } from "node:path";

export default {
  process: (_text, file) => ({ code: `export default ${JSON.stringify(`/assets/${basename(file)}`)};` }),
};
