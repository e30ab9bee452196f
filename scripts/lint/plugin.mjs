/** Our own rules of oxlint, under the name `sakhi`. */
import { effectResult } from "./effect-result.mjs";
import { fewDependencies } from "./few-dependencies.mjs";
import { noModuleState } from "./no-module-state.mjs";
import { serviceName } from "./service-name.mjs";
import { translatedText } from "./translated-text.mjs";
import { usedResult } from "./used-result.mjs";

export default {
  meta: { name: "sakhi" },
  rules: {
    "effect-result": effectResult,
    "few-dependencies": fewDependencies,
    "no-module-state": noModuleState,
    "service-name": serviceName,
    "translated-text": translatedText,
    "used-result": usedResult,
  },
};
