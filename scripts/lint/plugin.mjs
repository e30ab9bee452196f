/** Our own rules of oxlint, under the name `sakhi`. */
import { translatedText } from "./translated-text.mjs";
import { usedResult } from "./used-result.mjs";

export default { meta: { name: "sakhi" }, rules: { "translated-text": translatedText, "used-result": usedResult } };
