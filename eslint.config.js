import js from "@eslint/js";
import globals from "globals";
import reactHooks from "eslint-plugin-react-hooks";
import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

const tests = ["**/*.spec.ts", "**/*.spec.tsx", "**/test/**", "testkit/**", "e2e/**"];

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
    // No pattern may take the square of a text's length or worse, whoever wrote the text (docs/decisions/0008).
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
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        // Vite reads its settings itself: they belong to no workspace's sources.
        projectService: { allowDefaultProject: ["frontend/vite.config.ts"] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      // Nest's answers are classes for the sake of the API's description and object literals in the code.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      // `async` is also how a throw becomes a rejection, and what a framework's handler has to be.
      "@typescript-eslint/require-await": "off",
      // [...text] takes a text apart into code points, which is what is wanted of digits and names.
      "@typescript-eslint/no-misused-spread": ["error", { allow: ["string"] }],
      // Numbers in a sentence are what template strings are for.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // Nest's modules are classes that carry nothing but a decorator.
      "@typescript-eslint/no-extraneous-class": ["error", { allowWithDecorator: true }],
      // `onClick={() => close()}` reads better than a block around it.
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
    },
  },
  {
    // consistent-type-imports may not turn a class into a type where decorators need it at run time.
    files: ["backend/**/*.ts", "domain/**/*.dto.ts"],
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
  },
  {
    files: ["frontend/**/*.ts", "frontend/**/*.tsx"],
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
      // Mocks of methods, and answers read from the wire, are what tests are made of.
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
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
