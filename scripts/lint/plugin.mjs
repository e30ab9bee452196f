/** Our own rules of oxlint, under the name `sakhi`. */
import { serviceName } from "./service-name.mjs";
import { translatedText } from "./translated-text.mjs";
import { usedResult } from "./used-result.mjs";

export default {
  meta: { name: "sakhi" },
  rules: { "service-name": serviceName, "translated-text": translatedText, "used-result": usedResult },
};
