/**
 * What a person may ask for about their data (docs/security.md, Personal data):
 *
 * npm run person -- export <phone or e-mail>
 * npm run person -- erase <phone or e-mail> --reason <text>
 * npm run person -- correct <phone or e-mail> [--name <name>] [--email <e-mail>] [--phone <phone>] --reason <text>
 */
import { sentenceOf } from "./lib/clear-error.mjs";
import { complain } from "./lib/log.mjs";
import { runOnProduct } from "./lib/on-product.mjs";

try {
  process.exitCode = runOnProduct("backend/dist/main.person.js");
} catch (error) {
  complain(sentenceOf(error));
  process.exitCode = 1;
}
