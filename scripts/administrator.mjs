/**
 * npm run administrator -- list
 * npm run administrator -- add <name> [--role viewer|operator] [--make-up]
 * npm run administrator -- password <name> [--make-up]
 * npm run administrator -- role <name> viewer|operator
 * npm run administrator -- disable|enable|remove|reset-second-factor <name>
 * Works on the database of DATABASE_URL, or of the product that runs on DATA_DIR (.data). The password is asked for
 * at the terminal, read from what is piped in, or made up and shown with --make-up.
 */
import { sentenceOf } from "./lib/clear-error.mjs";
import { complain } from "./lib/log.mjs";
import { runOnProduct } from "./lib/on-product.mjs";

try {
  process.exitCode = runOnProduct("backend/dist/main.administrator.js");
} catch (error) {
  complain(sentenceOf(error));
  process.exitCode = 1;
}
