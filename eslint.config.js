import js from "@eslint/js";
import globals from "globals";
import reactHooks from "eslint-plugin-react-hooks";
import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

const tests = ["**/*.spec.ts", "**/*.spec.tsx", "**/test/**", "testkit/**", "e2e/**"];

/** Rules of JavaScript, React and regular expressions; those of TypeScript are oxlint's (.oxlintrc.json), in a tenth of the time. */
export default tseslint.config(
  {
    ignores: [
      "**/dist/**",
      "**/generated/**",
      "**/coverage/**",
      "**/test-results/**",
      "**/playwright-report/**",
      ".data*/**",
      ".test-data/**",
    ],
  },
  js.configs.recommended,
  {
    // No pattern may take the square of a text's length or worse, regardless of who wrote it (docs/decisions/0008).
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential" }],
    },
  },
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-console": "off",
    },
  },
  {
    files: ["**/*.ts", "**/*.tsx"],
    languageOptions: { parser: tseslint.parser },
    plugins: { "@typescript-eslint": tseslint.plugin },
    rules: {
      // The compiler knows these better.
      "no-undef": "off",
      "no-redeclare": "off",
      "no-dupe-class-members": "off",
      // oxlint's.
      "no-unused-vars": "off",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
    },
  },
  {
    // consistent-type-imports may not turn a class into a type where decorators need it at run time.
    files: ["backend/**/*.ts", "domain/**/*.dto.ts"],
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
  },
  {
    files: ["frontend/**/*.ts", "frontend/**/*.tsx"],
    ignores: tests,
    extends: [reactHooks.configs.flat.recommended],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ["**/*.ts", "**/*.tsx", "**/*.mjs"],
    ignores: tests,
    rules: { "max-lines": ["error", { max: 500 }] },
  },
  {
    files: tests,
    rules: {
      // What tests look through is of their own making, and short.
      "regexp/no-super-linear-move": "off",
    },
  },
  {
    files: ["**/*.mjs", "**/*.cjs", "**/*.js"],
    languageOptions: { globals: globals.node },
    rules: { "no-unused-vars": ["error", { argsIgnorePattern: "^_" }] },
  },
);
