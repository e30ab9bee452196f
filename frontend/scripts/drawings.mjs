/** For Jest, which has no build: an imported drawing is its address, as with Vite. */
import { basename } from "node:path";

export default {
  process: (_text, file) => ({ code: `export default ${JSON.stringify(`/assets/${basename(file)}`)};` }),
};
